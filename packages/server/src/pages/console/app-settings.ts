import { html } from 'hono/html';
import { APP_ORIGINS, APP_REDIRECT_URIS } from '../../control/app-addresses.ts';
import { LOGO_PIXELS, MAX_LOGO_BYTES } from '../../control/app-logos.ts';
import type { ReviewCheck } from '../../control/app-review.ts';
import type { AppDescription } from '../../control/describe-app.ts';
import { isWorking } from '../../control/keys.ts';
import type { InputOf, OperationName } from '../../operations/operations.ts';
import { WebProblem } from '../kit/context.ts';
import { fileField, formProblems, URL_ATTRIBUTES } from '../kit/fields.ts';
import { instantOf } from '../kit/instants.ts';
import { type FormField, formOf, questionOf, submits } from '../kit/operation-screens.ts';
import { appMark, hidden, notice, ownForm } from '../kit/page.ts';
import type { Html } from '../languages/html.ts';
import { logoScreen as shownLogo } from '../shared/words.ts';
import {
  APP_PATH,
  type AppVisit,
  appPath,
  appTabScreen,
  askAboutApp,
  type ConsoleScreen,
  type ConsoleVisit,
  type Developer,
} from './layout.ts';

/** One of an app's lists of addresses, with the operations that add to it and remove from it. */
interface Addresses<Add extends OperationName, Remove extends OperationName> {
  readonly add: Add;
  readonly remove: Remove;
  readonly title: string;
  readonly lead: string;
  /** Id of the section and path of its form. */
  readonly path: string;
  /** Used in the names of the forms. */
  readonly name: string;
  readonly noun: string;
  readonly most: number;
  readonly field: Exclude<FormField<Add>, string>;
  entriesOf(app: AppDescription): readonly string[];
}

function addressList<Add extends OperationName, Remove extends OperationName>(kind: Addresses<Add, Remove>) {
  const { add, remove, title, lead, path, name, noun, most, field, entriesOf } = kind;
  const entryIn = ({ fields }: ConsoleVisit): string => fields.get(field.name)?.trim() ?? '';
  const change = submits<Developer, Add>(add, [field], { said: (_, visit) => `Added the ${noun}: ${entryIn(visit)}` });
  return {
    form: [`add${name}`, { path, change }] as const,
    section(visit: AppVisit): Html {
      const { app } = visit;
      const entries = entriesOf(app);
      const row = (entry: string) => html`<li class="line">
  <code>${entry}</code>
  ${
    app.state !== 'ARCHIVED' &&
    html`<a class="button quiet" aria-label="Remove ${entry}"
      href="${appPath(app, `/settings${path}/remove`)}?${new URLSearchParams({ [field.name]: entry })}">Remove</a>`
  }
</li>`;
      const own = {
        name: [`add${name}`, `remove${name}`],
        action: appPath(app, `/settings${path}`),
        fields: [field],
        submit: 'Add',
      };
      return html`<section class="card" id="${path.slice(1)}">
    <h2>${title}</h2>
    <p class="small">${lead}</p>
    <ul class="rows">${entries.map(row)}</ul>
    ${app.state !== 'ARCHIVED' && entries.length < most && formOf(visit, add, own)}
  </section>`;
    },
    removeScreen: askAboutApp<Remove>(remove, {
      path: `/settings${path}/remove`,
      name: `remove${name}`,
      outcomeOn: '/settings',
      about({ app, query }) {
        const entry = entriesOf(app).find((each) => each === query.get(field.name));
        if (entry === undefined) throw new WebProblem('notFound');
        return { names: {}, details: html`<p><code>${entry}</code></p>`, fields: hidden(field.name, entry) };
      },
      input: (visit) => ({ [field.name]: entryIn(visit) }) as Partial<InputOf<Remove>>,
    }),
  };
}

/** Redirect URIs, and origins of pages that call the API. */
const ADDRESSES = [
  addressList({
    add: 'redirect-uri.add',
    remove: 'redirect-uri.remove',
    title: 'Redirect URIs',
    lead: 'After the merchant has decided, the browser returns to one of these.',
    path: '/redirect-uris',
    name: 'RedirectUri',
    noun: 'redirect URI',
    most: APP_REDIRECT_URIS.max,
    field: {
      name: 'uri',
      label: 'Add a redirect URI',
      hint: html`Up to 5, each at most 512 characters: <code>https://</code> (for your own machine also
  <code>http://localhost</code> and <code>http://127.0.0.1</code> with any port), without a fragment
  (<code>#</code>), a wildcard (<code>*</code>), a user name, or <code>code</code>, <code>state</code>, <code>error</code>, <code>iss</code> or
  <code>merchant_id</code> in its query. It is compared character by character, with port, path, trailing slash and query.`,
      attributes: URL_ATTRIBUTES,
    },
    entriesOf: ({ redirectUris }) => redirectUris,
  }),
  addressList({
    add: 'origin.add',
    remove: 'origin.remove',
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
  }),
];

export const removeAddressScreens = ADDRESSES.map(({ removeScreen }) => removeScreen);

/** Page and field where a developer puts right what a check of the review misses. */
export function fixOf(app: AppDescription, check: ReviewCheck): string {
  const hasRoom = app.redirectUris.length < APP_REDIRECT_URIS.max;
  const at: Readonly<Record<ReviewCheck, string>> = {
    description: 'description',
    links: app.website === null ? 'website' : 'privacyPolicy',
    'redirect-uri': hasRoom ? 'uri' : 'redirect-uris',
    'sandbox-connection': 'consent',
  };
  return appPath(app, `/settings#${at[check]}`);
}

