// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import type { App, Environment, State } from '../state.ts';

/** Clients, codes and tokens as immutable values. */

/** A client id of an app, with the secret that proves it. */
export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly app: App;
  /** Any name that is the same for all apps of the organization. */
  readonly organization: string;
  readonly env: Environment;
  /** Approved for production by review. */
  readonly isApproved: boolean;
  readonly isArchived: boolean;
  readonly isRevoked: boolean;
  /** Addresses from which its tokens can be used; undefined for any. */
  readonly allowedIps: readonly string[] | undefined;
  /** False if the allowlist leaves out the address that requests come from. */
  readonly isAdmitted: boolean;
  /** Undefined for any. */
  readonly redirectUris: readonly string[] | undefined;
}

/** A merchant as far as tokens depend on it. */
export interface Company {
  readonly companyId: number;
  readonly env: Environment;
  /** The organization whose sandbox merchant it is. */
  readonly organization: string | undefined;
  readonly isClosed: boolean;
  /** Undefined if any region is right. */
  readonly region?: string | undefined;
}

export interface Companies {
  find(companyId: number): Company | undefined;
  /** Sandbox merchants of an organization. */
  ofOrganization(organization: string): readonly Company[];
}

export interface Code {
  readonly clientId: string;
  readonly companyId: number;
  readonly redirectUri: string;
  /** S256 challenge of the authorization request, if it had one. */
  readonly challenge: string | undefined;
  readonly issuedAt: number;
  /** The family that the code was exchanged for, and when. */
  readonly family: number | undefined;
  readonly exchangedAt?: number;
}

/** The refresh tokens of one connection. */
export interface Family {
  readonly app: string;
  readonly env: Environment;
  readonly companyId: number;
  /** Every refresh token so far, the current one last. */
  readonly tokens: readonly string[];
  readonly rotatedAt: number;
  readonly expiresAt: number;
  /** True once an access token issued with the current refresh token was used. */
  readonly isUsed: boolean;
  /** The rule that ended it. */
  readonly revokedBy: string | undefined;
}

export interface AccessToken {
  readonly client: Client;
  readonly companyId: number;
  readonly expiresAt: number;
  /** Its family, and the number of refresh tokens that the family had; undefined for a minted token. */
  readonly issuedWith: { readonly family: number; readonly generation: number } | undefined;
}

export interface AccessState {
  /** {base_url}, which is also the issuer. */
  readonly baseUrl: string;
  readonly companies: Companies;
  readonly clients: ReadonlyMap<string, Client>;
  readonly codes: ReadonlyMap<string, Code>;
  readonly families: ReadonlyMap<number, Family>;
  readonly tokens: ReadonlyMap<string, AccessToken>;
}

/** What the service may choose. */
export interface AccessChoices {
  /** An access token with these claims, for a client and company. */
  accessToken(claims: Claims): string;
  /** A refresh token that no response had before. */
  refreshToken(env: Environment): string;
  /** The scopes in any order, separated by spaces. */
  scope(scopes: readonly string[]): string;
}

/** Claims of an access token, apart from `jti`, `iat` and `exp`. */
export interface Claims {
  readonly iss: string;
  readonly aud: string;
  readonly companyId: number;
  readonly product: string;
  readonly env: Environment;
  readonly scopes: readonly string[];
  readonly region?: string | undefined;
  readonly allowedIps?: readonly string[] | undefined;
  /** Names that stand for `sub` and `orgId`, which the service chooses once. */
  readonly app: string;
  readonly organization: string;
}

export const newAccessState = (baseUrl: string, companies: Companies, clients: readonly Client[]): AccessState => ({
  baseUrl,
  companies,
  clients: new Map(clients.map((one) => [one.clientId, one])),
  codes: new Map(),
  families: new Map(),
  tokens: new Map(),
});

/** The tokens with which the resource endpoints can be called. */
export const tokensOf = ({ tokens }: AccessState): State['tokens'] =>
  new Map(
    [...tokens].map(([text, { client, companyId, expiresAt }]) => {
      const { app, env, isAdmitted } = client;
      return [text, { app, env, isAdmitted, companyId, expiresAt }];
    }),
  );

/** The state with some families changed. */
export function withFamilies(
  state: AccessState,
  isMeant: (family: Family, id: number) => boolean,
  change: (family: Family) => Family,
): AccessState {
  const families = [...state.families].map(
    ([id, family]) => [id, isMeant(family, id) ? change(family) : family] as const,
  );
  return { ...state, families: new Map(families) };
}

/** Ends families that have not ended. */
export const revoked = (
  state: AccessState,
  rule: string,
  isMeant: (family: Family, id: number) => boolean,
): AccessState => withFamilies(state, isMeant, (family) => ({ ...family, revokedBy: family.revokedBy ?? rule }));

/** A merchant ends its connection with an app, whose codes no longer work. connection.disconnect */
export function disconnected(state: AccessState, app: string, companyId: number): AccessState {
  const codes = [...state.codes].filter(
    ([, code]) =>
      code.companyId !== companyId || code.family !== undefined || state.clients.get(code.clientId)?.app.id !== app,
  );
  const ended = revoked(
    state,
    'connection.disconnect',
    (family) => family.app === app && family.companyId === companyId,
  );
  return { ...ended, codes: new Map(codes) };
}

/** A request to a resource endpoint presents an access token that has not expired. oauth.refresh_lost */
export function noteUse(state: AccessState, text: string, now: number): AccessState {
  const token = state.tokens.get(text);
  if (!token?.issuedWith || token.expiresAt <= now) return state;
  const { family, generation } = token.issuedWith;
  return withFamilies(
    state,
    ({ tokens }, id) => id === family && tokens.length === generation,
    (one) => ({ ...one, isUsed: true }),
  );
}
