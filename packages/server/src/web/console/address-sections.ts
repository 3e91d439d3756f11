import { html } from 'hono/html';
import type { AppDescription } from '../../directory/apps/describe-app.ts';
import { type Field, formProblems, textField } from '../kit/form/fields.ts';
import { hidden } from '../kit/page/parts.ts';
import type { Html } from '../languages/html.ts';
import { appPath } from './app-layout.ts';
import type { AppForms, AppVisit } from './audience.ts';

/** A list of addresses that an app has. */
interface Addresses {
  readonly title: string;
  readonly lead: string;
  /** Id of the section, and path of its form. */
  readonly path: string;
  /** Names of the forms that add one and remove one. */
  readonly forms: readonly [add: string, remove: string];
  entriesOf(app: AppDescription): readonly string[];
  readonly most: number;
  readonly field: Field;
}

const URL_ATTRIBUTES = html`type="text" inputmode="url" maxlength="600" autocomplete="off" spellcheck="false" placeholder="https://"`;

const REDIRECT_RULES = html`Up to 5, each at most 512 characters: <code>https://</code> (for your own machine also
  <code>http://localhost</code> and <code>http://127.0.0.1</code> with any port), without a fragment
  (<code>#</code>), a wildcard (<code>*</code>) or a user name. It is compared character by character, with port, path, trailing slash and query.`;

const REDIRECT_URIS: Addresses = {
  title: 'Redirect URIs',
  lead: 'After the merchant has decided, the browser returns to one of these.',
  path: 'redirect-uris',
  forms: ['addRedirectUri', 'removeRedirectUri'],
  entriesOf: ({ redirectUris }) => redirectUris,
  most: 5,
  field: { name: 'uri', label: 'Add a redirect URI', hint: REDIRECT_RULES, attributes: URL_ATTRIBUTES },
};

const ORIGINS: Addresses = {
  title: 'Browser origins',
  lead: 'Scripts on these origins can call the API with a token of this app. Most apps call it from their server and need none.',
  path: 'origins',
  forms: ['addOrigin', 'removeOrigin'],
  entriesOf: ({ origins }) => origins,
  most: 10,
  field: {
    name: 'origin',
    label: 'Add an origin',
    hint: 'Scheme, host and, if needed, port, such as https://app.example.com, without a path.',
    attributes: URL_ATTRIBUTES,
  },
};

const SECTIONS = [REDIRECT_URIS, ORIGINS];

/** Forms whose problems are shown in the sections. */
export const NAMES_OF_ADDRESS_FORMS = SECTIONS.flatMap(({ forms }) => forms);

/** Redirect URIs, and origins of pages that call the API. */
export const addressSections = (visit: AppVisit): Html =>
  html`${SECTIONS.map((addresses) => section(visit, addresses))}`;

function section({ view, app, form }: AppVisit, addresses: Addresses): Html {
  const { title, lead, path, forms, entriesOf, most, field } = addresses;
  const [filled, entries] = [form(forms), entriesOf(app)];
  return html`<section class="card" id="${path}">
    <h2>${title}</h2>
    <p class="small">${lead}</p>
    <ul class="rows">${entries.map((entry) => row(app, addresses, entry))}</ul>
    ${
      app.state !== 'ARCHIVED' &&
      entries.length < most &&
      html`<form method="post" action="${appPath(app, `/${path}`)}">
        ${hidden('token', view.formToken)} ${formProblems(filled, [field.name])} ${textField(filled, field)}
        <div class="actions"><button class="secondary">Add</button></div>
      </form>`
    }
  </section>`;
}

const row = (app: AppDescription, { path, field }: Addresses, entry: string): Html => html`<li class="line">
  <code>${entry}</code>
  ${
    app.state !== 'ARCHIVED' &&
    html`<a class="button quiet" aria-label="Remove ${entry}"
      href="${appPath(app, `/${path}/remove`)}?${new URLSearchParams({ [field.name]: entry })}">Remove</a>`
  }
</li>`;

/** The address that a form has. */
export const addressIn = ({ fields }: AppVisit, field: 'uri' | 'origin'): string => fields.get(field)?.trim() ?? '';

/** Forms of the sections. */
export const ADDRESS_FORMS: AppForms = {
  addRedirectUri: {
    path: '/redirect-uris',
    async change(visit) {
      const uri = addressIn(visit, 'uri');
      await visit.operations.call('redirect-uri.add', { appId: visit.app.id, uri });
      return { message: `Added the redirect URI: ${uri}` };
    },
  },
  addOrigin: {
    path: '/origins',
    async change(visit) {
      const origin = addressIn(visit, 'origin');
      await visit.operations.call('origin.add', { appId: visit.app.id, origin });
      return { message: `Added the origin: ${origin}` };
    },
  },
};