const PROFILE_FIELDS = [
  { name: 'name', optional: false },
  { name: 'description', lines: true, attributes: html`rows="4" maxlength="1000"` },
  'website',
  'privacyPolicy',
] as const;

/** Edits the profile of an app. Merchants see it once an operator has approved it. */
export const settingsScreen = appTabScreen({
  path: `${APP_PATH}/settings`,
  name: 'settings',
  tab: 'settings',
  content(visit) {
    const { view, app, deps } = visit;
    const { name, description, website, privacyPolicy } = app;
    const profile = formOf(visit, 'app.update', {
      name: 'settings',
      action: appPath(app, '/settings'),
      fields: PROFILE_FIELDS,
      submit: 'Save',
      isMain: true,
      className: 'card',
      lead: html`<h2>Profile</h2>`,
      values: { name, description: description ?? '', website: website ?? '', privacyPolicy: privacyPolicy ?? '' },
    });
    const logo = visit.form(['logo', 'removeLogo']);
    const hint = `A PNG, JPEG or WebP image, ideally square, ${LOGO_PIXELS.min} to ${LOGO_PIXELS.max} pixels wide and high, at most ${MAX_LOGO_BYTES / 1024} KiB.`;
    const attributes = html`accept="image/png,image/jpeg,image/webp"`;
    return html`${listingNotice(app)}${profile}<section class="card">
  <h2>Logo</h2>
  <form method="post" action="${appPath(app, '/logo')}" enctype="multipart/form-data">
    ${hidden('token', view.formToken)} ${formProblems(logo, ['logo'])}
    <div class="app">${appMark(app.name, app.logo ? appPath(app, '/logo') : undefined)}<div>
      ${fileField(logo, { name: 'logo', label: 'Image', hint, attributes })}
    </div></div>
    <div class="actions"><button class="secondary">Upload</button></div>
  </form>
  ${app.logo && ownForm(view, appPath(app, '/logo/remove'), html`<button class="quiet">Remove the logo</button>`, 'actions')}
</section>
${app.product !== 'ADSR' && ADDRESSES.map(({ section }) => section(visit))}
${app.product !== 'ADSR' && consentSection(app, deps.control.clock())}
${
  app.state !== 'ARCHIVED' &&
  html`<section class="card">
  <h2>Archive</h2>
  <p>${questionOf('app.archive', {}).effect}</p>
  <p class="actions"><a class="button secondary danger" href="${appPath(app, '/archive')}">Archive app</a></p>
</section>`
}`;
  },
  change: submits('app.update', PROFILE_FIELDS, { said: 'Saved.' }),
  forms: Object.fromEntries(ADDRESSES.map(({ form }) => form)),
});

export const archiveScreen = askAboutApp('app.archive', {
  path: '/archive',
  name: 'archive',
  about: ({ app }) => ({ names: { appId: app.name }, back: appPath(app, '/settings') }),
});

/** Links that open the sandbox's consent screen, with the current profile, as this app would; or what it needs first. */
function consentSection(app: AppDescription, now: number): Html {
  const client = app.credentials.find((each) => each.env === 'SANDBOX' && isWorking(each, now));
  const section = (content: Html) =>
    html`<section class="card" id="consent"><h2>Consent screen</h2>${content}</section>`;
  if (app.state === 'ARCHIVED') return section(html`<p>An archived app has none.</p>`);
  if (app.redirectUris.length === 0) {
    return section(html`<p>It opens here once the app has a redirect URI, to which the browser returns.
      <a href="#uri">Add a redirect URI</a></p>`);
  }
  if (!client) {
    return section(html`<p>It opens here once the app has a sandbox credential that works.
      <a href="${appPath(app, '/credentials')}">New credential</a></p>`);
  }
  const row = (uri: string): Html => {
    const query = { response_type: 'code', client_id: client.clientId, redirect_uri: uri, state: 'console' };
    const href = `/oauth/authorize?${new URLSearchParams(query)}`;
    return html`<li class="line"><code>${uri}</code> <a class="button secondary" href="${href}" target="_blank" rel="noopener">Open<span class="unseen"> the consent screen for ${uri}</span></a></li>`;
  };
  return section(html`<p class="small">As an owner of a sandbox merchant sees it, with the profile and the logo above, approved or not. Sign in with a login of the merchant.
      After the decision the browser returns here with the state <code>console</code>, which your app has to reject; to connect, begin in your app.</p>
    <ul class="rows">${app.redirectUris.map(row)}</ul>`);
}

export const logoScreen: ConsoleScreen = {
  ...shownLogo(APP_PATH),
  // Above the accepted file sizes, so that a file that is too large is reported at its field.
  upload: 1024 * 1024,
  outcomeOn: settingsScreen.path,
  change: submits('app.set-logo', [], {
    input: ({ ctx }) => ({ logo: ctx.state.upload?.toString('base64') ?? '' }),
    said: 'The logo is saved.',
  }),
  forms: {
    removeLogo: {
      path: '/remove',
      outcomeOn: settingsScreen.path,
      change: submits('app.set-logo', [], { input: () => ({ logo: null }), said: 'The logo is removed.' }),
    },
  },
};

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
