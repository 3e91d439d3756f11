import type { Logger } from 'pino';
import type { Operation } from '../contract/contract.ts';
import type { MintRequest } from '../contract/generated/types.gen.ts';
import { toFieldErrors } from '../contract/validation.ts';
import { authenticateClient, type Client } from '../control/app-authentication.ts';
import { changeControl } from '../control/control.ts';
import { SCOPES } from '../control/products.ts';
import type { ForgedCodes } from '../control/rehearsals.ts';
import { isRepeated, type RequestState, type RouteContext, type Stage } from '../pipeline/context.ts';
import type { Load } from '../pipeline/load.ts';
import { coerce, parseQuery } from '../pipeline/query.ts';
import {
  type Budget,
  limitApp,
  limitSource,
  type RateLimit,
  rateLimitHeaders,
  spendAtSource,
} from '../pipeline/rate-limit.ts';
import type { Metrics } from '../process/metrics.ts';
import type { TokenFacts } from '../request-log/logged-request.ts';
import { invalidRequest, LANGUAGES, MintError, OAuthError, shapeMintErrors, shapeOAuthErrors } from './errors.ts';
import {
  type Arrival,
  chooseMerchant,
  exchangeCode,
  type GrantDependencies,
  type GrantRequest,
  grantSandboxToken,
  issueFor,
  type OwnToken,
  refresh,
} from './grants.ts';
import { revokeFamily } from './refresh-tokens.ts';
import {
  GRANT_FIELDS,
  namedBy,
  parseMembers,
  presentedBy,
  REVOCATION_FIELDS,
  readFields,
  readTokenBody,
  required,
  type TokenField,
  type TokenFields,
} from './token-request.ts';

export interface OAuthEndpoints extends GrantDependencies {
  readonly rate: RateLimit;
  readonly load: Load;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly forgedCodes: ForgedCodes;
  /** Mints per minute and source address, including the client_credentials grant. */
  readonly mintLimit: number;
}

interface TokenState extends RequestState {
  arrival?: Arrival;
  fields?: TokenFields;
  own?: OwnToken | undefined;
}

