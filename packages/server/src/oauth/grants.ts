import { MINT_CODES } from '../contract/generated/errors.gen.ts';
import { lockGrant } from '../control/connections.ts';
import {
  type AuditSubject,
  type Control,
  type ControlTransaction,
  changeControl,
  type Origin,
} from '../control/control.ts';
import type { Directory } from '../control/directory.ts';
import { authenticateClient, type Client, type ClientFamily } from '../control/keys.ts';
import { findMerchant, type Merchant, sandboxMerchants } from '../control/merchants.ts';
import { isRehearsing } from '../control/rehearsals.ts';
import type { DatabasePool } from '../database/pool.ts';
import type { AccessTokens, IssuedToken } from './access-token.ts';
import {
  type Arrival,
  type AuthorizationCode,
  answersChallenge,
  CODE_LIFETIME,
  consumeCode,
  type Exchanges,
  findCode,
} from './codes.ts';
import { invalidRequest, OAuthError } from './errors.ts';
import {
  createFamily,
  extendFamily,
  lockFamily,
  type ParsedRefreshToken,
  REFRESH_TOKEN_LIFETIME,
  type RefreshTokens,
  repeatsResponse,
  revokeFamily,
  rotateFamily,
  type TokenFamily,
  type TokenUses,
} from './refresh-tokens.ts';
import { required, type TokenFields } from './token-request.ts';

/** An app as the holder of a sandbox credential. */
export type SandboxClient = Pick<Client, 'appId' | 'organizationId' | 'product' | 'env' | 'allowedIps'>;

export interface GrantRequest {
  readonly fields: TokenFields;
  readonly client: Client;
  /** The request's refresh token, if it belongs to the client. */
  readonly own: OwnToken | undefined;
  readonly origin: Origin;
  readonly arrival: Arrival;
  /** Calls back once the response to this request has been sent. */
  readonly whenAnswered: (then: () => void) => void;
  /** Notes the merchant of the token that is issued. */
  readonly noteMerchant: (companyId: number) => void;
}

export interface GrantDependencies {
  readonly control: Control;
  readonly directory: Directory;
  readonly exchanges: Exchanges;
  readonly tokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly uses: TokenUses;
}

export type Grant = (request: GrantRequest, deps: GrantDependencies) => Promise<object>;

/** A genuine refresh token of the client. */
export interface OwnToken {
  readonly presented: ParsedRefreshToken;
  readonly family: ClientFamily;
}

/** The presented token with its family; undefined if this deployment never issued it for that family. */
export const ownToken = (
  presented: ParsedRefreshToken | undefined,
  family: ClientFamily | undefined,
  tokens: RefreshTokens,
): OwnToken | undefined =>
  presented && family && isGivenFor(presented, family, tokens) ? { presented, family } : undefined;

const isGivenFor = (presented: ParsedRefreshToken, family: ClientFamily, tokens: RefreshTokens): boolean =>
  presented.env === family.env && presented.generation <= family.generation && tokens.isGenuine(presented, family.seed);

/** Response of the authorization_code and refresh_token grants (oauth.token_response). */
interface TokenAnswer extends IssuedToken {
  readonly refresh_token: string;
  readonly refresh_token_expires_in: typeof REFRESH_TOKEN_LIFETIME;
  readonly merchant_id: number;
}

export const issueAccessToken = (
  tokens: AccessTokens,
  client: SandboxClient,
  merchant: Merchant,
  { isAliased, jti }: { readonly isAliased?: boolean; readonly jti?: string | undefined } = {},
): Promise<IssuedToken> =>
  tokens.issue({
    appId: client.appId,
    orgId: client.organizationId,
    companyId: merchant.companyId,
    region: merchant.region,
    product: client.product,
    env: client.env,
    allowedIps: client.allowedIps,
    isAliased,
    jti,
  });

type Issuing = Pick<GrantDependencies, 'control' | 'tokens'>;

/** Issues a token that names the API by its alias while the app rehearses that. */
const issueFor = (
  { control, tokens }: Issuing,
  client: Client,
  merchant: Merchant,
  jti?: string,
): Promise<IssuedToken> => {
  const isAliased = isRehearsing(client, client.env, 'alias', control.clock());
  return issueAccessToken(tokens, client, merchant, { isAliased, jti });
};

const tokenAnswer = (token: IssuedToken, family: ClientFamily, refreshTokens: RefreshTokens): TokenAnswer => ({
  ...token,
  refresh_token: refreshTokens.write(family.env, { ...family, familyId: family.id }),
  refresh_token_expires_in: REFRESH_TOKEN_LIFETIME,
  merchant_id: family.companyId,
});

/** The merchant of a valid grant, in the environment of a live app. It may be closed. */
async function grantedMerchant(directory: Directory, client: Client, companyId: number): Promise<Merchant> {
  const merchant = await directory.merchant(companyId);
  if (!merchant || client.archived || merchant.demo !== (client.env === 'SANDBOX')) {
    throw new OAuthError('oauth.grant_revoked');
  }
  return merchant;
}

