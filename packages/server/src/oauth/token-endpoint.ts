import type { Logger } from 'pino';
import { type ControlTransaction, changeControl } from '../control/control.ts';
import type { ForgedCodes } from '../control/forged-callback.ts';
import type { Client, ClientFamily } from '../control/keys.ts';
import { MAX_TOKEN_BODY_BYTES, readBody } from '../pipeline/body.ts';
import { isRepeated, type RequestState, type RouteContext, type Stage } from '../pipeline/context.ts';
import type { Load } from '../pipeline/load.ts';
import { limitApp, limitSource, type RateLimit, rateLimitHeaders, spendAtSource } from '../pipeline/rate-limit.ts';
import type { TokenFacts } from '../request-log/logged-request.ts';
import type { Arrival } from './codes.ts';
import { invalidRequest, OAuthError, shapeOAuthErrors } from './errors.ts';
import {
  exchangeCode,
  type Grant,
  type GrantDependencies,
  type GrantRequest,
  grantSandboxToken,
  type OwnToken,
  ownToken,
  refresh,
} from './grants.ts';
import { revokeFamily } from './refresh-tokens.ts';
import {
  clientOf,
  GRANT_FIELDS,
  namedBy,
  presentedBy,
  REVOCATION_FIELDS,
  readFields,
  required,
  type TokenField,
  type TokenFields,
} from './token-request.ts';

/** Counts tokens by grant, and rejected token requests by code. */
export interface TokenMeter {
  issued(grant: string): void;
  rejected(code: string): void;
}

export function countTokens(meter: TokenMeter, grantOf: (ctx: Parameters<Stage>[0]) => string): Stage {
  return async function countTokenRequest(ctx, next) {
    try {
      await next();
    } catch (error) {
      meter.rejected(codeOf(error));
      throw error;
    }
    meter.issued(grantOf(ctx));
  };
}

/** Code of a rejection. Failures of the service have none. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && /^(oauth|developer|partner)\./.test(String(error.code))
    ? String(error.code)
    : 'none';

export interface OAuthEndpoints extends GrantDependencies {
  readonly rate: RateLimit;
  readonly load: Load;
  readonly meter: TokenMeter;
  readonly log: Logger;
  readonly forgedCodes: ForgedCodes;
  /** Mints per minute and source address, including the client_credentials grant. */
  readonly mintLimit: number;
}

/** State of a request to the token or revocation endpoint: arrival, fields, and refresh token. */
interface TokenState extends RequestState {
  arrival?: Arrival;
  fields?: TokenFields;
  own?: OwnToken | undefined;
}

/** Stages of `POST /oauth/token`, in order. */
export const tokenStages = (endpoints: OAuthEndpoints): Stage[] => [
  shapeOAuthErrors(endpoints.log),
  countTokens(endpoints.meter, ({ state }: RouteContext<TokenState>) => state.fields?.grant_type ?? 'none'),
  noteArrival(endpoints),
  boundStrangers(endpoints),
  readRequest(GRANT_FIELDS),
  throttleMints(endpoints),
  authenticate(endpoints),
  limitApp(endpoints.rate),
  grantToken(endpoints),
];

/** Stages of `POST /oauth/revoke` (RFC 7009), in order. */
export const revokeStages = (endpoints: OAuthEndpoints): Stage[] => [
  shapeOAuthErrors(endpoints.log),
  noteArrival(endpoints),
  boundStrangers(endpoints),
  readRequest(REVOCATION_FIELDS),
  authenticate(endpoints),
  limitApp(endpoints.rate),
  revokeToken(endpoints),
];

/** Stages that reject any method but POST on both endpoints. */
export const refuseOAuthMethod = ({ log, rate }: OAuthEndpoints): Stage[] => [
  shapeOAuthErrors(log),
  async function refuseMethod(ctx) {
    await limitSource(ctx, rate);
    throw new OAuthError('oauth.method_not_allowed', { headers: { Allow: 'POST' } });
  },
];

/** Runs before anything slow, so that requests stay in order of arrival. */
function noteArrival({ control, exchanges }: OAuthEndpoints): Stage<TokenState> {
  return function noteArrivalOfRequest(ctx, next) {
    ctx.state.arrival = exchanges.arrive(control.clock());
    return next();
  };
}

/**
 * Counts requests of unauthenticated clients against their source address and rejects those over the limit. A client that
 * authenticates is counted by its app alone, since many clients can share an address.
 */
function boundStrangers({ rate }: OAuthEndpoints): Stage {
  return async function boundUnprovedRequests(ctx, next) {
    try {
      await next();
    } catch (error) {
      const counted = ctx.state.client !== undefined || (error instanceof OAuthError && error.status === 429);
      if (!counted) await limitSource(ctx, rate);
      throw error;
    }
  };
}

