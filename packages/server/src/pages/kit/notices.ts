import type { EndpointNotice, LoginNotice, Notice } from '../../control/control.ts';
import type { DatabasePool } from '../../database/pool.ts';
import type { Mail, Mailer } from '../../process/mailer.ts';
import { DEFAULT_LANGUAGE, languageOf } from '../languages/languages.ts';
import { instantText } from './instants.ts';

interface Service {
  readonly name: string;
  readonly webUrl: string;
}

interface Recipient {
  readonly email: string;
  readonly language: string | null;
}

/**
 * Mails people when their login changes, in the language of their last sign-in, and developers when a webhook endpoint
 * is disabled. Mails never contain a secret.
 */
export const mailNotices =
  ({ pool, mailer, ...service }: Service & { readonly pool: DatabasePool; readonly mailer: Mailer }) =>
  (notice: Notice): void =>
    mailer.post(noticeMail(pool, notice, service));

async function noticeMail(pool: DatabasePool, notice: Notice, service: Service): Promise<Mail | undefined> {
  const { rows } = await pool.query<Recipient>(
    'select email, language from control.users where id = $1 and removed_at is null',
    [notice.userId],
  );
  const [user] = rows;
  if (!user) return undefined;
  return notice.about === 'webhookDisabled' ? endpointMail(user, notice, service) : loginMail(user, notice, service);
}

const BECAUSE: Readonly<Record<EndpointNotice['because'], string>> = {
  gone: 'It responded with status 410, which asks for no more requests.',
  failing: 'It has accepted no request for 72 hours.',
};

/** Developers' pages are in English, and so are mails about their apps. */
const endpointMail = (
  { email: to }: Recipient,
  { appId, app, url, because, at }: EndpointNotice,
  { name, webUrl }: Service,
): Mail => ({
  to,
  subject: `A webhook endpoint of ${app} was disabled`,
  text: `No more changes are sent to this webhook endpoint of ${app} at ${name}:\n\n${url}\n\n${BECAUSE[because]} It keeps its place: once you enable it again, it receives what it has missed. After 30 days it is told to read everything again instead.\n\nTime: ${at}\n\n${webUrl}/console/apps/${appId}`,
});

function loginMail(user: Recipient, { about, at, email }: LoginNotice, { name, webUrl }: Service): Mail {
  const language = languageOf(user.language ?? undefined) ?? DEFAULT_LANGUAGE;
  const { subject, about: sentences, text } = language.say.mail.notice;
  return {
    to: email ?? user.email,
    subject: subject(name),
    text: text(sentences[about], name, instantText(language, Date.parse(at)), `${webUrl}/forgotten-password`),
  };
}
