import { html } from 'hono/html';
import type { AppDescription } from '../../control/describe-app.ts';
import { type ApiKeySummary, type CredentialSummary, isWorking } from '../../control/keys.ts';
import type { Environment } from '../../control/products.ts';
import type { Operations } from '../../operations/operations.ts';
import { recordId, WebProblem } from '../kit/context.ts';
import { type AnyField, formFields, linesOf, textOf } from '../kit/fields.ts';
import { instantOf, timeUntil } from '../kit/instants.ts';
import { fieldsFor } from '../kit/operation-screens.ts';
import { hidden, ownForm } from '../kit/page.ts';
import { secretsOf } from '../kit/submission.ts';
import { type Html, name } from '../languages/html.ts';
import { environmentBadge, environmentName } from '../shared/words.ts';
import { APP_PATH, type AppVisit, appPath, appTabScreen, askAboutApp, withApp } from './layout.ts';

/** Path of the page of an app's credentials. */
const CREDENTIALS_PATH = `${APP_PATH}/credentials`;

const [NAME_FIELD, EXPIRES_FIELD] = fieldsFor('credential.issue', [
  'name',
  { name: 'expiresAt', attributes: html`type="date"` },
]) as [AnyField, AnyField];

/** The app's client ids and API keys: what they are for, who made them, and when they were last used. */
export const credentialsScreen = appTabScreen({
  path: CREDENTIALS_PATH,
  name: 'credentials',
  tab: 'credentials',
  content(visit) {
    const { app, deps } = visit;
    const now = deps.control.clock();
    const clients = app.credentials.map((each) => clientRow(app, each, now));
    const keys = app.apiKeys.map((each) => keyRow(app, each, now));
    return html`
    ${section('Client ids', 'A client id and its secret are exchanged for tokens. A secret is shown once, when it is issued.', clients)}
    ${
      app.product === 'ADSR' &&
      section('API keys', 'A key is sent as X-API-Key. It is shown once, when it is created.', keys)
    }
    ${app.state !== 'ARCHIVED' && newForm(visit)}`;
  },
  forms: {
    newCredential: {
      path: '/new',
      async change({ operations, id, fields }) {
        const env: Environment = fields.get('env') === 'PRODUCTION' ? 'PRODUCTION' : 'SANDBOX';
        const facts = { name: textOf(fields, 'name'), expiresAt: textOf(fields, 'expiresAt') };
        const input = { appId: id('appId'), env, ...facts };
        if (fields.get('kind') === 'key') {
          const created = await operations.call('api-key.create', input);
          return { message: `API key ${created.id} was created.`, secrets: secretsOf({ apiKey: created.apiKey }) };
        }
        const issued = await operations.call('credential.issue', input);
        return { message: 'A new client id was issued.', secrets: secretsOf(issued) };
      },
    },
  },
});

interface Row {
  readonly works: boolean;
  readonly content: Html;
}

function section(title: string, lead: string, rows: readonly Row[]): Html {
  const working = rows.filter(({ works }) => works);
  const ended = rows.filter(({ works }) => !works);
  return html`<section class="card"><h2>${title}</h2><p class="small">${lead}</p>
    ${working.length === 0 ? html`<p>None.</p>` : html`<ul class="rows">${working.map(({ content }) => content)}</ul>`}
    ${
      ended.length > 0 &&
      html`<details><summary>Revoked or expired (${ended.length})</summary><ul class="rows">${ended.map(({ content }) => content)}</ul></details>`
    }
  </section>`;
}

function clientRow(app: AppDescription, credential: CredentialSummary, now: number): Row {
  const { clientId, env, previousSecretUntil } = credential;
  const works = isWorking(credential, now);
  const path = appPath(app, `/credentials/${clientId}`);
  const overlaps = works && previousSecretUntil !== null && Date.parse(previousSecretUntil) > now;
  const rotate = html`<a class="button secondary" href="${path}/rotate">Rotate secret</a>`;
  const content = html`<li>
    <p>${environmentBadge(env)} ${credential.name && html`<strong>${name(credential.name)}</strong>`} <code data-copy>${clientId}</code></p>
    ${facts(credential, now)}
    ${
      overlaps &&
      html`<p class="notice hint">The previous secret works for another ${timeUntil(previousSecretUntil, now)}, until ${instantOf(previousSecretUntil)}. Deploy the new one before then.</p>`
    }
    ${actions(app, credential, path, rotate)}
  </li>`;
  return { works, content };
}

