import type { Logger } from 'pino';
import { changeControl } from '../directory/control.ts';
import type { Client } from '../directory/credentials.ts';
import { readBody } from '../http/body.ts';
import type { RouteContext, Stage } from '../http/context.ts';
import { limitApp, limitSource, type RateLimit } from '../http/limit-rate.ts';
import { clientOf } from './client-authentication.ts';
import { findFamily, revokeFamily } from './families.ts';
import { exchangeCode } from './grants/authorization-code.ts';
import { grantSandboxToken } from './grants/client-credentials.ts';
import type { Grant, GrantDependencies, GrantRequest } from './grants/grant.ts';
import { refresh } from './grants/refresh-token.ts';
import { OAuthError } from './oauth-error.ts';
import { shapeOAuthErrors } from './shape-oauth-errors.ts';
import { readFields, required, type TokenFields } from './token-fields.ts';

export interface OAuthEndpoints extends GrantDependencies {
  readonly rate: RateLimit;
  readonly log: Logger;
}

/** `POST /oauth/token`, in order. */
export const tokenStages = (endpoints: OAuthEndpoints): Stage[] => [
  shapeOAuthErrors(endpoints.log),
  authenticate(endpoints),
  limitApp(endpoints.rate),
  grantToken(endpoints),
];

/** `POST /oauth/revoke` (RFC 7009), in order. */
export const revokeStages = (endpoints: OAuthEndpoints): Stage[] => [
  shapeOAuthErrors(endpoints.log),
  authenticate(endpoints),
  limitApp(endpoints.rate),
  revokeToken(endpoints),
];

/** What both answer to any other method. */
export const refuseOAuthMethod = ({ log, rate }: OAuthEndpoints): Stage[] => [
  shapeOAuthErrors(log),
  async function refuseMethod(ctx) {
    await limitSource(ctx, rate);
    throw new OAuthError('oauth.method_not_allowed', { headers: { Allow: 'POST' } });
  },
];

/** Reads the request and proves its client. Who does not prove itself is counted by source address. */
function authenticate({ control, rate }: OAuthEndpoints): Stage {
  return async function authenticateClient(ctx, next) {
    ctx.state.arrivedAt = control.clock();
    try {
      const fields = readFields(await readBody(ctx.req, ['application/json', 'application/x-www-form-urlencoded']));
      ctx.state.fields = fields;
      ctx.state.client = await clientOf(control, ctx.req.headers.authorization, fields);
    } catch (error) {
      await limitSource(ctx, rate);
      throw error;
    }
    await next();
  };
}

const GRANTS = new Map<string, Grant>([
  ['authorization_code', exchangeCode],
  ['refresh_token', refresh],
  ['client_credentials', grantSandboxToken],
]);

function grantToken(endpoints: OAuthEndpoints): Stage {
  return async function grantRequestedToken(ctx) {
    const request = requestOf(ctx);
    const grant = GRANTS.get(required(request.fields, 'grant_type'));
    if (!grant) throw new OAuthError('oauth.unsupported_grant_type');
    ctx.body = await grant(request, endpoints);
  };
}

/**
 * Ends the family of a refresh token, whichever generation it is. Anything else is no token of this app's to revoke, and
 * that is fine (RFC 7009 §2.2): access tokens live to their `exp`.
 */
function revokeToken({ control, refreshTokens }: OAuthEndpoints): Stage {
  return async function revokeRefreshToken(ctx) {
    const { fields, client, origin } = requestOf(ctx);
    const presented = refreshTokens.parse(required(fields, 'token'));
    const family = presented && (await findFamily(control.pool, presented.familyId));
    if (presented && family && family.appId === client.appId && refreshTokens.isGenuine(presented, family.seed)) {
      const { organizationId, appId } = client;
      await changeControl(control, origin, async (tx) => {
        if (!(await revokeFamily(tx, family.id, 'revoked'))) return;
        const subject = { organizationId, appId, companyId: family.companyId, details: { familyId: family.id } };
        await tx.audit('token.revoked', subject);
      });
    }
    ctx.body = { ok: true };
  };
}

function requestOf({ state }: RouteContext): GrantRequest {
  const { source, correlationId, arrivedAt = 0 } = state;
  const { fields, client } = state as { fields: TokenFields; client: Client };
  return { fields, client, arrivedAt, origin: { source, correlationId } };
}
