import type { JWTPayload } from 'jose';
import { REGIONS, type Region } from '../process/region.ts';
import { ENVIRONMENTS, type Environment, PRODUCTS, type Product } from './products.ts';
import { isAddressOrRange } from './source-address.ts';

export const AUDIENCE = 'partner-api';

/** Prefix of the `jti` of a token that names the API by its alias. */
export const ALIASED = 'alias.';

/** Prefix of the `jti` of a token that the console uses itself. */
export const OF_CONSOLE = 'console.';

/** Path prefix of the API's alias. */
export const ALIAS = '/alias';

/** Alias of {base_url}, for testing that a client follows the address in its token. */
export const aliasOf = (apiUrl: string): string => apiUrl.replace(/\/v1$/, `${ALIAS}/v1`);

/** Lifetime of an access token in seconds (time.access_token). */
export const ACCESS_TOKEN_LIFETIME = 900;

/** Claims of an access token in addition to the registered ones (claims.all). */
export interface AccessTokenClaims {
  readonly orgId: number;
  readonly companyId: number;
  readonly region: Region;
  readonly product: Product;
  readonly scopes: readonly string[];
  readonly env: Environment;
  readonly allowedIps?: readonly string[];
}

export interface TokenClaims extends AccessTokenClaims {
  readonly jti: string;
  readonly appId: number;
  /** Seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
}

/** Claims of a verified token; undefined if one is missing or has the wrong type. */
export function readClaims(payload: JWTPayload): TokenClaims | undefined {
  const complete = Object.entries(CLAIMS).every(([name, holds]) => holds(payload[name]));
  return complete ? { ...(payload as unknown as TokenClaims), appId: Number(payload.sub) } : undefined;
}

type Holds = (value: unknown) => boolean;

const isId: Holds = (value) => Number.isSafeInteger(value) && Number(value) > 0;
const isOneOf =
  (values: readonly unknown[]): Holds =>
  (value) =>
    values.includes(value);
const isListOf =
  (holds: Holds): Holds =>
  (value) =>
    Array.isArray(value) && value.every(holds);
const isText: Holds = (value) => typeof value === 'string' && value !== '';

const CLAIMS: Readonly<Record<string, Holds>> = {
  sub: (value) => typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) && isId(Number(value)),
  jti: isText,
  iat: Number.isFinite,
  exp: Number.isFinite,
  orgId: isId,
  companyId: isId,
  region: isOneOf(REGIONS),
  product: isOneOf(PRODUCTS),
  env: isOneOf(ENVIRONMENTS),
  scopes: isListOf(isText),
  allowedIps: (value) =>
    value === undefined || isListOf((entry) => typeof entry === 'string' && isAddressOrRange(entry))(value),
};
