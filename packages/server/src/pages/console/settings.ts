import { html } from 'hono/html';
import { LOGO_PIXELS, MAX_LOGO_BYTES, profileLogo } from '../../control/apps/app-logos.ts';
import type { AppDescription } from '../../control/apps/describe-app.ts';
import { isWorking } from '../../control/apps/describe-credential.ts';
import { sendLogo } from '../assets/send-logo.ts';
import { type AnyField, fileField, formFields, formProblems } from '../kit/form/fields.ts';
import { type FilledForm, textOf } from '../kit/form/filled-form.ts';
import { instantOf } from '../kit/page/instants.ts';
import { appMark, hidden, notice, ownForm } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import type { Html } from '../languages/html.ts';
import { APP_PATH, appPath, appTabScreen, logoOf } from './app-layout.ts';
import type { ConsoleScreen } from './audience.ts';

/** Edits the profile of an app. Merchants see it once an operator has approved it. */
export const settingsScreen = appTabScreen({
  path: `${APP_PATH}/settings`,
  name: 'settings',
  tab: 'settings',
  content({ view, app, form, deps }) {
    const { name, description, website, privacyPolicy } = app;
    const values = { name, description: description ?? '', website: website ?? '', privacyPolicy: privacyPolicy ?? '' };
    return html`${listingNotice(app)}${profileForm(view, app, form('settings', values))}${logoForm(view, app, form(['logo', 'removeLogo']))}${consentLinks(app, deps.control.clock())}`;
  },
  /** An empty field clears the value. */
  async change({ operations, id, fields }) {
    await operations.call('app.update', {
      appId: id('appId'),
      name: fields.get('name') ?? '',
      description: textOf(fields, 'description') ?? null,
      website: textOf(fields, 'website') ?? null,
      privacyPolicy: textOf(fields, 'privacyPolicy') ?? null,
    });
    return { message: 'Saved.' };
  },
});

/** Above the accepted file sizes, so that a file that is too large is reported at its field. */
const LOGO_UPLOAD_BYTES = 1024 * 1024;

/** Logo in the profile, whether or not merchants see it. */
export const logoScreen: ConsoleScreen = {
  path: `${APP_PATH}/logo`,
  name: 'logo',
  async show({ ctx, deps, id }) {
    sendLogo(ctx, await profileLogo(deps.control.pool, id('appId')));
    return undefined;
  },
  upload: LOGO_UPLOAD_BYTES,
  outcomeOn: settingsScreen.path,
  async change({ operations, id, ctx }) {
    const logo = ctx.state.upload?.toString('base64') ?? '';
    await operations.call('app.set-logo', { appId: id('appId'), logo });
    return { message: 'The logo is saved.' };
  },
  forms: {
    removeLogo: {
      path: '/remove',
      outcomeOn: settingsScreen.path,
      async change({ operations, id }) {
        await operations.call('app.set-logo', { appId: id('appId'), logo: null });
        return { message: 'The logo is removed.' };
      },
    },
  },
};

/** Says what merchants see of the profile. */
export function listingNotice({ state, listingState, submittedAt, decisionReason }: AppDescription): Html | undefined {
  if (state === 'ARCHIVED') return undefined;
  if (listingState === 'APPROVED')
    return notice('good', 'Merchants see this profile. Changes are reviewed before they see them.');
  if (listingState === 'SUBMITTED') {
    return notice(
      'hint',
      html`Your changes have been waiting for review since ${instantOf(submittedAt ?? '')}. Until they are approved, merchants see the profile that was approved before.`,
    );
  }
  if (listingState === 'REJECTED') {
    const reason = decisionReason && html` The operator wrote: ${decisionReason}`;
    return notice(
      'error',
      html`Your changes were not approved. Merchants still see the profile that was approved before.${reason} Change the profile to have it reviewed again.`,
    );
  }
  return notice('hint', 'Merchants see the description, the links and the logo once an operator has approved the app.');
}

const LINK = html`type="text" inputmode="url" maxlength="600" autocomplete="off" spellcheck="false" placeholder="https://"`;

const FIELDS: readonly AnyField[] = [
  { name: 'name', label: 'Name', attributes: html`maxlength="255" autocomplete="off"` },
  {
    name: 'description',
    label: 'Description',
    hint: 'What the app does for a merchant, in a few sentences; at most 1,000 characters.',
    optional: true,
    lines: true,
    attributes: html`rows="4" maxlength="1000"`,
  },
  { name: 'website', label: 'Website', optional: true, attributes: LINK },
  { name: 'privacyPolicy', label: 'Privacy policy', optional: true, attributes: LINK },
];

const profileForm = (view: View, app: AppDescription, form: FilledForm): Html =>
  html`<form class="card" method="post" action="${appPath(app, '/settings')}">
    <h2>Profile</h2>
    ${hidden('token', view.formToken)} ${formFields(form, FIELDS)}
    <div class="actions"><button>Save</button></div>
  </form>`;

/** Opens the consent screen of the sandbox, which has the present profile, as this app would. */
function consentLinks(app: AppDescription, now: number): Html | undefined {
  const client = app.credentials.find((each) => each.env === 'SANDBOX' && isWorking(each, now));
  if (!client || app.redirectUris.length === 0 || app.state === 'ARCHIVED') return undefined;
  const row = (uri: string): Html => {
    const query = { response_type: 'code', client_id: client.clientId, redirect_uri: uri, state: 'console' };
    const href = `/oauth/authorize?${new URLSearchParams(query)}`;
    return html`<li class="line"><code>${uri}</code> <a class="button secondary" href="${href}" target="_blank" rel="noopener">Open<span class="unseen"> the consent screen for ${uri}</span></a></li>`;
  };
  return html`<section class="card" id="consent"><h2>Consent screen</h2>
    <p class="small">As an owner of a sandbox merchant sees it, with the profile and the logo above, approved or not. Sign in with a login of the merchant.
      After the decision the browser returns here with the state <code>console</code>, which your app has to reject; to connect, begin in your app.</p>
    <ul class="rows">${app.redirectUris.map(row)}</ul></section>`;
}

const RULES = `A PNG, JPEG or WebP image, ideally square, ${LOGO_PIXELS.min} to ${LOGO_PIXELS.max} pixels wide and high, at most ${MAX_LOGO_BYTES / 1024} KiB.`;

const logoForm = (view: View, app: AppDescription, form: FilledForm): Html => html`<section class="card">
  <h2>Logo</h2>
  <form method="post" action="${appPath(app, '/logo')}" enctype="multipart/form-data">
    ${hidden('token', view.formToken)} ${formProblems(form, ['logo'])}
    <div class="app">${appMark(app.name, logoOf(app))}<div>
      ${fileField(form, { name: 'logo', label: 'Image', hint: RULES, attributes: html`accept="image/png,image/jpeg,image/webp"` })}
    </div></div>
    <div class="actions"><button class="secondary">Upload</button></div>
  </form>
  ${app.logo && ownForm(view, appPath(app, '/logo/remove'), html`<button class="quiet">Remove the logo</button>`, 'actions')}
</section>`;
