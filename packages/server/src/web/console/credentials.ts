import { html } from 'hono/html';
import { formProblems, textArea } from '../kit/form/fields.ts';
import { linesOf } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { hidden } from '../kit/page/parts.ts';
import { WebProblem } from '../kit/problems.ts';
import { recordId } from '../kit/record-id.ts';
import { confirmAppChange } from './app.ts';
import { APP_PATH, appLayout, appPath } from './app-layout.ts';
import type { AppScreen, AppVisit } from './audience.ts';

/** A client id or an API key of the app, which the path names. */
interface Credential {
  readonly title: string;
  /** Its path within the app. */
  readonly path: string;
  readonly allowedIps: readonly string[];
  /** When a change of its addresses takes effect. */
  readonly effect: string;
  /** Consequence of its revocation. */
  readonly loss: string;
  allow(allowedIps: string[]): Promise<unknown>;
}

/** A credential that is revoked is a page that does not exist. */
function credentialOf({ ctx, app, operations }: AppVisit): Credential {
  const { clientId, keyId } = ctx.params;
  const client = app.credentials.find((each) => each.clientId === clientId && !each.revokedAt);
  if (client) return clientCredential(client, operations);
  const key = app.apiKeys.find(({ apiKeyId, revokedAt }) => apiKeyId === recordId(keyId) && !revokedAt);
  if (!key) throw new WebProblem('notFound');
  return keyCredential(key, operations);
}

type App = AppVisit['app'];
type Operations = AppVisit['operations'];

const clientCredential = (
  { clientId, allowedIps }: App['credentials'][number],
  operations: Operations,
): Credential => ({
  title: clientId,
  path: `/credentials/${clientId}`,
  allowedIps,
  effect: 'Tokens already issued keep the old list for up to 15 minutes.',
  loss: 'No new tokens will be issued, not for its refresh tokens either. Access tokens already issued work for up to 15 minutes.',
  allow: (ips) => operations.call('credential.allow', { clientId, allowedIps: ips }),
});

const keyCredential = ({ apiKeyId, allowedIps }: App['apiKeys'][number], operations: Operations): Credential => ({
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
  attributes: html`rows="6" spellcheck="false" autocomplete="off"`,
};

/** The addresses from which a credential works. */
const allowlistScreen = (path: string, name: string): AppScreen => ({
  path: APP_PATH + path,
  name,
  show(visit) {
    const { app, view } = visit;
    const credential = credentialOf(visit);
    const form = visit.form(name, { allowedIps: credential.allowedIps.join('\n') });
    const content = html`<form class="card" method="post" action="${appPath(app, `${credential.path}/addresses`)}">
      <h2>Addresses of ${credential.title}</h2>
      <p class="small">A request from any other address gets 403 <code>partner.ip_denied</code>. ${credential.effect}</p>
      ${hidden('token', view.formToken)} ${formProblems(form, [FIELD.name])} ${textArea(form, FIELD)}
      <div class="actions"><button>Save</button><a class="button secondary" href="${appPath(app)}">Cancel</a></div>
    </form>`;
    return appLayout(visit, 'overview', content);
  },
  forms: {
    [name]: {
      async change(visit) {
        const { title, allow } = credentialOf(visit);
        await allow(linesOf(visit.fields, FIELD.name));
        return { to: appPath(visit.app), message: `The addresses of ${title} are saved.` };
      },
    },
  },
});

export const credentialAddressesScreen = allowlistScreen('/credentials/:clientId/addresses', 'credentialAddresses');
export const keyAddressesScreen = allowlistScreen('/keys/:keyId/addresses', 'keyAddresses');