function keyRow(app: AppDescription, key: ApiKeySummary, now: number): Row {
  const content = html`<li>
    <p>${environmentBadge(key.env)} ${key.name && html`<strong>${name(key.name)}</strong>`} key ${key.apiKeyId}, ending in <code>${key.hint}</code></p>
    ${facts(key, now)}
    ${actions(app, key, appPath(app, `/keys/${key.apiKeyId}`))}
  </li>`;
  return { works: isWorking(key, now), content };
}

function facts(credential: CredentialSummary | ApiKeySummary, now: number): Html {
  const { createdAt, createdBy, lastUsedAt, expiresAt, revokedAt, allowedIps } = credential;
  const end = revokedAt
    ? html`Revoked ${instantOf(revokedAt)}`
    : expiresAt && html`${Date.parse(expiresAt) > now ? 'Expires' : 'Expired'} ${instantOf(expiresAt)}`;
  return html`<p class="small">Made ${instantOf(createdAt)}${createdBy && html` by ${name(createdBy)}`} ·
    ${lastUsedAt ? html`last used ${instantOf(lastUsedAt)}` : 'never used'} ·
    ${allowedIps.length === 0 ? 'works from any address' : `works from ${allowedIps.join(', ')}`}${end && html` · ${end}`}</p>`;
}

/** Links that change a credential, if it can be changed. */
const actions = (
  app: AppDescription,
  { revokedAt }: CredentialSummary | ApiKeySummary,
  path: string,
  first?: Html,
): Html | false =>
  app.state !== 'ARCHIVED' &&
  revokedAt === null &&
  html`<div class="actions">
      ${first}
      <a class="button secondary" href="${path}/edit">Edit</a>
      <a class="button secondary danger" href="${path}/revoke">Revoke</a>
    </div>`;

const KIND_FIELD: AnyField = {
  name: 'kind',
  label: 'Kind',
  options: [
    ['key', 'API key'],
    ['client', 'Client id and secret'],
  ],
};

/** A button for each environment in which the app may have credentials. */
function newForm({ app, view, form }: AppVisit): Html {
  const environments = app.state === 'APPROVED' ? (['SANDBOX', 'PRODUCTION'] as const) : (['SANDBOX'] as const);
  const buttons = environments.map(
    (env) =>
      html`<button class="${env === 'SANDBOX' ? 'secondary' : ''}" name="env" value="${env}">New ${environmentName(env).toLowerCase()} credential</button>`,
  );
  const shown = [...(app.product === 'ADSR' ? [KIND_FIELD] : []), NAME_FIELD, EXPIRES_FIELD];
  const content = html`<h2>New credential</h2>${formFields(form('newCredential'), shown)}<div class="actions">${buttons}</div>`;
  return html`<section class="card">${ownForm(view, appPath(app, '/credentials/new'), content)}</section>`;
}

/** The credentials in short, on the overview. */
export function credentialSummary(app: AppDescription, now: number): Html {
  const working = [...app.credentials, ...app.apiKeys].filter((each) => isWorking(each, now));
  const used = working
    .map(({ lastUsedAt }) => lastUsedAt ?? '')
    .sort()
    .at(-1);
  return html`<section class="card"><h2>Credentials</h2>
    <p>${working.length === 1 ? 'One works' : `${working.length} work`}, ${used ? html`last used ${instantOf(used)}` : 'not used yet'}.</p>
    <p class="actions"><a class="button secondary" href="${appPath(app, '/credentials')}">Credentials</a></p></section>`;
}

/** A client id or an API key of the app. The path names it. */
interface Credential {
  readonly title: string;
  readonly name: string | null;
  readonly expiresAt: string | null;
  /** Path, relative to the app's. */
  readonly path: string;
  readonly allowedIps: readonly string[];
  /** When changed addresses take effect. */
  readonly effect: string;
  update(facts: Facts): Promise<unknown>;
}

interface Facts {
  readonly name: string | null;
  readonly expiresAt?: string | null;
  readonly allowedIps: string[];
}

