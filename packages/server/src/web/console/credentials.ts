import type { AppDescription } from '../../directory/apps/describe-app.ts';
import { goOn, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { attempt, type FilledForm, fieldsOf, filledWith, linesOf } from '../kit/form/filled-form.ts';
import { leaveFlash } from '../kit/form/flash-cookie.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { WebProblem } from '../kit/problems.ts';
import { recordId } from '../kit/record-id.ts';
import { allowlistPage } from './allowlist-page.ts';
import { appPath, type ShownApp } from './app-layout.ts';
import { type AppChange, shownApp } from './app-overview.ts';
import { confirmPage } from './confirm-page.ts';

/** A client id or an API key of the app, which the path names. */
interface Secret {
  readonly what: string;
  /** Its path within the app. */
  readonly path: string;
  readonly allowedIps: readonly string[];
  readonly effect: string;
  readonly loss: string;
  allow(shown: ShownApp, allowedIps: string[]): Promise<unknown>;
}

const TOKENS_LAST = 'Tokens already issued keep the old list for up to 15 minutes.';

/** Finds the secret among the app's own. */
function secretOf(ctx: WebContext, { credentials, apiKeys }: AppDescription): Secret {
  const credential = credentials.find(({ clientId, revokedAt }) => clientId === ctx.params.clientId && !revokedAt);
  if (credential) return credentialSecret(credential.clientId, credential.allowedIps);
  const key = apiKeys.find(({ apiKeyId, revokedAt }) => apiKeyId === recordId(ctx.params.keyId) && !revokedAt);
  if (!key) throw new WebProblem('notFound');
  return keySecret(key.apiKeyId, key.allowedIps);
}

const credentialSecret = (clientId: string, allowedIps: readonly string[]): Secret => ({
  what: clientId,
  path: `/credentials/${clientId}`,
  allowedIps,
  effect: TOKENS_LAST,
  loss: 'No new tokens will be issued, not for its refresh tokens either. Access tokens already issued work for up to 15 minutes.',
  allow: ({ developer }, ips) => developer.operations.call('credential.allow', { clientId, allowedIps: ips }),
});

const keySecret = (apiKeyId: number, allowedIps: readonly string[]): Secret => ({
  what: `key ${apiKeyId}`,
  path: `/keys/${apiKeyId}`,
  allowedIps,
  effect: 'A change takes effect with the next request.',
  loss: 'The next request with it will be rejected.',
  allow: ({ developer }, ips) => developer.operations.call('api-key.allow', { apiKeyId, allowedIps: ips }),
});

/** `GET …/addresses` */
export function showAllowlist(deps: WebDependencies): WebStage {
  return async function showAllowlistPage(ctx) {
    const shown = await shownApp(ctx);
    const secret = secretOf(ctx, shown.app);
    sendAllowlist(ctx, deps, shown, secret, filledWith({ allowedIps: secret.allowedIps.join('\n') }));
  };
}

/** `POST …/addresses` */
export function setAllowlist(deps: WebDependencies): WebStage {
  return async function setAllowlistByForm(ctx) {
    const shown = await shownApp(ctx);
    const secret = secretOf(ctx, shown.app);
    const outcome = await attempt(ctx, () => secret.allow(shown, linesOf(fieldsOf(ctx), 'allowedIps')));
    if ('rejected' in outcome) return sendAllowlist(ctx, deps, shown, secret, outcome.rejected);
    await leaveFlash(ctx, deps, `The addresses of ${secret.what} are saved.`);
    goOn(ctx, appPath(shown.app));
  };
}

function sendAllowlist(
  ctx: WebContext,
  deps: WebDependencies,
  shown: ShownApp,
  secret: Secret,
  form: FilledForm,
): void {
  const status = form.problems.length > 0 ? 400 : 200;
  const of = { ...secret, path: `${secret.path}/addresses` };
  sendPage(ctx, deps, status, allowlistPage(viewOf(ctx, deps), shown, of, form));
}

/** `GET …/revoke` */
export function askToRevoke(deps: WebDependencies): WebStage {
  return async function showRevokePage(ctx) {
    const { developer, app } = await shownApp(ctx);
    const { what, path, loss } = secretOf(ctx, app);
    const step = {
      title: `Revoke ${what}?`,
      effect: `${loss} This cannot be undone.`,
      submit: 'Revoke',
      action: appPath(app, `${path}/revoke`),
      back: appPath(app),
      section: 'apps' as const,
    };
    sendPage(ctx, deps, 200, confirmPage(viewOf(ctx, deps), developer, step));
  };
}

/** `GET …/rotate` */
export function askToRotate(deps: WebDependencies): WebStage {
  return async function showRotatePage(ctx) {
    const { developer, app } = await shownApp(ctx);
    const { what, path } = secretOf(ctx, app);
    const step = {
      title: `Rotate the secret of ${what}?`,
      effect:
        'A new secret is issued and shown once. The present one stops working after 24 hours; put the new one in place before then.',
      submit: 'Rotate secret',
      action: appPath(app, `${path}/rotate`),
      back: appPath(app),
      section: 'apps' as const,
    };
    sendPage(ctx, deps, 200, confirmPage(viewOf(ctx, deps), developer, step));
  };
}

const clientIdOf = (ctx: WebContext): string => ctx.params.clientId ?? '';

export const rotateSecret: AppChange = {
  async change({ developer, ctx }) {
    const rotated = await developer.operations.call('credential.rotate', { clientId: clientIdOf(ctx) });
    return {
      message: 'A new secret was issued. It works now, and the old one works for another 24 hours.',
      secrets: secretsOf(rotated),
    };
  },
};

export const revokeCredential: AppChange = {
  async change({ developer, ctx }) {
    const clientId = clientIdOf(ctx);
    await developer.operations.call('credential.revoke', { clientId });
    return { message: `${clientId} is revoked.` };
  },
};

export const revokeApiKey: AppChange = {
  async change({ developer, ctx }) {
    const apiKeyId = recordId(ctx.params.keyId) ?? 0;
    await developer.operations.call('api-key.revoke', { apiKeyId });
    return { message: `API key ${apiKeyId} is revoked.` };
  },
};
