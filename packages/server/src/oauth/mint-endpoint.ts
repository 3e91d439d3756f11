import type { Operation } from '../contract/contract.ts';
import { toFieldErrors } from '../contract/validation.ts';
import { authenticateClient, type Client } from '../control/app-authentication.ts';
import type { RouteContext, Stage } from '../pipeline/context.ts';
import { coerce, parseQuery } from '../pipeline/query.ts';
import { rateLimitHeaders } from '../pipeline/rate-limit.ts';
import { MintError, shapeMintErrors } from './errors.ts';
import { chooseMerchant, issueFor } from './grants.ts';
import { countTokens, type OAuthEndpoints, spendMint } from './token-endpoint.ts';
import { namedBy, parseMembers, readTokenBody } from './token-request.ts';

type MintEndpoint = OAuthEndpoints & { readonly operation: Operation };

/** Stages of `POST /token`, in order. */
export const mintStages = (endpoint: MintEndpoint): Stage[] => [
  shapeMintErrors(endpoint.log),
  countTokens(endpoint.metrics, () => 'mint'),
  throttle(endpoint),
  mint(endpoint),
];

/** Stages that reject any method but POST on `/token`. */
export const refuseMintMethod = (endpoint: MintEndpoint): Stage[] => [
  shapeMintErrors(endpoint.log),
  throttle(endpoint),
  async function refuseMethod() {
    throw new MintError('developer.method_not_allowed', 'Use POST.', { Allow: 'POST' });
  },
];

function throttle(endpoint: MintEndpoint): Stage {
  return async function throttleMints(ctx, next) {
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
}

/** Issues an access token to a sandbox app for one of its organization's sandbox merchants. */
function mint(endpoint: MintEndpoint): Stage {
  const { pool, clock } = endpoint.control;
  return async function mintSandboxToken(ctx) {
    const {
      client_id: clientId,
      client_secret: clientSecret,
      merchant_id,
    } = await readRequest(ctx, endpoint.operation);
    ctx.state.named = namedBy(clientId);
    ctx.body = await endpoint.load.carry(async () => {
      const { client } = (await authenticateClient(pool, clock, { clientId, clientSecret })) ?? {};
      if (!client) throw new MintError('developer.invalid_client', 'Client authentication failed.');
      ctx.state.client = client;
      checkSandbox(client);
      const merchant = await chooseMerchant(pool, client, merchant_id);
      if (typeof merchant === 'string') throw new MintError(merchant, WHY_NOT[merchant]);
      const token = await issueFor(endpoint, client, merchant);
      ctx.state.facts = { token: { grant: 'client_credentials', companyId: merchant.companyId } };
      return token;
    });
  };
}

interface MintRequest {
  readonly client_id: string;
  readonly client_secret: string;
  readonly merchant_id?: number;
}

async function readRequest(ctx: RouteContext, { validateBody }: Operation): Promise<MintRequest> {
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
