import { html } from 'hono/html';
import { APP_ORIGINS } from '../../control/apps/app-origins.ts';
import type { AppDescription } from '../../control/apps/describe-app.ts';
import { APP_REDIRECT_URIS } from '../../control/apps/redirect-uri.ts';
import { type Field, formFields } from '../kit/form/fields.ts';
import { hidden, ownForm } from '../kit/page/parts.ts';
import { WebProblem } from '../kit/problems.ts';
import type { Html } from '../languages/html.ts';
import { type AppVisit, appPath, confirmAppChange } from './app-layout.ts';
import type { ConsoleForms, ConsoleScreen, ConsoleVisit } from './audience.ts';

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
  /** What stops working once an address is removed. */
  readonly loss: string;
  entriesOf(app: AppDescription): readonly string[];
  add(visit: ConsoleVisit, entry: string): Promise<unknown>;
  remove(visit: ConsoleVisit, entry: string): Promise<unknown>;
}

const URL_ATTRIBUTES = html`type="text" inputmode="url" maxlength="600" autocomplete="off" spellcheck="false" placeholder="https://"`;

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
  loss: 'Merchants whom the app sends to the consent screen with it see an error from now on.',
  entriesOf: ({ redirectUris }) => redirectUris,
  add: ({ operations, id }, uri) => operations.call('redirect-uri.add', { appId: id('appId'), uri }),
  remove: ({ operations, id }, uri) => operations.call('redirect-uri.remove', { appId: id('appId'), uri }),
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
  loss: 'Within 30 seconds, scripts of its pages can no longer call the API for the app.',
  entriesOf: ({ origins }) => origins,
  add: ({ operations, id }, origin) => operations.call('origin.add', { appId: id('appId'), origin }),
  remove: ({ operations, id }, origin) => operations.call('origin.remove', { appId: id('appId'), origin }),
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
  confirmAppChange({
    path: `${addresses.path}/remove`,
    name: `remove${addresses.name}`,
    ask({ app, query }) {
      const { field, noun, loss, entriesOf } = addresses;
      const entry = entriesOf(app).find((each) => each === query.get(field.name));
      if (entry === undefined) throw new WebProblem('notFound');
      const details = html`<p><code>${entry}</code></p>`;
      const fields = hidden(field.name, entry);
      return { title: `Remove this ${noun}?`, effect: loss, details, fields, submit: 'Remove' };
    },
    async change(visit) {
      const entry = entryIn(visit, addresses);
      await addresses.remove(visit, entry);
      return { message: `Removed the ${addresses.noun}: ${entry}` };
    },
  }),
);
