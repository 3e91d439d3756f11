import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { MintResponse, TokenResponse } from '../contract/generated/types.gen.ts';
import type { Client, ClientFamily } from '../control/app-authentication.ts';
import { lockGrant } from '../control/connections.ts';
import {
  type AuditSubject,
  type Control,
  type ControlTransaction,
  changeControl,
  type Origin,
} from '../control/control.ts';
import type { Directory } from '../control/directory.ts';
import { findMerchant, type Merchant, sandboxMerchants } from '../control/merchants.ts';
import { isRehearsing } from '../control/rehearsals.ts';
import { hashSecret } from '../control/secrets.ts';
import type { DatabasePool } from '../database/pool.ts';
import { toTimestamp } from '../process/time.ts';
import { type Issuer, issueToken } from './access-tokens.ts';
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

export interface GrantRequest {
  readonly fields: TokenFields;
  readonly client: Client;
  /** The request's refresh token, if it belongs to the client. */
  readonly own: OwnToken | undefined;
  readonly origin: Origin;
  readonly arrival: Arrival;
  /** Calls back once the response to this request has been sent. */
  readonly whenAnswered: (then: () => void) => void;
  /** Records the merchant of the issued token. */
  readonly noteMerchant: (companyId: number) => void;
}

/** A genuine refresh token of the client. */
export interface OwnToken {
  readonly presented: ParsedRefreshToken;
  readonly family: ClientFamily;
}

export interface GrantDependencies {
  readonly control: Control;
  readonly directory: Directory;
  readonly exchanges: Exchanges;
  readonly issuer: Issuer;
  readonly refreshTokens: RefreshTokens;
  readonly uses: TokenUses;
}

/**
 * `grant_type=authorization_code` (RFC 6749 §4.1.3). A failed check does not consume the code, so that no client can
 * use up another's.
 */
export async function exchangeCode(request: GrantRequest, deps: GrantDependencies): Promise<TokenResponse> {
  const { fields, client, origin } = request;
  const { control, exchanges } = deps;
  const code = await findCode(control.pool, required(fields, 'code'));
  const redirectUri = required(fields, 'redirect_uri');
  if (!code || code.clientId !== client.clientId) throw new OAuthError('oauth.code_invalid');
  if (code.consumedAt !== null) return refuseReplay(code, request, deps);
  // Setting the clock back does not make a code younger.
  if (Math.abs(control.clock() - code.createdAt) > CODE_LIFETIME) throw new OAuthError('oauth.code_expired');
  if (redirectUri !== code.redirectUri) throw new OAuthError('oauth.redirect_uri_mismatch');
  if (!answersChallenge(fields.code_verifier, code.codeChallenge)) throw new OAuthError('oauth.pkce_failed');
  const merchant = await grantedMerchant(deps.directory, client, code.companyId);
  if (!merchant.active) throw new OAuthError('oauth.merchant_closed');
  const token = await issueFor(deps, client, merchant);
  await exchanges.receiveWaiting();
  const { hash, companyId, userId } = code;
  const { organizationId, appId, env } = client;
  const family = await changeControl(control, origin, async function exchange(tx) {
    await lockGrant(tx, { appId, companyId });
    const created = await createFamily(tx, { appId, companyId, env, userId });
    const details = { familyId: created.id };
    await tx.audit('code.exchanged', { organizationId, appId, companyId, userId, details });
    const taken = await consumeCode(tx, { hash, familyId: created.id, at: control.clock() });
    if (!taken) throw new OAuthError('oauth.code_invalid');
    exchanges.follow(hash, request.whenAnswered);
    return created;
  });
  return tokenResponse(token, family, deps.refreshTokens);
}

/** A replayed code was stolen, so its tokens are revoked (RFC 6749 §4.1.2) unless the request lost a race. */
async function refuseReplay(
  { hash, consumedAt, familyId, companyId }: AuthorizationCode,
  { client: { organizationId, appId }, origin, arrival }: GrantRequest,
  { control, exchanges }: GrantDependencies,
): Promise<never> {
  if (familyId !== null && exchanges.isReplay(hash, arrival, consumedAt ?? 0)) {
    await changeControl(control, origin, async (tx) => {
      await revokeFamily(tx, familyId, 'code_replayed');
      await tx.audit('code.replayed', { organizationId, appId, companyId, details: { familyId } });
    });
  }
  throw new OAuthError('oauth.code_invalid');
}

/** In milliseconds (time.code). */
const CODE_LIFETIME = 5 * 60 * 1000;

interface AuthorizationCode {
  readonly hash: Buffer;
  readonly clientId: string;
  readonly companyId: number;
  readonly userId: number;
  readonly redirectUri: string;
  readonly codeChallenge: string | null;
  readonly createdAt: number;
  readonly consumedAt: number | null;
  readonly familyId: number | null;
}