function readRequest(known: readonly TokenField[]): Stage<TokenState> {
  return async function readFieldsOfRequest(ctx, next) {
    const media = ['application/json', 'application/x-www-form-urlencoded'] as const;
    ctx.state.fields = readFields(await readBody(ctx.req, media, MAX_TOKEN_BODY_BYTES), known);
    return next();
  };
}

/** The client_credentials grant counts together with mints of `POST /token`. */
function throttleMints({ rate: { counters, clock }, mintLimit }: OAuthEndpoints): Stage<TokenState> {
  return async function throttleClientCredentials(ctx, next) {
    if (ctx.state.fields?.grant_type === 'client_credentials') {
      const budget = await spendAtSource(counters, clock, 'mint', ctx.state.source, mintLimit);
      if (budget.exceeded) {
        const headers = { ...rateLimitHeaders(budget), 'Retry-After': String(budget.retryAfter) };
        throw new OAuthError('developer.rate_limited', { headers });
      }
    }
    return next();
  };
}

/** Authenticates the client and, in the same statement, finds the family of its refresh token. */
function authenticate(endpoints: OAuthEndpoints): Stage<TokenState> {
  const { control, refreshTokens } = endpoints;
  return async function authenticateClient(ctx, next) {
    if (isRepeated(ctx.req, 'authorization')) throw invalidRequest('Authorization');
    const { fields = {} } = ctx.state;
    const secret = presentedBy(ctx.req.headers.authorization, fields);
    ctx.state.named = namedBy(secret?.id ?? fields.client_id);
    const presented = refreshTokens.parse(fields.refresh_token ?? fields.token ?? '');
    const { client, family } = await clientOf(control, secret, presented?.familyId);
    ctx.state.client = client;
    ctx.state.own = ownToken(presented, family, refreshTokens);
    noteToken(ctx, endpoints);
    return next();
  };
}

/** Notes what is asked for, for the rules of traffic. */
function noteToken({ state }: RouteContext<TokenState>, { control, forgedCodes }: OAuthEndpoints): void {
  const { client, fields = {}, own, facts } = state;
  const token = {
    grant: fields.grant_type ?? '',
    companyId: own?.family.companyId,
    refresh: own && `${own.presented.familyId}:${own.presented.generation}`,
    isForged: client && forgedCodes.isForged(fields.code, client.appId, control.clock()),
    isStaged: own && own.presented.generation === own.family.stagedGeneration,
  };
  state.facts = { ...facts, token };
}

const GRANTS = new Map<string, Grant>([
  ['authorization_code', exchangeCode],
  ['refresh_token', refresh],
  ['client_credentials', grantSandboxToken],
]);

function grantToken(endpoints: OAuthEndpoints): Stage<TokenState> {
  return async function grantRequestedToken(ctx) {
    const request = requestOf(ctx);
    const grant = GRANTS.get(required(request.fields, 'grant_type'));
    if (!grant) throw new OAuthError('oauth.unsupported_grant_type');
    ctx.body = await endpoints.load.carry(() => grant(request, endpoints));
  };
}

/**
 * Revokes the family of a refresh token of any generation. For other tokens, responds with success
 * and does nothing (RFC 7009 §2.2); access tokens stay valid until their `exp`.
 */
function revokeToken(endpoints: OAuthEndpoints): Stage<TokenState> {
  return async function revokeRefreshToken(ctx) {
    const { fields, client, own, origin } = requestOf(ctx);
    required(fields, 'token');
    if (own) await changeControl(endpoints.control, origin, (tx) => endFamily(tx, client, own.family));
    ctx.body = { ok: true };
  };
}

async function endFamily(
  tx: ControlTransaction,
  { organizationId, appId }: Client,
  { id, companyId }: ClientFamily,
): Promise<void> {
  if (!(await revokeFamily(tx, id, 'revoked'))) return;
  await tx.audit('token.revoked', { organizationId, appId, companyId, details: { familyId: id } });
}

function requestOf({ state, res }: RouteContext<TokenState>): GrantRequest {
  const { source, correlationId } = state;
  const { fields, client, own, arrival } = state as Required<TokenState> & { client: Client };
  const whenAnswered = (then: () => void) => void res.once('close', then);
  const noteMerchant = (companyId: number) => {
    state.facts = { ...state.facts, token: { ...(state.facts?.token as TokenFacts), companyId } };
  };
  return { fields, client, own, arrival, whenAnswered, noteMerchant, origin: { source, correlationId } };
}
