import type { Notice } from '../../directory/control.ts';
import type { Mail, Mailer } from '../../mail/mailer.ts';
import type { DatabasePool } from '../../storage/pool.ts';
import { DEFAULT_LANGUAGE, languageOf } from '../languages/languages.ts';
import { instantText } from './page/instants.ts';

interface Sender {
  readonly pool: DatabasePool;
  readonly mailer: Mailer;
  readonly name: string;
  readonly webUrl: string;
}

/** Mails people when their login changes, in the language of their last sign-in. Mails never contain a secret. */
export const mailNotices =
  ({ pool, mailer, name, webUrl }: Sender) =>
  (notice: Notice): void =>
    mailer.post(noticeMail(pool, notice, { name, webUrl }));

async function noticeMail(
  pool: DatabasePool,
  { userId, about, at, email }: Notice,
  { name, webUrl }: Pick<Sender, 'name' | 'webUrl'>,
): Promise<Mail | undefined> {
  const { rows } = await pool.query<{ email: string; language: string | null }>(
    'select email, language from control.users where id = $1 and removed_at is null',
    [userId],
  );
  const [user] = rows;
  if (!user) return undefined;
  const language = languageOf(user.language ?? undefined) ?? DEFAULT_LANGUAGE;
  const { subject, about: sentences, text } = language.say.mail.notice;
  return {
    to: email ?? user.email,
    subject: subject(name),
    text: text(sentences[about], name, instantText(language, Date.parse(at)), `${webUrl}/forgotten-password`),
  };
}
