import { html } from 'hono/html';
import * as v from 'valibot';
import { DirectoryError } from '../../control/errors.ts';
import { normalName } from '../../control/text.ts';
import { changeUser, checkedEmail, lockUser } from '../../control/users.ts';
import { spendAtSource } from '../../pipeline/rate-limit.ts';
import { formProblems, ifStillValid, rejectedField, textField } from '../kit/fields.ts';
import { linkGonePage, type Page } from '../kit/layout.ts';
import { backLink, ownForm } from '../kit/page.ts';
import type { Screen, SignedIn, Visit } from '../kit/screen.ts';
import { seal, unseal } from '../kit/sealed.ts';
import {
  CURRENT_PASSWORD,
  changeLogin,
  rejectExceeded,
  requireConfirmedAddress,
  requirePassword,
  throttledNotice,
  username,
} from '../kit/sign-in.ts';
import { type Html, name } from '../languages/html.ts';
import { accountNavigation } from './account.ts';

const PATH = '/account/profile';

type ProfileVisit = Visit<SignedIn>;

/** A person's own name, and the address that they sign in with. */
export const profileScreen: Screen<SignedIn> = {
  path: PATH,
  name: 'profile',
  show(visit) {
    const { session, view } = visit;
    const { profile: say } = view.say;
    const form = visit.form('profile', { name: session.user.name });
    const attributes = html`autocomplete="name" maxlength="255" dir="auto"`;
    const fields = html`${textField(form, { name: 'name', label: say.name, attributes })}
      <div class="actions"><button>${say.save}</button></div>`;
    const body = html`<h1>${say.title}</h1>
    <section class="card">${ownForm(view, PATH, fields)}</section>
    <section class="card"><h2>${say.address}</h2>${addressForm(visit)}</section>`;
    return { title: say.title, body, navigation: accountNavigation(view, 'profile') };
  },
  async change(visit) {
    const { profile, invitation } = visit.view.say;
    const own = await ifStillValid(async () => normalName('The name of a person', visit.fields.get('name') ?? ''));
    if (own === undefined) throw rejectedField('name', invitation.badName);
    await changeLogin(visit, (tx) => changeUser(tx, visit.session.user.id, { name: own }));
    return { message: profile.saved };
  },
  forms: {
    newAddress: {
      path: '/address',
      isElsewhere: true,
      /** Mails a link to the new address, so that nobody signs in with one whose mail they do not read. */
      async change(visit) {
        const { ctx, deps, view, session, fields } = visit;
        const { profile: say, people, mail } = view.say;
        const { mailer, brand, limits, webUrl, formKey, control } = deps;
        if (!mailer) throw new DirectoryError(say.noMail);
        await requireConfirmedAddress(visit, session.user.id);
        const to = await ifStillValid(async () => checkedEmail(fields.get('email') ?? ''));
        if (to === undefined) throw rejectedField('email', people.badEmail);
        await requirePassword(visit, say.wrongPassword);
        rejectExceeded(ctx, await spendAtSource(deps, 'password-link', ctx.state.source, limits.passwordLinks));
        const { id: userId, email: from } = session.user;
        const wanted: AddressChange = { kind: 'address', userId, from, to, until: control.clock() + LIFETIME };
        const link = `${webUrl}${PATH}/address/${await seal(formKey, wanted)}`;
        const { subject, text } = mail.address;
        mailer.post({ to, subject: subject(brand.name), text: text(brand.name, link) });
        return { message: say.sent(to) };
      },
    },
  },
};

function addressForm(visit: ProfileVisit): Html {
  const { deps, session, view } = visit;
  const { profile: say } = view.say;
  if (!deps.mailer) return html`<p>${name(session.user.email)}</p><p>${say.noMail}</p>`;
  const form = visit.form('newAddress');
  const attributes = html`type="email" autocomplete="off" maxlength="254" dir="ltr"`;
  const fields = html`${formProblems(form, ['email', 'password'])}${username(session.user.email)}
    ${textField(form, { name: 'email', label: say.newAddress, attributes })}
    ${textField(form, { name: 'password', label: say.password, attributes: CURRENT_PASSWORD })}
    <div class="actions"><button class="secondary">${say.send}</button></div>`;
  return html`<p>${say.addressLead(html`<strong>${name(session.user.email)}</strong>`)}</p>
    ${throttledNotice(view, form)}${ownForm(view, `${PATH}/address`, fields)}`;
}

/** Milliseconds for which a link to a new address works. */
const LIFETIME = 24 * 60 * 60 * 1000;

/** What a mailed link changes. It works once, since the person's address is then no longer `from`. */
const addressChange = v.object({
  kind: v.literal('address'),
  userId: v.number(),
  from: v.string(),
  to: v.string(),
  until: v.number(),
});
type AddressChange = v.InferOutput<typeof addressChange>;

/** Asks before the address is changed, in a session of the person whose it is. */
export const newAddressScreen: Screen<SignedIn> = {
  path: `${PATH}/address/:code`,
  name: 'confirmNewAddress',
  async show(visit) {
    const { view } = visit;
    const { profile: say } = view.say;
    const wanted = await wantedOf(visit);
    if (!wanted) return gonePage(visit);
    const body = html`${backLink(PATH, say.title)}
    <div class="card"><h1>${say.confirmTitle}</h1><p>${say.confirmLead(html`<strong>${name(wanted.to)}</strong>`)}</p>
      ${ownForm(view, `${PATH}/address/${visit.param('code')}`, html`<button>${say.confirm}</button>`, 'actions')}</div>`;
    return { title: say.confirmTitle, body, navigation: accountNavigation(view, 'profile') };
  },
  async change(visit) {
    const wanted = await wantedOf(visit);
    if (!wanted) return gonePage(visit);
    const { userId, from, to } = wanted;
    const changed = await ifStillValid(() =>
      changeLogin(visit, async (tx) => {
        if ((await lockUser(tx, userId)).email !== from) throw new DirectoryError('The address has changed.');
        return changeUser(tx, userId, { email: to }, visit.session.number);
      }),
    );
    return changed ? { to: PATH, message: visit.view.say.profile.changed } : gonePage(visit);
  },
};

/** The change of a link, if it is the signed-in person's and still to be made. */
async function wantedOf({ deps, session, param }: ProfileVisit): Promise<AddressChange | undefined> {
  const { success, output } = v.safeParse(addressChange, await unseal(deps.formKey, param('code')));
  if (!success || output.until < deps.control.clock()) return undefined;
  return output.userId === session.user.id && output.from === session.user.email ? output : undefined;
}

/** Shown for a link that is unknown, used, expired or another person's, or whose address has an account by now. */
const gonePage = ({ view: { say } }: ProfileVisit): Page =>
  linkGonePage(say.profile.expiredTitle, say.profile.expired, { href: PATH, text: say.profile.title });
