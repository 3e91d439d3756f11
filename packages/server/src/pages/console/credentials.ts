import { html } from 'hono/html';
import type { AppDescription } from '../../control/describe-app.ts';
import { type ApiKeySummary, type CredentialSummary, isWorking } from '../../control/keys.ts';
import { recordId, WebProblem } from '../kit/context.ts';
import { selectField } from '../kit/fields.ts';
import { instantOf, timeUntil } from '../kit/instants.ts';
import { formOf, inputIn, submits } from '../kit/operation-screens.ts';
import { type Html, name } from '../languages/html.ts';
import { environmentBadge, environmentIn, environmentName, environmentsOf } from '../shared/words.ts';
import { APP_PATH, type AppVisit, appPath, appTabScreen, askAboutApp, type ConsoleScreen, withApp } from './layout.ts';

type Key = CredentialSummary | ApiKeySummary;

const titleOf = (key: Key): string => ('clientId' in key ? key.clientId : `key ${key.apiKeyId}`);

const keyPath = (app: AppDescription, key: Key, rest: string): string =>
  appPath(app, `${'clientId' in key ? `/credentials/${key.clientId}` : `/keys/${key.apiKeyId}`}${rest}`);

/** Finds the key in the path. A revoked one responds with 404. */
function keyOf({ ctx, app }: AppVisit): Key {
  const { clientId, apiKeyId } = ctx.params;
  const isNamed = (key: Key) => ('clientId' in key ? key.clientId === clientId : key.apiKeyId === recordId(apiKeyId));
  const found = [...app.credentials, ...app.apiKeys].find((key) => isNamed(key) && !key.revokedAt);
  if (!found) throw new WebProblem('notFound');
  return found;
}

const FIELDS = ['name', 'expiresAt'] as const;

const NEW_KEY = submits('api-key.create', FIELDS, {
  input: ({ fields }) => ({ env: environmentIn(fields) }),
  said: ({ id }) => `API key ${id} was created.`,
});
const NEW_CLIENT = submits('credential.issue', FIELDS, {
  input: ({ fields }) => ({ env: environmentIn(fields) }),
  said: 'A new client id was issued.',
});

export const credentialsScreen = appTabScreen({
  path: `${APP_PATH}/credentials`,
  name: 'credentials',
  tab: 'credentials',
  content(visit) {
    const { app, deps } = visit;
    const now = deps.control.clock();
    const section = (title: string, lead: string, keys: readonly Key[]): Html => {
      const working = keys.filter((key) => isWorking(key, now));
      const ended = keys.filter((key) => !isWorking(key, now));
      const rows = (some: readonly Key[]) => html`<ul class="rows">${some.map((key) => row(app, key, now))}</ul>`;
      return html`<section class="card"><h2>${title}</h2><p class="small">${lead}</p>
    ${working.length === 0 ? html`<p>None.</p>` : rows(working)}
    ${ended.length > 0 && html`<details><summary>Revoked or expired (${ended.length})</summary>${rows(ended)}</details>`}
  </section>`;
    };
    return html`
    ${section('Client ids', 'A client id and its secret are exchanged for tokens. A secret is shown once, when it is issued.', app.credentials)}
    ${
      app.product === 'ADSR' &&
      section('API keys', 'A key is sent as X-API-Key. It is shown once, when it is created.', app.apiKeys)
    }
    ${app.state !== 'ARCHIVED' && html`<section class="card">${newForm(visit)}</section>`}`;
  },
  forms: {
    newCredential: {
      path: '/new',
      change: (visit) => (visit.fields.get('kind') === 'key' ? NEW_KEY : NEW_CLIENT)(visit),
    },
  },
});

/** A button for each environment in which the app may have credentials. */
function newForm(visit: AppVisit): Html {
  const { app, form } = visit;
  const kinds = [
    ['key', 'API key'],
    ['client', 'Client id and secret'],
  ] as const;
  const kind = selectField(form('newCredential'), { name: 'kind', label: 'Kind' }, kinds);
  return formOf(visit, 'credential.issue', {
    name: 'newCredential',
    action: appPath(app, '/credentials/new'),
    fields: FIELDS,
    lead: html`<h2>New credential</h2>${app.product === 'ADSR' && kind}`,
    buttons: html`${environmentsOf(app).map(
      (env) =>
        html`<button class="${env === 'SANDBOX' ? 'secondary' : ''}" name="env" value="${env}">New ${environmentName(env).toLowerCase()} credential</button>`,
    )}`,
  });
}

