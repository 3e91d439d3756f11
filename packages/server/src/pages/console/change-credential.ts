import { html } from 'hono/html';
import type { ApiKeySummary, CredentialSummary } from '../../control/apps/describe-credential.ts';
import type { Operations } from '../../operations/operations.ts';
import { formFields } from '../kit/form/fields.ts';
import { linesOf, textOf } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { hidden } from '../kit/page/parts.ts';
import { WebProblem } from '../kit/problems.ts';
import { recordId } from '../kit/record-id.ts';
import { APP_PATH, type AppVisit, appPath, appTabScreen, confirmAppChange, withApp } from './app-layout.ts';
import { EXPIRES_FIELD, NAME_FIELD } from './credentials.ts';

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
  /** What stops working once it is revoked. */
  readonly loss: string;
  update(facts: Facts): Promise<unknown>;
}

interface Facts {
  readonly name: string | null;
  readonly expiresAt?: string | null;
  readonly allowedIps: string[];
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
  loss: 'No new tokens will be issued, not for its refresh tokens either. Access tokens already issued work for up to 15 minutes.',
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
  loss: 'The next request with it will be rejected.',
  update: (facts) => operations.call('api-key.update', { apiKeyId, ...facts }),
});

export const rotateSecretScreen = confirmAppChange({
  path: '/credentials/:clientId/rotate',
  name: 'rotateSecret',
  outcomeOn: '/credentials',
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
  outcomeOn: '/credentials',
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
  outcomeOn: '/credentials',
  ask: askToRevoke,
  async change({ operations, id }) {
    const apiKeyId = id('keyId');
    await operations.call('api-key.revoke', { apiKeyId });
    return { message: `API key ${apiKeyId} is revoked.` };
  },
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
export const editKeyScreen = editScreen('/keys/:keyId/edit', 'editKey');