/** Stages of `POST /oauth/token`, in order. */
export const tokenStages = (endpoints: OAuthEndpoints): Stage[] => [
  shapeOAuthErrors(endpoints.log),
  countTokens(endpoints.metrics, ({ state }: RouteContext<TokenState>) => state.fields?.grant_type ?? 'none'),
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

/** Counts tokens by grant, and rejected token requests by code. */
const countTokens = (metrics: Metrics, grantOf: (ctx: Parameters<Stage>[0]) => string): Stage =>
  async function countTokenRequest(ctx, next) {
    try {
      await next();
    } catch (error) {
      // Failures of the service have no code.
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      metrics.rejected(/^(oauth|developer|partner)\./.test(code) ? code : 'none');
      throw error;
    }
    metrics.issued(grantOf(ctx));
  };

export const refuseOAuthMethod = ({ log, rate }: OAuthEndpoints): Stage[] => [
  shapeOAuthErrors(log),
  async function refuseMethod(ctx) {
    await limitSource(ctx, rate);
    throw new OAuthError('oauth.method_not_allowed', { headers: { Allow: 'POST' } });
  },
];

/** Runs before anything slow, so that requests stay in order of arrival. */
const noteArrival = ({ control, exchanges }: OAuthEndpoints): Stage<TokenState> =>
  function noteArrivalOfRequest(ctx, next) {
    ctx.state.arrival = exchanges.arrive(control.clock());
    return next();
  };

/**
 * Counts requests of unauthenticated clients against their source address and rejects any over the limit. A client that
 * authenticates is counted by its app alone, since many clients can share an address.
 */
const boundStrangers = ({ rate }: OAuthEndpoints): Stage =>
  async function boundUnprovedRequests(ctx, next) {
    try {
      await next();
    } catch (error) {
      const counted = ctx.state.client !== undefined || (error instanceof OAuthError && error.status === 429);
      if (!counted) await limitSource(ctx, rate);
      throw error;
    }
  };

const readRequest = (known: readonly TokenField[]): Stage<TokenState> =>
  async function readFieldsOfRequest(ctx, next) {
    ctx.state.fields = readFields(await readTokenBody(ctx.req), known);
    return next();
  };

const spendMint = ({ rate, mintLimit }: OAuthEndpoints, source: string): Promise<Budget> =>
  spendAtSource(rate, 'mint', source, mintLimit);

/** The client_credentials grant counts together with mints of `POST /token`. */
const throttleMints = (endpoints: OAuthEndpoints): Stage<TokenState> =>
  async function throttleClientCredentials(ctx, next) {
    if (ctx.state.fields?.grant_type === 'client_credentials') {
      const budget = await spendMint(endpoints, ctx.state.source);
      if (budget.exceeded) {
        const headers = { ...rateLimitHeaders(budget), 'Retry-After': String(budget.retryAfter) };
        throw new OAuthError('developer.rate_limited', { headers });
      }
    }
    return next();
  };

const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="partner-api", charset="UTF-8"' };

/**
 * Authenticates the client and, in the same statement, finds the family of its refresh token. Unknown clients, wrong
 * secrets and revoked credentials are indistinguishable.
 */
const authenticate = ({ control, forgedCodes, refreshTokens }: OAuthEndpoints): Stage<TokenState> =>
  async function authenticateClientOfRequest(ctx, next) {
    if (isRepeated(ctx.req, 'authorization')) throw invalidRequest('Authorization');
    const { state } = ctx;
    const { fields = {} } = state;
    const secret = presentedBy(ctx.req.headers.authorization, fields);
    state.named = namedBy(secret?.clientId ?? fields.client_id);
    const presented = refreshTokens.parse(fields.refresh_token ?? fields.token ?? '');
    const familyId = presented?.familyId;
    const proved = secret && (await authenticateClient(control.pool, control.clock, { ...secret, familyId }));
    if (!proved) throw new OAuthError('developer.invalid_client', { headers: CHALLENGE });
    const { client, family } = proved;
    const own = presented && family && refreshTokens.isGenuine(presented, family) ? { presented, family } : undefined;
    const token: TokenFacts = {
      grant: fields.grant_type ?? '',
      companyId: own?.family.companyId,
      refresh: own && `${own.presented.familyId}:${own.presented.generation}`,
      isForged: forgedCodes.isForged(fields.code, client.appId, control.clock()),
      isStaged: own && own.presented.generation === own.family.stagedGeneration,
    };
    state.client = client;
    state.own = own;
    state.facts = { ...state.facts, token };
    return next();
  };

const GRANTS = new Map<string, (request: GrantRequest, deps: GrantDependencies) => Promise<object>>([
  ['authorization_code', exchangeCode],
  ['refresh_token', refresh],
  ['client_credentials', grantSandboxToken],
]);

const grantToken = (endpoints: OAuthEndpoints): Stage<TokenState> =>
  async function grantRequestedToken(ctx) {
    const request = requestOf(ctx);
    const grant = GRANTS.get(required(request.fields, 'grant_type'));
    if (!grant) throw new OAuthError('oauth.unsupported_grant_type');
    ctx.body = await endpoints.load.carry(() => grant(request, endpoints));
  };

/**
 * Revokes the family of a refresh token of any generation. For other tokens, responds with success
 * and does nothing (RFC 7009 §2.2); access tokens stay valid until their `exp`.
 */
const revokeToken = (endpoints: OAuthEndpoints): Stage<TokenState> =>
  async function revokeRefreshToken(ctx) {
    const { fields, client, own, origin } = requestOf(ctx);
    required(fields, 'token');
    if (own) {
      const { id, companyId } = own.family;
      const { organizationId, appId } = client;
      await changeControl(endpoints.control, origin, async function endFamily(tx) {
        if (!(await revokeFamily(tx, id, 'revoked'))) return;
        await tx.audit('token.revoked', { organizationId, appId, companyId, details: { familyId: id } });
      });
    }
    ctx.body = { ok: true };
  };

function requestOf({ state, res }: RouteContext<TokenState>): GrantRequest {
  const { source, correlationId } = state;
  const { fields, client, own, arrival } = state as Required<TokenState> & { client: Client };
  const whenAnswered = (then: () => void) => void res.once('close', then);
  const noteMerchant = (companyId: number) => {
    state.facts = { ...state.facts, token: { ...(state.facts?.token as TokenFacts), companyId } };
  };
  return { fields, client, own, arrival, whenAnswered, noteMerchant, origin: { source, correlationId } };
}

type MintEndpoint = OAuthEndpoints & { readonly operation: Operation };

/** Stages of `POST /token`, in order. */
export const mintStages = (endpoint: MintEndpoint): Stage[] => [
  shapeMintErrors(endpoint.log),
  countTokens(endpoint.metrics, () => 'mint'),
  throttleMint(endpoint),
  mint(endpoint),
];

export const refuseMintMethod = (endpoint: MintEndpoint): Stage[] => [
  shapeMintErrors(endpoint.log),
  throttleMint(endpoint),
  async function refuseMethod() {
    throw new MintError('developer.method_not_allowed', 'Use POST.', { Allow: 'POST' });
  },
];

const throttleMint = (endpoint: MintEndpoint): Stage =>
  async function throttleMints(ctx, next) {
    const budget = await spendMint(endpoint, ctx.state.source);
    ctx.set(rateLimitHeaders(budget));
    if (budget.exceeded) {
      throw new MintError(
        'developer.rate_limited',
        `At most ${endpoint.mintLimit} token requests per minute are allowed from one source address.`,
        { 'Retry-After': String(budget.retryAfter) },
      );
    }
    return next();
  };

/** Issues an access token to a sandbox app for one of its organization's sandbox merchants. */
function mint(endpoint: MintEndpoint): Stage {
  const { pool, clock } = endpoint.control;
  return async function mintSandboxToken(ctx) {
    const fields = await readMintRequest(ctx, endpoint.operation);
    const secret = { clientId: fields.client_id, clientSecret: fields.client_secret };
    ctx.state.named = namedBy(secret.clientId);
    ctx.body = await endpoint.load.carry(async () => {
      const { client } = (await authenticateClient(pool, clock, secret)) ?? {};
      if (!client) throw new MintError('developer.invalid_client', 'Client authentication failed.');
      ctx.state.client = client;
      checkSandbox(client);
      const merchant = await chooseMerchant(pool, client, fields.merchant_id);
      if (typeof merchant === 'string') throw new MintError(merchant, WHY_NOT[merchant]);
      const token = await issueFor(endpoint, client, merchant);
      ctx.state.facts = { token: { grant: 'client_credentials', companyId: merchant.companyId } };
      return token;
    });
  };
}

async function readMintRequest(ctx: RouteContext, { validateBody }: Operation): Promise<MintRequest> {
  const { media, text } = await readTokenBody(ctx.req);
  const fields = media === 'application/json' ? parseMembers(text, repeated) : parseForm(text);
  if (validateBody && !validateBody(fields === undefined ? {} : { requestBody: fields })) {
    const [first] = toFieldErrors(validateBody.errors ?? []);
    const name = first?.path.slice(1) || 'The body';
    throw new MintError('developer.invalid_request', `${name} ${first?.message ?? 'is not valid'}.`);
  }
  return fields as MintRequest;
}

/** Empty parameters count as absent, and none may be repeated (RFC 6749 §3.2). */
function parseForm(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, values] of parseQuery(text)) {
    if (values.length > 1) throw repeated(name);
    if (values[0] !== '') fields[name] = name === 'merchant_id' ? coerce(values[0] ?? '', 'integer') : values[0];
  }
  return fields;
}

