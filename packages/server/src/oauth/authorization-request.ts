import { randomBytes } from 'node:crypto';
import { LISTED_NAME, type Listing, PROFILE } from '../control/apps.ts';
import type { Control, ControlTransaction } from '../control/control.ts';
import type { Environment, Product } from '../control/products.ts';
import { hashSecret, isWellFormed } from '../control/secrets.ts';
import { toTimestamp } from '../process/time.ts';
import { formPairs } from './token-request.ts';

/** Errors shown on the page and never sent to the redirect URI (consent.error.*). */
export type ConsentCode =
  | 'oauth.client_not_found'
  | 'oauth.redirect_uri_mismatch'
  | 'oauth.state_required'
  | 'oauth.pkce_method_unsupported'
  | 'oauth.app_not_published'
  | 'oauth.company_not_eligible'
  | 'oauth.invalid_request'
  | 'developer.use_api_key';

export class ConsentError extends Error {
  override name = 'ConsentError';
  readonly code: ConsentCode;
  constructor(code: ConsentCode) {
    super(code);
    this.code = code;
  }
}

/** Error sent to the app through the redirect URI (RFC 6749 §4.1.2.1). */
export interface CallbackRefusal {
  readonly error: 'invalid_request' | 'unsupported_response_type' | 'access_denied';
  readonly error_description?: string;
}

/** An invalid request by a known app. The error is reported to the app. */
class CallbackError extends Error {
  override name = 'CallbackError';
  readonly refusal: CallbackRefusal;
  constructor(error: CallbackRefusal['error'], description: string) {
    super(description);
    this.refusal = { error, error_description: description };
  }
}

/** A stored request that awaits a person's decision. */
export interface PendingRequest {
  readonly id: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly codeChallenge: string | null;
  /** Error to send to the app in place of a code. */
  readonly refusal: CallbackRefusal | null;
}

/** Runs all checks in order. Throws a ConsentError if the error is to be shown on a page. */
async function checkRequest(query: Query, parameters: RequestParameters): Promise<Omit<PendingRequest, 'id'>> {
  const client = checkClient(await findClient(query, parameters.get('client_id')));
  const { clientId } = client;
  checkProduct(client);
  const redirectUri = await checkRedirectUri(query, client, parameters.get('redirect_uri'));
  const state = checkState(parameters);
  checkPublished(client);
  const answerable = { clientId, redirectUri, state };
  try {
    checkRepeated(parameters);
    const codeChallenge = checkPkce(parameters);
    checkResponseType(parameters);
    return { ...answerable, codeChallenge, refusal: null };
  } catch (error) {
    if (!(error instanceof CallbackError)) throw error;
    return { ...answerable, codeChallenge: null, refusal: error.refusal };
  }
}

/** Repeats, with locks, the checks whose results may have changed since the request was stored. */
export async function recheckRequest(
  tx: ControlTransaction,
  { clientId, redirectUri }: { readonly clientId: string; readonly redirectUri: string },
): Promise<AuthorizingClient> {
  // Locks the rows it reads until the transaction ends.
  const read: Read = (text, values) => tx.query(`${text} for share`, values);
  const query = Object.assign(read, { now: tx.timestamp });
  const client = checkClient(await findClient(query, clientId));
  checkProduct(client);
  await checkRedirectUri(query, client, redirectUri);
  checkPublished(client);
  return client;
}

export function checkClient(client: AuthorizingClient | undefined): AuthorizingClient {
  if (!client || (client.archived && client.env === 'SANDBOX')) throw new ConsentError('oauth.client_not_found');
  return client;
}

/** Rejects an app whose product has no consent screen: ADSR apps use keys (consent.adsr). */
function checkProduct({ product }: AuthorizingClient): void {
  if (product === 'ADSR') throw new ConsentError('developer.use_api_key');
}

/** Rejects a redirect URI that does not exactly match one of the app's (RFC 9700 §4.1.3). */
async function checkRedirectUri(
  query: Query,
  { appId }: AuthorizingClient,
  redirectUri: string | undefined,
): Promise<string> {
  // The database rejects a NUL, and no registered URI contains one.
  if (!redirectUri || redirectUri.includes('\0')) throw new ConsentError('oauth.redirect_uri_mismatch');
  const text = 'select uri from control.redirect_uris where app_id = $1 and uri = $2';
  const registered = await query(text, [appId, redirectUri]);
  if (registered.length === 0) throw new ConsentError('oauth.redirect_uri_mismatch');
  return redirectUri;
}

/** Rejects a request without a state, or with a state that cannot be stored. */
function checkState(parameters: RequestParameters): string {
  if (!parameters.has('state')) throw new ConsentError('oauth.state_required');
  const state = parameters.get('state');
  // Counted in code points, as in the contract.
  if (state === undefined || [...state].length > 2048 || state.includes('\0')) {
    throw new ConsentError('oauth.invalid_request');
  }
  return state;
}

/** Rejects an app that is not, or no longer, approved for live merchants. */
export function checkPublished({ env, approved, archived }: AuthorizingClient): void {
  if (env === 'PRODUCTION' && (!approved || archived)) throw new ConsentError('oauth.app_not_published');
}

/**
 * Rejects parameters that are repeated (RFC 6749 §3.1) or not percent-encoded UTF-8. Earlier checks read the others,
 * and unknown ones are ignored.
 */
function checkRepeated(parameters: RequestParameters): void {
  const known = ['response_type', 'code_challenge', 'code_challenge_method', 'scope'];
  const name = known.find((candidate) => parameters.isMalformed(candidate));
  if (name) throw new CallbackError('invalid_request', `${name} must be sent once, as percent-encoded UTF-8.`);
}