/** An error code of the sandbox mint (mint.error.*). Codes that no requirement names are additions. */
type MintCode = keyof typeof MINT_CODES;

export class MintError extends Error {
  readonly code: MintCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: MintCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'MintError';
    this.code = code;
    this.status = MINT_CODES[code];
    this.headers = headers;
  }
}

export interface MintRequest {
  readonly client_id: string;
  readonly client_secret: string;
  readonly merchant_id?: number;
}

/** Authenticates the client of a request. Throws MintError. */
export async function mintingClient(
  request: MintRequest,
  { control: { pool, clock } }: Pick<Issuing, 'control'>,
): Promise<Client> {
  const { client_id: clientId, client_secret: clientSecret } = request;
  const { client } = (await authenticateClient(pool, clock, { clientId, clientSecret })) ?? {};
  if (!client) throw new MintError('developer.invalid_client', 'Client authentication failed.');
  return client;
}

/** Issues an access token to a sandbox app for one of its organization's sandbox merchants. Throws MintError. */
export async function mintToken(
  client: Client,
  merchantId: number | undefined,
  deps: Issuing,
): Promise<{ readonly token: IssuedToken; readonly companyId: number }> {
  refuseUnlessSandbox(client);
  const choice = await chooseMerchant(deps.control.pool, client, merchantId);
  if (typeof choice === 'string') throw new MintError(choice, WHY_NOT[choice]);
  return { token: await issueFor(deps, client, choice), companyId: choice.companyId };
}