/** Finds the credential. A revoked one responds with 404. */
function credentialOf({ ctx, app, operations }: AppVisit): Credential {
  const { clientId, apiKeyId: keyId } = ctx.params;
  const client = app.credentials.find((each) => each.clientId === clientId && !each.revokedAt);
  if (client) return clientCredential(client, operations);
  const key = app.apiKeys.find(({ apiKeyId, revokedAt }) => apiKeyId === recordId(keyId) && !revokedAt);
  if (!key) throw new WebProblem('notFound');
  return keyCredential(key, operations);
}

const clientCredential = (
  { clientId, name, expiresAt, allowedIps }: CredentialSummary,
  operations: Operations,
): Credential => ({
  title: clientId,
  name,
  expiresAt,
  path: `/credentials/${clientId}`,
  allowedIps,
  effect: 'Tokens already issued keep the old list for up to 15 minutes.',
  update: (facts) => operations.call('credential.update', { clientId, ...facts }),
});

const keyCredential = (
  { apiKeyId, name, expiresAt, allowedIps }: ApiKeySummary,
  operations: Operations,
): Credential => ({
  title: `key ${apiKeyId}`,
  name,
  expiresAt,
  path: `/keys/${apiKeyId}`,
  allowedIps,
  effect: 'A change takes effect with the next request.',
  update: (facts) => operations.call('api-key.update', { apiKeyId, ...facts }),
});

const aboutCredential = (field: 'clientId' | 'apiKeyId') => (visit: AppVisit) => ({
  names: { [field]: credentialOf(visit).title },
});

export const rotateSecretScreen = askAboutApp('credential.rotate', {
  path: '/credentials/:clientId/rotate',
  name: 'rotateSecret',
  outcomeOn: '/credentials',
  about: aboutCredential('clientId'),
});

export const revokeCredentialScreen = askAboutApp('credential.revoke', {
  path: '/credentials/:clientId/revoke',
  name: 'revokeCredential',
  outcomeOn: '/credentials',
  about: aboutCredential('clientId'),
});

export const revokeApiKeyScreen = askAboutApp('api-key.revoke', {
  path: '/keys/:apiKeyId/revoke',
  name: 'revokeApiKey',
  outcomeOn: '/credentials',
  about: aboutCredential('apiKeyId'),
});

const ADDRESSES_FIELD = {
  name: 'allowedIps',
  label: 'Addresses',
  hint: 'IP addresses or CIDR ranges, one per line, at most 50. Leave it empty to allow any address.',
  optional: true,
  lines: true,
  attributes: html`rows="6" spellcheck="false" autocomplete="off"`,
} as const;

/** Changes what a credential is called, when it expires, and the addresses from which it works. */
const editScreen = (path: string, name: string) =>
  appTabScreen({
    path: APP_PATH + path,
    name,
    tab: 'credentials',
    content(visit) {
      const { app, view } = visit;
      const credential = credentialOf(visit);
      const form = visit.form(name, {
        name: credential.name ?? '',
        expiresAt: dayOf(credential),
        allowedIps: credential.allowedIps.join('\n'),
      });
      return html`<form class="card" method="post" action="${appPath(app, `${credential.path}/edit`)}">
      <h2>${credential.title}</h2>
      <p class="small">A request from any other address than these gets 403 <code>partner.ip_denied</code>. ${credential.effect}</p>
      ${hidden('token', view.formToken)} ${formFields(form, [NAME_FIELD, EXPIRES_FIELD, ADDRESSES_FIELD])}
      <div class="actions"><button>Save</button><a class="button secondary" href="${appPath(app, '/credentials')}">Cancel</a></div>
    </form>`;
    },
    async change(visit) {
      const { fields } = visit;
      const credential = credentialOf(await withApp(visit));
      const day = textOf(fields, 'expiresAt');
      // The time of an expiry that was set elsewhere stays if its day does.
      const isSame = (day ?? '') === dayOf(credential);
      await credential.update({
        name: textOf(fields, 'name') ?? null,
        ...(!isSame && { expiresAt: day ?? null }),
        allowedIps: linesOf(fields, ADDRESSES_FIELD.name),
      });
      return { to: appPath({ id: visit.id('appId') }, '/credentials'), message: `${credential.title} is saved.` };
    },
  });

const dayOf = ({ expiresAt }: Credential): string => expiresAt?.slice(0, 10) ?? '';

export const editCredentialScreen = editScreen('/credentials/:clientId/edit', 'editCredential');
export const editKeyScreen = editScreen('/keys/:apiKeyId/edit', 'editKey');