/** Rejects every method except S256. A challenge without a method is `plain` (RFC 7636 §4.3). Returns the challenge. */
function checkPkce(parameters: RequestParameters): string | null {
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if ((method ?? (challenge && 'plain') ?? 'S256') !== 'S256') throw new ConsentError('oauth.pkce_method_unsupported');
  if (method && !challenge)
    throw new CallbackError('invalid_request', 'code_challenge_method requires code_challenge.');
  if (challenge && !/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    throw new CallbackError('invalid_request', 'code_challenge must be a SHA-256 digest in base64url, 43 characters.');
  }
  return challenge ?? null;
}

function checkResponseType(parameters: RequestParameters): void {
  const type = parameters.get('response_type');
  if (!type) throw new CallbackError('invalid_request', 'response_type is required.');
  if (type !== 'code') throw new CallbackError('unsupported_response_type', 'response_type must be code.');
}

type RequestParameters = ReturnType<typeof parametersOf>;

/** Parameters of an authorization request. A parameter without a value counts as omitted (RFC 6749 §3.1). */
function parametersOf(querystring: string) {
  const pairs = Map.groupBy(formPairs(querystring), ([name]) => name);
  const valuesOf = (name: string) => (pairs.get(name) ?? []).map(([, value]) => value);
  /** True if repeated or not percent-encoded UTF-8. */
  const isMalformed = (name: string): boolean => valuesOf(name).length > 1 || valuesOf(name).includes(undefined);
  return {
    has: (name: string): boolean => valuesOf(name).some((value) => value !== ''),
    isMalformed,
    get: (name: string): string | undefined => (isMalformed(name) ? undefined : valuesOf(name)[0] || undefined),
  };
}

export interface AuthorizingClient {
  readonly clientId: string;
  readonly appId: number;
  readonly appName: string;
  /** Profile to show: the approved one or, in the sandbox, the current one. */
  readonly listing: Listing | null;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly product: Product;
  readonly env: Environment;
  readonly approved: boolean;
  readonly archived: boolean;
}

type Read = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>;

/** Runs one statement, inside or outside a transaction. */
type Query = Read & { readonly now: string };

function queryOf({ pool, clock }: Control): Query {
  const read: Read = async (text, values) => (await pool.query(text, [...values])).rows;
  return Object.assign(read, { now: toTimestamp(clock()) });
}

/** Finds a client by id, unless the credential is revoked or has expired. */
async function findClient(query: Query, clientId: string | undefined): Promise<AuthorizingClient | undefined> {
  if (!clientId || !isWellFormed('clientId', clientId)) return undefined;
  const [client] = await query<AuthorizingClient>(
    `select k.client_id as "clientId", a.id as "appId", case k.env when 'SANDBOX' then a.name else ${LISTED_NAME} end as "appName",
       case k.env when 'SANDBOX' then ${PROFILE} else a.listing end as listing, o.id as "organizationId", o.name as "organizationName", a.product, k.env, a.review_state = 'APPROVED' as approved,
       a.archived_at is not null as archived
     from control.client_credentials k join control.apps a on a.id = k.app_id
     join control.organizations o on o.id = a.organization_id
     where k.client_id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)`,
    [clientId, query.now],
  );
  return client;
}

/** Milliseconds that a merchant has to sign in and decide. */
const LIFETIME = 10 * 60 * 1000;

const COLUMNS = `id, client_id as "clientId", redirect_uri as "redirectUri", state,
  code_challenge as "codeChallenge", refusal`;

export const isRequestId = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** A request's id, with the secret of the browser session that opened it. */
export interface RequestClaim {
  readonly id: string;
  readonly visit: string | undefined;
}

/**
 * Checks an authorization request, given as its query string, and stores it on the server, so that the browser only
 * holds its id. Deciding it also requires the secret of the session that opened it. Returns the id.
 */
export async function openRequest(control: Control, querystring: string, visit: string): Promise<string> {
  const request = await checkRequest(queryOf(control), parametersOf(querystring));
  const { clientId, redirectUri, state, codeChallenge, refusal } = request;
  const id = randomBytes(32).toString('base64url');
  const [now, opener] = [control.clock(), hashSecret(visit)];
  const times = [now, now + LIFETIME].map(toTimestamp);
  await control.pool.query(
    `insert into control.authorization_requests
       (id, client_id, redirect_uri, state, code_challenge, refusal, opened_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, clientId, redirectUri, state, codeChallenge, refusal, opener, ...times],
  );
  return id;
}

/** Finds a request and its app, which may have changed in the meantime. */
export async function findRequest(control: Control, { id, visit }: RequestClaim) {
  if (!isRequestId(id) || visit === undefined) return undefined;
  const query = queryOf(control);
  const [request] = await query<PendingRequest>(
    `select ${COLUMNS} from control.authorization_requests where id = $1 and opened_by = $2 and expires_at > $3`,
    [id, hashSecret(visit), query.now],
  );
  return request && { request, client: await findClient(query, request.clientId) };
}

/** Consumes a request. Of several concurrent callers, only one gets it. */
export const takeRequest = (
  tx: ControlTransaction,
  { id, visit = '' }: RequestClaim,
): Promise<PendingRequest | undefined> =>
  tx.one(
    `delete from control.authorization_requests where id = $1 and opened_by = $2 and expires_at > $3
     returning ${COLUMNS}`,
    [id, hashSecret(visit), tx.timestamp],
  );

/** Moves one or all requests of a browser session to its successor. `from` is the digest of the session's secret. */
export const moveRequests = (tx: ControlTransaction, from: Buffer, to: string, id?: string): Promise<object[]> =>
  tx.query(
    'update control.authorization_requests set opened_by = $2 where opened_by = $1 and ($3::text is null or id = $3)',
    [from, hashSecret(to), id ?? null],
  );