function refuseUnlessSandbox({ archived, approved, env, product }: Client): void {
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

/** The sandbox merchant for the token, or the code for why there is none. */
async function chooseMerchant(
  control: DatabasePool,
  { organizationId }: Client,
  companyId: number | undefined,
): Promise<Merchant | keyof typeof WHY_NOT> {
  if (companyId === undefined) {
    const [only, ...others] = await sandboxMerchants(control, organizationId);
    if (others.length > 0) return 'developer.merchant_required';
    return only ?? 'developer.grant_missing';
  }
  const merchant = await findMerchant(control, companyId);
  if (merchant && !merchant.demo) return 'developer.env_mismatch';
  return merchant?.active && merchant.organizationId === organizationId ? merchant : 'developer.grant_missing';
}

/**
 * `grant_type=authorization_code` (RFC 6749 §4.1.3). A failed check does not consume the code, so
 * that no client can use up another's.
 */
export async function exchangeCode(request: GrantRequest, deps: GrantDependencies): Promise<TokenAnswer> {
  const { fields, client } = request;
  const code = await findCode(deps.control.pool, required(fields, 'code'));
  const redirectUri = required(fields, 'redirect_uri');
  if (!code || code.clientId !== client.clientId) throw new OAuthError('oauth.code_invalid');
  if (code.consumedAt !== null) return refuseReplay(code, request, deps);
  checkCode(code, redirectUri, fields, deps.control.clock());
  const merchant = await grantedMerchant(deps.directory, client, code.companyId);
  if (!merchant.active) throw new OAuthError('oauth.merchant_closed');
  const token = await issueFor(deps, client, merchant);
  await deps.exchanges.receiveWaiting();
  return tokenAnswer(token, await startFamily(code, request, deps), deps.refreshTokens);
}

function startFamily(
  { hash, companyId, userId }: AuthorizationCode,
  { client, origin, whenAnswered }: GrantRequest,
  { control, exchanges }: GrantDependencies,
): Promise<TokenFamily> {
  const { appId, env } = client;
  return changeControl(control, origin, async function exchange(tx) {
    await lockGrant(tx, { appId, companyId });
    const family = await createFamily(tx, { appId, companyId, env, userId });
    await tx.audit('code.exchanged', { ...clientSubject(client), companyId, userId, details: { familyId: family.id } });
    const taken = await consumeCode(tx, { hash, familyId: family.id, at: control.clock() });
    if (!taken) throw new OAuthError('oauth.code_invalid');
    exchanges.follow(hash, whenAnswered);
    return family;
  });
}

function checkCode(code: AuthorizationCode, redirectUri: string, fields: TokenFields, now: number): void {
  // Setting the clock back does not make a code younger.
  if (Math.abs(now - code.createdAt) > CODE_LIFETIME) throw new OAuthError('oauth.code_expired');
  if (redirectUri !== code.redirectUri) throw new OAuthError('oauth.redirect_uri_mismatch');
  if (!answersChallenge(fields.code_verifier, code.codeChallenge)) throw new OAuthError('oauth.pkce_failed');
}

/** A replayed code was stolen, so its tokens are revoked (RFC 6749 §4.1.2) unless the request lost a race. */
async function refuseReplay(
  { hash, consumedAt, familyId, companyId }: AuthorizationCode,
  { client, origin, arrival }: GrantRequest,
  { control, exchanges }: GrantDependencies,
): Promise<never> {
  if (familyId !== null && exchanges.isReplay(hash, arrival, consumedAt ?? 0)) {
    await changeControl(control, origin, async (tx) => {
      await revokeFamily(tx, familyId, 'code_replayed');
      await tx.audit('code.replayed', { ...clientSubject(client), companyId, details: { familyId } });
    });
  }
  throw new OAuthError('oauth.code_invalid');
}

const clientSubject = ({ organizationId, appId }: Client) => ({ organizationId, appId });

/**
 * `grant_type=refresh_token` (RFC 6749 §6), with rotation and reuse detection (RFC 9700 §4.14.2).
 * The previous token returns the same new one for 30 seconds, and for 24 hours while nothing of the response was used,
 * so that a lost response does not end the connection.
 */
export async function refresh(
  { fields, client, own, origin }: GrantRequest,
  deps: GrantDependencies,
): Promise<TokenAnswer> {
  required(fields, 'refresh_token');
  if (!own) throw new OAuthError('oauth.refresh_invalid');
  const merchant = await grantedMerchant(deps.directory, client, own.family.companyId);
  const subject = refreshSubject(client, own);
  if (!merchant.active) throw await refuseClosed(deps, origin, own, subject);
  const current = await advance(deps, origin, own, subject);
  const jti = deps.refreshTokens.seal({ familyId: current.id, generation: current.generation });
  return tokenAnswer(await issueFor(deps, client, merchant, jti), current, deps.refreshTokens);
}

type Judging = Pick<GrantDependencies, 'control' | 'uses'>;

const refreshSubject = (
  { organizationId, appId }: Client,
  { presented: { familyId, generation }, family: { companyId } }: OwnToken,
): AuditSubject => ({ organizationId, appId, companyId, details: { familyId, generation } });

/** Returns the family with its current token, or throws the reason why there is none. */
async function advance(
  { control, uses }: Judging,
  origin: Origin,
  { presented, family }: OwnToken,
  subject: AuditSubject,
): Promise<ClientFamily> {
  const generation = await rotateFamily(control, origin, presented, subject);
  if (generation !== undefined) return { ...family, generation };
  await uses.settle();
  const found = await changeControl(control, origin, async function repeat(tx) {
    const current = await judge(tx, presented, subject);
    if (!(current instanceof OAuthError)) await extendFamily(tx, current.id);
    return current;
  });
  if (found instanceof OAuthError) throw found;
  return found;
}

/**
 * Explains why a closed merchant's token is rejected. A valid connection stays unchanged, and its
 * token works again once the merchant reopens.
 */
async function refuseClosed(
  { control, uses }: Judging,
  origin: Origin,
  { presented }: OwnToken,
  subject: AuditSubject,
): Promise<OAuthError> {
  await uses.settle();
  const found = await changeControl(control, origin, (tx) => judge(tx, presented, subject));
  return found instanceof OAuthError ? found : new OAuthError('oauth.merchant_closed');
}

/** Decides about a token without rotating it. If that revokes the family, the revocation is committed. */
async function judge(
  tx: ControlTransaction,
  { familyId, generation }: ParsedRefreshToken,
  subject: AuditSubject,
): Promise<TokenFamily | OAuthError> {
  const family = (await lockFamily(tx, familyId)) as TokenFamily;
  if (family.revoked) return new OAuthError('oauth.grant_revoked');
  if (tx.now >= family.expiresAt) return new OAuthError('oauth.refresh_expired');
  if (generation === family.generation) return family;
  if (generation === family.generation - 1 && repeatsResponse(family, tx.now)) return family;
  await revokeFamily(tx, familyId, 'refresh_reused');
  await tx.audit('refresh.reused', subject);
  return new OAuthError('oauth.refresh_reused');
}

/**
 * `grant_type=client_credentials` (RFC 6749 §4.4). Only in the sandbox, and without a refresh token
 * (§4.4.3).
 */
export async function grantSandboxToken(
  { fields, client, noteMerchant }: GrantRequest,
  deps: GrantDependencies,
): Promise<IssuedToken> {
  if (client.env === 'PRODUCTION') {
    throw new OAuthError(client.product === 'ADSR' ? 'developer.use_api_key' : 'developer.use_oauth');
  }
  if (client.archived) throw new OAuthError('developer.app_archived');
  const choice = await chooseMerchant(deps.control.pool, client, merchantOf(fields));
  if (typeof choice === 'string') throw new OAuthError(choice);
  noteMerchant(choice.companyId);
  return issueFor(deps, client, choice);
}

function merchantOf({ merchant_id: text }: TokenFields): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(Number(text))) throw invalidRequest('merchant_id');
  return Number(text);
}
