import { inQuery, Rejection } from './answer.ts';
import type { Operation } from './contract.ts';
import { type Request, validQueryOf } from './request.ts';
import { type Credential, type Key, type Merchant, newMerchant, type State, type Token } from './state.ts';

/** Who may call an operation. */

/** A caller's merchant as the caller sees it. */
export interface Access {
  readonly credential: Credential;
  readonly merchant: Merchant;
  /** Stores that the merchant's owner has approved; undefined for all of them. */
  readonly stores: ReadonlySet<number> | undefined;
}

/** In the order of `http.order_of_checks`: credential, source address, environment, scope. */
export function accessOf(state: State, request: Request, operation: Operation, now: number): Access {
  const credential = authenticated(state, request, now);
  if (!credential.isAdmitted) throw new Rejection('partner.ip_denied', 'auth.ip_denied');
  const access = 'companyId' in credential ? ofToken(state, credential) : ofKey(state, credential, request);
  if (access.merchant.isClosed) throw new Rejection('partner.company_denied', 'tenancy.closed');
  requireScope(credential, operation);
  return access;
}

const challenged = (code: string, rule: string, challenge: string): Rejection =>
  new Rejection(code, rule, undefined, { 'www-authenticate': challenge });

const CREDENTIALS = ['Authorization', 'X-API-Key'];

const ambiguous = (path: string, rule: string, cause: string): Rejection =>
  new Rejection('partner.validation_failed', cause, [{ in: 'header', path, rule }]);

/** The token of an Authorization header, in its only scheme. auth.scheme_spelling */
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/** auth.token_required, auth.token_invalid, auth.header_once, keys.invalid, keys.one_credential */
function authenticated({ tokens, keys }: State, { headers, repeated = [] }: Request, now: number): Credential {
  const twice = CREDENTIALS.find((name) => repeated.includes(name.toLowerCase()));
  if (twice) throw ambiguous(twice, 'duplicate', 'auth.header_once');
  const { authorization, 'x-api-key': sentKey } = headers;
  if (sentKey !== undefined && authorization !== undefined)
    throw ambiguous('X-API-Key', 'exclusive', 'keys.one_credential');
  if (sentKey !== undefined) {
    const key = keys.get(sentKey);
    if (!key) throw challenged('partner.api_key_invalid', 'keys.invalid', 'ApiKey');
    return key;
  }
  const sentToken = BEARER.exec(authorization ?? '')?.[1];
  if (sentToken === undefined) throw challenged('partner.token_missing', 'auth.token_required', 'Bearer');
  const token = tokens.get(sentToken);
  if (!token) throw challenged('partner.token_invalid', 'auth.token_invalid', 'Bearer error="invalid_token"');
  if (token.expiresAt !== undefined && now >= token.expiresAt)
    throw challenged('partner.token_expired', 'auth.token_expired', 'Bearer error="invalid_token"');
  return token;
}

/** auth.env_mismatch */
function requireEnvironment({ env }: Credential, merchant: Merchant | undefined, rule: string): void {
  if (merchant && merchant.env !== env) throw new Rejection('partner.env_mismatch', rule);
}

function ofToken({ merchants }: State, token: Token): Access {
  const merchant = merchants.get(token.companyId) ?? { ...newMerchant(token.companyId, 'GBP'), env: token.env };
  requireEnvironment(token, merchant, 'auth.env_mismatch');
  return { credential: token, merchant, stores: undefined };
}

/** keys.company_denied, keys.environment, keys.request_approval */
function ofKey({ merchants }: State, key: Key, request: Request): Access {
  const companyId = companyNamed(request);
  const merchant = merchants.get(companyId);
  requireEnvironment(key, merchant, 'keys.environment');
  const stores = key.access.get(companyId);
  if (!merchant || !stores) throw new Rejection('partner.company_denied', 'keys.company_denied');
  return { credential: key, merchant, stores: stores === 'all' ? undefined : stores };
}

/** keys.company_required, reports.key */
function companyNamed({ url }: Request): number {
  const [text, ...others] = validQueryOf(url).getAll('companyId');
  const id = /^-?\d+$/.test(text ?? '') && others.length === 0 ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  const rule = text === undefined ? 'required' : 'type';
  throw new Rejection('partner.validation_failed', 'keys.company_required', [inQuery('companyId', rule)]);
}

/** auth.product_bundle, keys.scope: a credential has the scopes of its app's product. */
function requireScope(credential: Credential, { products, scope }: Operation): void {
  if (products.includes(credential.app.product)) return;
  const rule = 'access' in credential ? 'keys.scope' : 'auth.scope';
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
  throw challenged('partner.scope_denied', rule, challenge);
}

/** auth.company_named_twice */
export function requireOwnCompany({ merchant }: Access, companyId: unknown): void {
  if (companyId !== undefined && companyId !== merchant.companyId)
    throw new Rejection('partner.company_denied', 'auth.company_named_twice');
}

/** The merchant as the caller sees it: stores that are not approved are absent. keys.approved_stores */
export function seenBy({ merchant, stores }: Access): Merchant {
  if (!stores) return merchant;
  const approved = [...merchant.tables.stores].filter(([id]) => stores.has(id));
  return { ...merchant, tables: { ...merchant.tables, stores: new Map(approved) } };
}