function row(app: AppDescription, key: Key, now: number): Html {
  const { env, createdAt, createdBy, lastUsedAt, expiresAt, revokedAt, allowedIps } = key;
  const isClient = 'clientId' in key;
  const text = isClient
    ? html`<code data-copy>${key.clientId}</code>`
    : html`key ${key.apiKeyId}, ending in <code>${key.hint}</code>`;
  const end = revokedAt
    ? html`Revoked ${instantOf(revokedAt)}`
    : expiresAt && html`${Date.parse(expiresAt) > now ? 'Expires' : 'Expired'} ${instantOf(expiresAt)}`;
  const previousUntil = isClient && isWorking(key, now) ? key.previousSecretUntil : null;
  return html`<li>
    <p>${environmentBadge(env)} ${key.name && html`<strong>${name(key.name)}</strong>`} ${text}</p>
    <p class="small">Made ${instantOf(createdAt)}${createdBy && html` by ${name(createdBy)}`} ·
    ${lastUsedAt ? html`last used ${instantOf(lastUsedAt)}` : 'never used'} ·
    ${allowedIps.length === 0 ? 'works from any address' : `works from ${allowedIps.join(', ')}`}${end && html` · ${end}`}</p>
    ${
      previousUntil !== null &&
      Date.parse(previousUntil) > now &&
      html`<p class="notice hint">The previous secret works for another ${timeUntil(previousUntil, now)}, until ${instantOf(previousUntil)}. Deploy the new one before then.</p>`
    }
    ${
      app.state !== 'ARCHIVED' &&
      revokedAt === null &&
      html`<div class="actions">
      ${isClient && html`<a class="button secondary" href="${keyPath(app, key, '/rotate')}">Rotate secret</a>`}
      <a class="button secondary" href="${keyPath(app, key, '/edit')}">Edit</a>
      <a class="button secondary danger" href="${keyPath(app, key, '/revoke')}">Revoke</a>
    </div>`
    }
  </li>`;
}

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

const dayOf = ({ expiresAt }: Key): string => expiresAt?.slice(0, 10) ?? '';

const CHANGED_FIELDS = [
  ...FIELDS,
  { name: 'allowedIps', attributes: html`rows="6" spellcheck="false" autocomplete="off"` },
] as const;

/** Edits a credential's name, expiry and allowed addresses. */
const editScreen = (path: string, screen: string): ConsoleScreen =>
  appTabScreen({
    path: `${APP_PATH}${path}/edit`,
    name: screen,
    tab: 'credentials',
    content(visit) {
      const { app } = visit;
      const key = keyOf(visit);
      const effect =
        'clientId' in key
          ? 'Tokens already issued keep the old list for up to 15 minutes.'
          : 'A change takes effect with the next request.';
      return formOf(visit, 'credential.update', {
        name: screen,
        action: keyPath(app, key, '/edit'),
        fields: CHANGED_FIELDS,
        className: 'card',
        lead: html`<h2>${titleOf(key)}</h2>
      <p class="small">A request from any other address than these gets 403 <code>partner.ip_denied</code>. ${effect}</p>`,
        buttons: html`<button>Save</button><a class="button secondary" href="${appPath(app, '/credentials')}">Cancel</a>`,
        values: { name: key.name ?? '', expiresAt: dayOf(key), allowedIps: key.allowedIps.join('\n') },
      });
    },
    async change(given) {
      const visit = await withApp(given);
      const { operations, fields, app } = visit;
      const key = keyOf(visit);
      const { expiresAt, ...others } = inputIn('credential.update', fields, CHANGED_FIELDS);
      // Keeps the time of an expiry that was set elsewhere if its day is unchanged.
      const changed = (expiresAt ?? '') === dayOf(key) ? others : { ...others, expiresAt };
      if ('clientId' in key) await operations.call('credential.update', { ...changed, clientId: key.clientId });
      else await operations.call('api-key.update', { ...changed, apiKeyId: key.apiKeyId });
      return { to: appPath(app, '/credentials'), message: `${titleOf(key)} is saved.` };
    },
  });

const CLIENT = '/credentials/:clientId';
const KEY = '/keys/:apiKeyId';

export const credentialScreens: readonly ConsoleScreen[] = [
  askAboutApp('credential.rotate', {
    path: `${CLIENT}/rotate`,
    name: 'rotateSecret',
    outcomeOn: '/credentials',
    about: (visit) => ({ names: { clientId: titleOf(keyOf(visit)) } }),
  }),
  askAboutApp('credential.revoke', {
    path: `${CLIENT}/revoke`,
    name: 'revokeCredential',
    outcomeOn: '/credentials',
    about: (visit) => ({ names: { clientId: titleOf(keyOf(visit)) } }),
  }),
  editScreen(CLIENT, 'editCredential'),
  askAboutApp('api-key.revoke', {
    path: `${KEY}/revoke`,
    name: 'revokeApiKey',
    outcomeOn: '/credentials',
    about: (visit) => ({ names: { apiKeyId: titleOf(keyOf(visit)) } }),
  }),
  editScreen(KEY, 'editKey'),
];
