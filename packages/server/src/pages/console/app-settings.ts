import { html } from 'hono/html';
import { APP_ORIGINS, APP_REDIRECT_URIS } from '../../control/app-addresses.ts';
import { LOGO_PIXELS, MAX_LOGO_BYTES, profileLogo } from '../../control/app-logos.ts';
import type { AppDescription } from '../../control/describe-app.ts';
import { isWorking } from '../../control/keys.ts';
import { sendLogo } from '../assets/brand.ts';
import { WebProblem } from '../kit/context.ts';
import {
  type AnyField,
  type Field,
  type FilledForm,
  fileField,
  formFields,
  formProblems,
  textOf,
  URL_ATTRIBUTES,
} from '../kit/fields.ts';
import { instantOf } from '../kit/instants.ts';
import { appMark, hidden, notice, ownForm, type View } from '../kit/page.ts';
import type { Html } from '../languages/html.ts';
import {
  APP_PATH,
  type AppVisit,
  appPath,
  appTabScreen,
  askAboutApp,
  type ConsoleForms,
  type ConsoleScreen,
  type ConsoleVisit,
  logoOf,
} from './layout.ts';

/** One of an app's lists of addresses. */
interface Addresses {
  readonly title: string;
  readonly lead: string;
  /** Id of the section and path of its form. */
  readonly path: string;
  /** Used in the names of the forms. */
  readonly name: string;
  readonly noun: string;
  readonly most: number;
  readonly field: Field;
  entriesOf(app: AppDescription): readonly string[];
  add(visit: ConsoleVisit, entry: string): Promise<unknown>;
  readonly removal: 'redirect-uri.remove' | 'origin.remove';
}

const REDIRECT_RULES = html`Up to 5, each at most 512 characters: <code>https://</code> (for your own machine also
  <code>http://localhost</code> and <code>http://127.0.0.1</code> with any port), without a fragment
  (<code>#</code>), a wildcard (<code>*</code>), a user name, or <code>code</code>, <code>state</code>, <code>error</code>, <code>iss</code> or
  <code>merchant_id</code> in its query. It is compared character by character, with port, path, trailing slash and query.`;

const REDIRECT_URIS: Addresses = {
  title: 'Redirect URIs',
  lead: 'After the merchant has decided, the browser returns to one of these.',
  path: '/redirect-uris',
  name: 'RedirectUri',
  noun: 'redirect URI',
  most: APP_REDIRECT_URIS.max,
  field: { name: 'uri', label: 'Add a redirect URI', hint: REDIRECT_RULES, attributes: URL_ATTRIBUTES },
  entriesOf: ({ redirectUris }) => redirectUris,
  add: ({ operations, id }, uri) => operations.call('redirect-uri.add', { appId: id('appId'), uri }),
  removal: 'redirect-uri.remove',
};

const ORIGINS: Addresses = {
  title: 'Browser origins',
  lead: 'Scripts on these origins can call the API with a token of this app. Most apps call it from their server and need none.',
  path: '/origins',
  name: 'Origin',
  noun: 'origin',
  most: APP_ORIGINS.max,
  field: {
    name: 'origin',
    label: 'Add an origin',
    hint: 'Scheme, host and, if needed, port, such as https://app.example.com, without a path.',
    attributes: URL_ATTRIBUTES,
  },
  entriesOf: ({ origins }) => origins,
  add: ({ operations, id }, origin) => operations.call('origin.add', { appId: id('appId'), origin }),
  removal: 'origin.remove',
};

const LISTS = [REDIRECT_URIS, ORIGINS];

const formsOf = ({ name }: Addresses): string[] => [`add${name}`, `remove${name}`];

/** Redirect URIs, and origins of pages that call the API. */
export const addressSections = (visit: AppVisit): Html => html`${LISTS.map((addresses) => section(visit, addresses))}`;

function section({ view, app, form }: AppVisit, addresses: Addresses): Html {
  const { title, lead, path, most, field, entriesOf } = addresses;
  const entries = entriesOf(app);
  const fields = html`${formFields(form(formsOf(addresses)), [field])}
        <div class="actions"><button class="secondary">Add</button></div>`;
  return html`<section class="card" id="${path.slice(1)}">
    <h2>${title}</h2>
    <p class="small">${lead}</p>
    <ul class="rows">${entries.map((entry) => row(app, addresses, entry))}</ul>
    ${app.state !== 'ARCHIVED' && entries.length < most && ownForm(view, appPath(app, path), fields)}
  </section>`;
}

const row = (app: AppDescription, { path, field }: Addresses, entry: string): Html => html`<li class="line">
  <code>${entry}</code>
  ${
    app.state !== 'ARCHIVED' &&
    html`<a class="button quiet" aria-label="Remove ${entry}"
      href="${appPath(app, `${path}/remove`)}?${new URLSearchParams({ [field.name]: entry })}">Remove</a>`
  }
</li>`;

const entryIn = ({ fields }: ConsoleVisit, { field }: Addresses): string => fields.get(field.name)?.trim() ?? '';

export const ADDRESS_FORMS: ConsoleForms = Object.fromEntries(
  LISTS.map((addresses) => [
    `add${addresses.name}`,
    {
      path: addresses.path,
      async change(visit: ConsoleVisit) {
        const entry = entryIn(visit, addresses);
        await addresses.add(visit, entry);
        return { message: `Added the ${addresses.noun}: ${entry}` };
      },
    },
  ]),
);

/** Screens that ask before removing the address named by the query. */
export const removeAddressScreens: readonly ConsoleScreen[] = LISTS.map((addresses) =>
  askAboutApp(addresses.removal, {
    path: `${addresses.path}/remove`,
    name: `remove${addresses.name}`,
    about({ app, query }) {
      const { field, entriesOf } = addresses;
      const entry = entriesOf(app).find((each) => each === query.get(field.name));
      if (entry === undefined) throw new WebProblem('notFound');
      return { names: {}, details: html`<p><code>${entry}</code></p>`, fields: hidden(field.name, entry) };
    },
    input: (visit) => ({ [addresses.field.name]: entryIn(visit, addresses) }),
  }),
);

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
  { name: 'website', label: 'Website', optional: true, attributes: URL_ATTRIBUTES },
  { name: 'privacyPolicy', label: 'Privacy policy', optional: true, attributes: URL_ATTRIBUTES },
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