const repeated = (name: string): MintError =>
  new MintError('developer.invalid_request', `${name} must not be repeated.`);

function checkSandbox({ archived, approved, env, product }: Client): void {
  if (archived) throw new MintError('developer.app_archived', 'The app is archived.');
  if (env === 'SANDBOX') return;
  if (!approved) throw new MintError('developer.app_not_approved', 'The app is not approved for production.');
  if (product === 'ADSR') throw new MintError('developer.use_api_key', 'Use an API key in production.');
  throw new MintError('developer.use_oauth', 'Use the OAuth authorization code flow in production.');
}

const WHY_NOT = {
  'developer.merchant_required': 'merchant_id is required: the organization has several sandbox merchants.',
  'developer.env_mismatch': 'A sandbox credential cannot be used for a live merchant.',
  'developer.grant_missing': 'No active grant links the app to this merchant.',
} as const;

/** Authorization server metadata (RFC 8414 §2, RFC 9207 §3). */
export function authorizationServerMetadata(apiUrl: string, webUrl: string): object {
  const methods = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer: apiUrl,
    authorization_endpoint: `${webUrl}/oauth/authorize`,
    token_endpoint: `${apiUrl}/oauth/token`,
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint: `${apiUrl}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: methods,
    jwks_uri: `${apiUrl}/.well-known/jwks.json`,
    scopes_supported: SCOPES.FULL,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: LANGUAGES,
    service_documentation: apiUrl.replace(/\/v1$/, '/docs'),
  };
}
