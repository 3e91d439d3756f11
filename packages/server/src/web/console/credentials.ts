import { html } from 'hono/html';
import type { Environment } from '../../credentials/products.ts';
import type { AppDescription } from '../../directory/apps/describe-app.ts';
import type { ApiKeySummary, CredentialSummary } from '../../directory/apps/describe-credential.ts';
import type { Operations } from '../../directory/operations.ts';
import { formFields } from '../kit/form/fields.ts';
import { linesOf } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { instantOf, timeUntil } from '../kit/page/instants.ts';
import { hidden, ownForm } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { WebProblem } from '../kit/problems.ts';
import { recordId } from '../kit/record-id.ts';
import type { Html } from '../languages/html.ts';
import { environmentBadge, environmentName } from '../shared/app-words.ts';
import { APP_PATH, type AppVisit, appPath, appTabScreen, confirmAppChange, withApp } from './app-layout.ts';
import type { ConsoleForms } from './audience.ts';

/** Client ids and their secrets. */
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
    ${actions(app, path, html`<a class="button secondary" href="${path}/rotate">Rotate secret</a>`)}
  </li>`;
}

/** Links that change a credential, if the app can be changed. */
const actions = (app: AppDescription, path: string, first?: Html): Html | false =>
  app.state !== 'ARCHIVED' &&
  html`<div class="actions">
      ${first}
      <a class="button secondary" href="${path}/addresses">Addresses</a>
      <a class="button secondary danger" href="${path}/revoke">Revoke</a>
    </div>`;

/** API keys, which ADSR apps send with their requests. */
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
  return html`<li>
    <p>${environmentBadge(env)} key ${apiKeyId}, ending in <code>${hint}</code></p>
    <p class="small">Created ${instantOf(createdAt)} · ${addresses(allowedIps)}</p>
    ${actions(app, appPath(app, `/keys/${apiKeyId}`))}
  </li>`;
}

const addresses = (allowedIps: readonly string[]): string =>
  allowedIps.length === 0 ? 'works from any address' : `works from ${allowedIps.join(', ')}`;

/** A button for each environment in which the app may have credentials. */
function issueForms(view: View, app: AppDescription, path: string, label: (env: string) => string): Html {
  const environments = app.state === 'APPROVED' ? (['SANDBOX', 'PRODUCTION'] as const) : (['SANDBOX'] as const);
  const buttons = environments.map(
    (env) =>
      html`<button class="${env === 'SANDBOX' ? 'secondary' : ''}" name="env" value="${env}">${label(environmentName(env).toLowerCase())}</button>`,
  );
  return ownForm(view, appPath(app, path), html`${buttons}`, 'actions');
}

const environmentIn = (fields: URLSearchParams): Environment =>
  fields.get('env') === 'PRODUCTION' ? 'PRODUCTION' : 'SANDBOX';

export const CREDENTIAL_FORMS: ConsoleForms = {
  issueCredential: {
    path: '/credentials',
    async change({ operations, id, fields }) {
      const issued: object = await operations.call('credential.issue', {
        appId: id('appId'),
        env: environmentIn(fields),
      });
      return { message: 'A new client id was issued.', secrets: secretsOf(issued) };
    },
  },
  createApiKey: {
    path: '/keys',
    async change({ operations, id, fields }) {
      const created = await operations.call('api-key.create', { appId: id('appId'), env: environmentIn(fields) });
      return { message: `API key ${created.id} was created.`, secrets: secretsOf({ apiKey: created.apiKey }) };
    },
  },
};

/** A client id or an API key of the app. The path names it. */
interface Credential {
  readonly title: string;
  /** Path, relative to the app's. */
  readonly path: string;
  readonly allowedIps: readonly string[];
  /** When changed addresses take effect. */
  readonly effect: string;
  /** What stops working once it is revoked. */
  readonly loss: string;
  allow(allowedIps: string[]): Promise<unknown>;
}

/** Finds the credential. A revoked one responds with 404. */
function credentialOf({ ctx, app, operations }: AppVisit): Credential {
  const { clientId, keyId } = ctx.params;
  const client = app.credentials.find((each) => each.clientId === clientId && !each.revokedAt);
  if (client) return clientCredential(client, operations);
  const key = app.apiKeys.find(({ apiKeyId, revokedAt }) => apiKeyId === recordId(keyId) && !revokedAt);
  if (!key) throw new WebProblem('notFound');
  return keyCredential(key, operations);
}

const clientCredential = ({ clientId, allowedIps }: CredentialSummary, operations: Operations): Credential => ({
  title: clientId,
  path: `/credentials/${clientId}`,
  allowedIps,
  effect: 'Tokens already issued keep the old list for up to 15 minutes.',
  loss: 'No new tokens will be issued, not for its refresh tokens either. Access tokens already issued work for up to 15 minutes.',
  allow: (ips) => operations.call('credential.allow', { clientId, allowedIps: ips }),
});

const keyCredential = ({ apiKeyId, allowedIps }: ApiKeySummary, operations: Operations): Credential => ({
  title: `key ${apiKeyId}`,
  path: `/keys/${apiKeyId}`,
  allowedIps,
  effect: 'A change takes effect with the next request.',
  loss: 'The next request with it will be rejected.',
  allow: (ips) => operations.call('api-key.allow', { apiKeyId, allowedIps: ips }),
});

export const rotateSecretScreen = confirmAppChange({
  path: '/credentials/:clientId/rotate',
  name: 'rotateSecret',
  ask: (visit) => ({
    title: `Rotate the secret of ${credentialOf(visit).title}?`,
    effect:
      'A new secret is issued and shown once. The present one stops working after 24 hours; put the new one in place before then.',
    submit: 'Rotate secret',
  }),
  async change({ operations, ctx }) {
    const rotated = await operations.call('credential.rotate', { clientId: ctx.params.clientId ?? '' });
    return {
      message: 'A new secret was issued. It works now, and the old one works for another 24 hours.',
      secrets: secretsOf(rotated),
    };
  },
});

function askToRevoke(visit: AppVisit) {
  const { title, loss } = credentialOf(visit);
  return { title: `Revoke ${title}?`, effect: `${loss} This cannot be undone.`, submit: 'Revoke' };
}

export const revokeCredentialScreen = confirmAppChange({
  path: '/credentials/:clientId/revoke',
  name: 'revokeCredential',
  ask: askToRevoke,
  async change({ operations, ctx }) {
    const clientId = ctx.params.clientId ?? '';
    await operations.call('credential.revoke', { clientId });
    return { message: `${clientId} is revoked.` };
  },
});

export const revokeApiKeyScreen = confirmAppChange({
  path: '/keys/:keyId/revoke',
  name: 'revokeApiKey',
  ask: askToRevoke,
  async change({ operations, id }) {
    const apiKeyId = id('keyId');
    await operations.call('api-key.revoke', { apiKeyId });
    return { message: `API key ${apiKeyId} is revoked.` };
  },
});

const FIELD = {
  name: 'allowedIps',
  label: 'Addresses',
  hint: 'IP addresses or CIDR ranges, one per line, at most 50. Leave it empty to allow any address.',
  optional: true,
  lines: true,
  attributes: html`rows="6" spellcheck="false" autocomplete="off"`,
} as const;

/** Changes the addresses from which a credential works. */
const allowlistScreen = (path: string, name: string) =>
  appTabScreen({
    path: APP_PATH + path,
    name,
    tab: 'overview',
    content(visit) {
      const { app, view } = visit;
      const credential = credentialOf(visit);
      const form = visit.form(name, { allowedIps: credential.allowedIps.join('\n') });
      return html`<form class="card" method="post" action="${appPath(app, `${credential.path}/addresses`)}">
      <h2>Addresses of ${credential.title}</h2>
      <p class="small">A request from any other address gets 403 <code>partner.ip_denied</code>. ${credential.effect}</p>
      ${hidden('token', view.formToken)} ${formFields(form, [FIELD])}
      <div class="actions"><button>Save</button><a class="button secondary" href="${appPath(app)}">Cancel</a></div>
    </form>`;
    },
    async change(visit) {
      const { title, allow } = credentialOf(await withApp(visit));
      await allow(linesOf(visit.fields, FIELD.name));
      return { to: appPath({ id: visit.id('appId') }), message: `The addresses of ${title} are saved.` };
    },
  });

export const credentialAddressesScreen = allowlistScreen('/credentials/:clientId/addresses', 'credentialAddresses');
export const keyAddressesScreen = allowlistScreen('/keys/:keyId/addresses', 'keyAddresses');
