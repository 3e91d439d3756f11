import { html } from 'hono/html';
import type { Environment } from '../../credentials/products.ts';
import type { AppDescription } from '../../directory/apps/describe-app.ts';
import type { ApiKeySummary, CredentialSummary } from '../../directory/apps/describe-credential.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { instantOf, timeUntil } from '../kit/page/instants.ts';
import { hidden } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import type { Html } from '../languages/html.ts';
import { environmentBadge, environmentName } from '../shared/app-words.ts';
import { appPath } from './app-layout.ts';
import type { AppForms } from './audience.ts';

/** Client ids, with what can be done with each. */
export function credentialSection(view: View, app: AppDescription, now: number): Html {
  const working = app.credentials.filter(({ revokedAt }) => revokedAt === null);
  const revoked = app.credentials.filter(({ revokedAt }) => revokedAt !== null);
  return html`<section class="card">
    <h2>Credentials</h2>
    <p class="small">A client id and its secret are exchanged for tokens. A secret is shown once, when it is issued.</p>
    ${working.length === 0 && html`<p>None.</p>`}
    <ul class="rows">${working.map((credential) => credentialRow(app, credential, now))}</ul>
    ${revoked.length > 0 && html`<details><summary>Revoked (${revoked.length})</summary><ul class="rows">${revoked.map(revokedRow)}</ul></details>`}
    ${app.state !== 'ARCHIVED' && issueForms(view, app, '/credentials', (env) => `Issue another ${env} credential`)}
  </section>`;
}

const revokedRow = ({ clientId, env, revokedAt }: CredentialSummary): Html =>
  html`<li>${environmentBadge(env)} <code>${clientId}</code> revoked ${revokedAt && instantOf(revokedAt)}</li>`;

function credentialRow(app: AppDescription, credential: CredentialSummary, now: number): Html {
  const { clientId, env, allowedIps, createdAt, previousSecretUntil } = credential;
  const overlaps = previousSecretUntil !== null && Date.parse(previousSecretUntil) > now;
  const path = appPath(app, `/credentials/${clientId}`);
  return html`<li>
    <p>${environmentBadge(env)} <code data-copy>${clientId}</code></p>
    <p class="small">Issued ${instantOf(createdAt)} · ${addresses(allowedIps)}</p>
    ${
      overlaps &&
      html`<p class="notice hint">The previous secret works for another ${timeUntil(previousSecretUntil, now)}, until ${instantOf(previousSecretUntil)}. Deploy the new one before then.</p>`
    }
    ${
      app.state !== 'ARCHIVED' &&
      html`<div class="actions">
      <a class="button secondary" href="${path}/rotate">Rotate secret</a>
      <a class="button secondary" href="${path}/addresses">Addresses</a>
      <a class="button secondary danger" href="${path}/revoke">Revoke</a>
    </div>`
    }
  </li>`;
}

/** API keys, by which an ADSR app calls. */
export function apiKeySection(view: View, app: AppDescription): Html {
  const working = app.apiKeys.filter(({ revokedAt }) => revokedAt === null);
  return html`<section class="card">
    <h2>API keys</h2>
    <p class="small">A key is sent as <code>X-API-Key</code>. It is shown once, when it is created.</p>
    ${working.length === 0 && html`<p>None.</p>`}
    <ul class="rows">${working.map((key) => keyRow(app, key))}</ul>
    ${app.state !== 'ARCHIVED' && issueForms(view, app, '/keys', (env) => `Create a ${env} key`)}
  </section>`;
}

function keyRow(app: AppDescription, { apiKeyId, env, hint, allowedIps, createdAt }: ApiKeySummary): Html {
  const path = appPath(app, `/keys/${apiKeyId}`);
  return html`<li>
    <p>${environmentBadge(env)} key ${apiKeyId}, ending in <code>${hint}</code></p>
    <p class="small">Created ${instantOf(createdAt)} · ${addresses(allowedIps)}</p>
    ${
      app.state !== 'ARCHIVED' &&
      html`<div class="actions">
      <a class="button secondary" href="${path}/addresses">Addresses</a>
      <a class="button secondary danger" href="${path}/revoke">Revoke</a>
    </div>`
    }
  </li>`;
}

const addresses = (allowedIps: readonly string[]): string =>
  allowedIps.length === 0 ? 'works from any address' : `works from ${allowedIps.join(', ')}`;

/** A button for each environment that the app may have secrets in. */
function issueForms(view: View, app: AppDescription, path: string, label: (env: string) => string): Html {
  const environments = app.state === 'APPROVED' ? (['SANDBOX', 'PRODUCTION'] as const) : (['SANDBOX'] as const);
  return html`<form method="post" action="${appPath(app, path)}" class="actions">
    ${hidden('token', view.formToken)}
    ${environments.map(
      (env) =>
        html`<button class="${env === 'SANDBOX' ? 'secondary' : ''}" name="env" value="${env}">${label(environmentName(env).toLowerCase())}</button>`,
    )}
  </form>`;
}

const environmentIn = (fields: URLSearchParams): Environment =>
  fields.get('env') === 'PRODUCTION' ? 'PRODUCTION' : 'SANDBOX';

/** Forms of the sections. */
export const CREDENTIAL_FORMS: AppForms = {
  issueCredential: {
    path: '/credentials',
    async change({ operations, app, fields }) {
      const issued: object = await operations.call('credential.issue', { appId: app.id, env: environmentIn(fields) });
      return { message: 'A new client id was issued.', secrets: secretsOf(issued) };
    },
  },
  createApiKey: {
    path: '/keys',
    async change({ operations, app, fields }) {
      const { id, apiKey } = await operations.call('api-key.create', { appId: app.id, env: environmentIn(fields) });
      return { message: `API key ${id} was created.`, secrets: secretsOf({ apiKey }) };
    },
  },
};
