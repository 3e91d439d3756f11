import { html } from 'hono/html';
import type { AppDescription } from '../../directory/apps/describe-app.ts';
import { type Field, formProblems, textField } from '../kit/form/fields.ts';
import type { FilledForm } from '../kit/form/filled-form.ts';
import { hidden } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import type { Html } from '../languages/html.ts';
import { appPath } from './app-layout.ts';

interface Addresses {
  readonly title: string;
  readonly lead: string;
  /** Name of the form, and of its path. */
  readonly path: string;
  readonly entries: readonly string[];
  readonly most: number;
  readonly field: Field;
}

/** Redirect URIs, and origins of pages that call the API. */
export function addressSections(view: View, app: AppDescription, formOf: (name: string) => FilledForm): Html {
  const redirectUris = {
    title: 'Redirect URIs',
    lead: 'After the merchant has decided, the browser returns to one of these.',
    path: 'redirect-uris',
    entries: app.redirectUris,
    most: 5,
    field: { name: 'uri', label: 'Add a redirect URI', hint: REDIRECT_RULES, attributes: URL_ATTRIBUTES },
  };
  const origins = {
    title: 'Browser origins',
    lead: 'Scripts on these origins can call the API with a token of this app. Most apps call it from their server and need none.',
    path: 'origins',
    entries: app.origins,
    most: 10,
    field: {
      name: 'origin',
      label: 'Add an origin',
      hint: 'Scheme, host and, if needed, port, such as https://app.example.com, without a path.',
      attributes: URL_ATTRIBUTES,
    },
  };
  return html`${[redirectUris, origins].map((addresses) => section(view, app, addresses, formOf(addresses.path)))}`;
}

const URL_ATTRIBUTES = html`type="text" inputmode="url" maxlength="600" autocomplete="off" spellcheck="false" placeholder="https://"`;

const REDIRECT_RULES = html`Up to 5, each at most 512 characters: <code>https://</code> (for your own machine also
  <code>http://localhost</code> and <code>http://127.0.0.1</code> with any port), without a fragment
  (<code>#</code>), a wildcard (<code>*</code>) or a user name. It is compared character by character, with port, path, trailing slash and query.`;

function section(view: View, app: AppDescription, addresses: Addresses, form: FilledForm): Html {
  const { title, lead, path, entries, most, field } = addresses;
  const changes = app.state !== 'ARCHIVED';
  return html`<section class="card" id="${path}">
    <h2>${title}</h2>
    <p class="small">${lead}</p>
    <ul class="rows">${entries.map((entry) => row(app, addresses, entry))}</ul>
    ${
      changes &&
      entries.length < most &&
      html`<form method="post" action="${appPath(app, `/${path}`)}">
        ${hidden('token', view.formToken)} ${formProblems(form, [field.name])} ${textField(form, field)}
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