/** Issues a code. Only its digest is stored. */
export async function issueCode(
  tx: ControlTransaction,
  code: Omit<AuthorizationCode, 'hash' | 'createdAt' | 'consumedAt' | 'familyId'>,
): Promise<string> {
  const text = randomBytes(32).toString('base64url');
  await tx.query(
    `insert into control.authorization_codes
       (hash, client_id, company_id, user_id, redirect_uri, code_challenge, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [hashSecret(text), code.clientId, code.companyId, code.userId, code.redirectUri, code.codeChallenge, tx.timestamp],
  );
  return text;
}

async function findCode(db: DatabasePool, code: string): Promise<AuthorizationCode | undefined> {
  const { rows } = await db.query<AuthorizationCode>({
    name: 'codes.find',
    text: `select c.hash, c.client_id as "clientId", c.company_id as "companyId", c.user_id as "userId",
        c.redirect_uri as "redirectUri", c.code_challenge as "codeChallenge",
        (extract(epoch from c.created_at) * 1000)::bigint as "createdAt",
        (extract(epoch from c.consumed_at) * 1000)::bigint as "consumedAt", c.family_id as "familyId"
      from control.authorization_codes c
      where c.hash = $1`,
    values: [hashSecret(code)],
  });
  return rows[0];
}

/** Consumes the code. Returns false for all requests but the first. */
async function consumeCode(
  tx: ControlTransaction,
  { hash, familyId, at }: { readonly hash: Buffer; readonly familyId: number; readonly at: number },
): Promise<boolean> {
  const taken = await tx.query(
    `update control.authorization_codes set consumed_at = $2, family_id = $3
     where hash = $1 and consumed_at is null returning hash`,
    [hash, toTimestamp(at), familyId],
  );
  return taken.length > 0;
}

/**
 * True if the verifier matches the challenge (S256 is the only method). A verifier without a challenge also fails,
 * since an attacker may have removed the challenge from the authorization request (RFC 9700 §2.1.1).
 */
function answersChallenge(verifier: string | undefined, challenge: string | null): boolean {
  if (challenge === null) return verifier === undefined;
  // RFC 7636 §4.1: 43 to 128 unreserved characters.
  if (verifier === undefined || !/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier)) return false;
  const digest = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const expected = Buffer.from(challenge);
  return digest.length === expected.length && timingSafeEqual(digest, expected);
}

/** When a request arrived, and its position among the requests received by this instance. */
export interface Arrival {
  readonly at: number;
  readonly place: number;
}

/** Each turn of the event loop accepts one connection and reads from the open ones. */
const QUIET_TURNS = 3;
const MOST_TURNS = 100;

/** Maximum time difference between two instances in milliseconds, due to clocks and delayed socket reads. */
const BETWEEN_INSTANCES = 1000;

/**
 * Tells a replayed code from a request that lost a race, having arrived before the response to the exchange was sent.
 * An instance knows the order of the requests it received; for exchanges at other instances it knows only the time.
 */
export class Exchanges {
  #received = 0;
  /** Last position assigned before the response was sent, by digest of the code. */
  readonly #answeredAfter = new LRUCache<string, number>({ max: 10_000 });

  arrive(now: number): Arrival {
    this.#received += 1;
    return { at: now, place: this.#received };
  }

  /** Receives all requests that have reached this machine, even if they are still in a socket. */
  async receiveWaiting(): Promise<void> {
    for (let turn = 0, quiet = 0; quiet < QUIET_TURNS && turn < MOST_TURNS; turn += 1) {
      const before = this.#received;
      await turnOfEventLoop();
      quiet = this.#received === before ? quiet + 1 : 0;
    }
  }

  /** Follows an exchange until `answered` reports that the response was sent. */
  follow(code: Buffer, answered: (then: () => void) => void): void {
    const key = code.toString('base64');
    this.#answeredAfter.set(key, Number.POSITIVE_INFINITY);
    answered(() => this.#answeredAfter.set(key, this.#received));
  }

  /** True if the request came after the response to the exchange made at `takenAt`. */
  isReplay(code: Buffer, { at, place }: Arrival, takenAt: number): boolean {
    const answeredAfter = this.#answeredAfter.get(code.toString('base64'));
    return answeredAfter === undefined ? at > takenAt + BETWEEN_INSTANCES : place > answeredAfter;
  }
}

/**
 * `grant_type=refresh_token` (RFC 6749 §6), with rotation and reuse detection (RFC 9700 §4.14.2). The previous token
 * returns the same new one for 30 seconds, and for 24 hours while no token of that response was used, so that a lost
 * response does not end the connection.
 */
export async function refresh(
  { fields, client, own, origin }: GrantRequest,
  deps: GrantDependencies,
): Promise<TokenResponse> {
  const { control, uses, refreshTokens } = deps;
  required(fields, 'refresh_token');
  if (!own) throw new OAuthError('oauth.refresh_invalid');
  const { presented, family } = own;
  const merchant = await grantedMerchant(deps.directory, client, family.companyId);
  const subject: AuditSubject = {
    organizationId: client.organizationId,
    appId: client.appId,
    companyId: family.companyId,
    details: { familyId: presented.familyId, generation: presented.generation },
  };
  const answerWith = async (current: ClientFamily): Promise<TokenResponse> => {
    const jti = refreshTokens.seal({ familyId: current.id, generation: current.generation });
    return tokenResponse(await issueFor(deps, client, merchant, jti), current, refreshTokens);
  };
  const next = merchant.active ? await rotateFamily(control, origin, presented, subject) : undefined;
  if (next !== undefined) return answerWith({ ...family, generation: next });
  await uses.settle();
  const current = await changeControl(control, origin, async function repeat(tx) {
    const judged = await judge(tx, presented, subject);
    if (merchant.active && !(judged instanceof OAuthError)) await extendFamily(tx, judged.id);
    return judged;
  });
  if (current instanceof OAuthError) throw current;
  // A valid connection stays unchanged, and its token works again once the merchant reopens.
  if (!merchant.active) throw new OAuthError('oauth.merchant_closed');
  return answerWith(current);
}

/** Checks a token without rotating it. Returns rejections, so that a revocation of the family is committed. */
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

/** `grant_type=client_credentials` (RFC 6749 §4.4). Only in the sandbox, and without a refresh token (§4.4.3). */
export async function grantSandboxToken(
  { fields, client, noteMerchant }: GrantRequest,
  deps: GrantDependencies,
): Promise<MintResponse> {
  if (client.env === 'PRODUCTION') {
    throw new OAuthError(client.product === 'ADSR' ? 'developer.use_api_key' : 'developer.use_oauth');
  }
  if (client.archived) throw new OAuthError('developer.app_archived');
  const { merchant_id: id } = fields;
  if (id !== undefined && (!/^[1-9]\d{0,15}$/.test(id) || !Number.isSafeInteger(Number(id)))) {
    throw invalidRequest('merchant_id');
  }
  const choice = await chooseMerchant(deps.control.pool, client, id === undefined ? undefined : Number(id));
  if (typeof choice === 'string') throw new OAuthError(choice);
  noteMerchant(choice.companyId);
  return issueFor(deps, client, choice);
}

/** Chooses the sandbox merchant for a token. Returns an error code if there is none. */
export async function chooseMerchant(
  control: DatabasePool,
  { organizationId }: Client,
  companyId: number | undefined,
): Promise<Merchant | 'developer.merchant_required' | 'developer.env_mismatch' | 'developer.grant_missing'> {
  if (companyId === undefined) {
    const [only, ...others] = await sandboxMerchants(control, organizationId);
    if (others.length > 0) return 'developer.merchant_required';
    return only ?? 'developer.grant_missing';
  }
  const merchant = await findMerchant(control, companyId);
  if (merchant && !merchant.demo) return 'developer.env_mismatch';
  return merchant?.active && merchant.organizationId === organizationId ? merchant : 'developer.grant_missing';
}

/** Returns a grant's merchant, which may be closed. Throws if the app is archived or the environment is wrong. */
async function grantedMerchant(directory: Directory, client: Client, companyId: number): Promise<Merchant> {
  const merchant = await directory.merchants.get(companyId);
  if (!merchant || client.archived || merchant.demo !== (client.env === 'SANDBOX')) {
    throw new OAuthError('oauth.grant_revoked');
  }
  return merchant;
}

/** Issues an access token. If the app is testing the alias, `api_base_url` is the alias. */
export const issueFor = (
  { issuer }: Pick<GrantDependencies, 'issuer'>,
  client: Client,
  merchant: Merchant,
  jti?: string,
): Promise<MintResponse> =>
  issueToken(issuer, client, merchant, { isAliased: isRehearsing(client, client.env, 'alias', issuer.clock()), jti });

/** Response of the authorization_code and refresh_token grants (oauth.token_response). */
const tokenResponse = (token: MintResponse, family: ClientFamily, refreshTokens: RefreshTokens): TokenResponse => ({
  ...token,
  refresh_token: refreshTokens.write(family.env, { ...family, familyId: family.id }),
  refresh_token_expires_in: REFRESH_TOKEN_LIFETIME,
  merchant_id: family.companyId,
});
