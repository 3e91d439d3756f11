import { isDeepStrictEqual } from 'node:util';
import type { JWTHeaderParameters, JWTPayload } from 'jose';
import type { Answer } from '../../http/send.ts';
import type { AccessChoices, Claims } from '../../specification/access/state.ts';
import type { Environment } from '../../specification/state.ts';
import type { Difference } from '../compare/difference.ts';

/** Tokens and names that a deployment chose, taken from its responses. */

/** Everything chosen so far. */
export class Issued {
  readonly texts = new Set<string>();
  /** `sub` and `orgId` by the app or organization, and the reverse. */
  readonly names = new Map<string, string>();
}

/** The access token of a response, verified against the published keys. */
export interface Verified {
  readonly payload: JWTPayload;
  readonly header: JWTHeaderParameters;
}

const PREFIXES: Readonly<Record<Environment, string>> = { SANDBOX: 'svc_rt_sb_', PRODUCTION: 'svc_rt_pk_' };

export class ObservedTokens implements AccessChoices {
  readonly broken: Difference[] = [];
  readonly #body: Readonly<Record<string, unknown>>;
  readonly #verified: Verified | Error | undefined;
  readonly #issued: Issued;
  /** Seconds between which the token was issued. */
  readonly #window: readonly [from: number, to: number];
  readonly #new: string[] = [];
  readonly #named: (readonly [string, string])[] = [];

  constructor(
    { body }: Answer,
    verified: Verified | Error | undefined,
    issued: Issued,
    window: readonly [number, number],
  ) {
    this.#body = (body ?? {}) as Record<string, unknown>;
    this.#verified = verified;
    this.#issued = issued;
    this.#window = window;
  }

  accessToken(claims: Claims): string {
    const { access_token: text } = this.#body;
    if (this.#verified instanceof Error)
      this.#note('/access_token', 'a token that the published keys verify', this.#verified.message, 'claims.all');
    else if (this.#verified) this.#compare(claims, this.#verified);
    return typeof text === 'string' ? text : 'an access token';
  }

  #compare({ app, organization, region, allowedIps, ...known }: Claims, { payload, header }: Verified): void {
    const { sub, orgId, jti, iat = 0, exp = 0, ...others } = payload;
    const note = (name: string, expected: unknown, rule = 'claims.all') =>
      this.#note(`/access_token/${name}`, expected, name in payload ? payload[name] : 'nothing', rule);
    const given = region === undefined ? { ...known, region: payload.region } : { ...known, region };
    const expected: Readonly<Record<string, unknown>> = allowedIps ? { ...given, allowedIps } : given;
    for (const name of new Set([...Object.keys(expected), ...Object.keys(others)]))
      if (!isEqual(expected[name], others[name]))
        note(name, expected[name], { scopes: 'claims.scopes', allowedIps: 'claims.allowed_ips' }[name]);
    if (header.kid === undefined) this.#note('/access_token', 'a header with kid', header, 'claims.all');
    if (typeof sub !== 'string' || !this.#isNameOf(`app ${app}`, sub)) note('sub', `that of ${app}`, 'claims.identity');
    if (!Number.isSafeInteger(orgId) || !this.#isNameOf(`organization ${organization}`, orgId))
      note('orgId', `that of ${organization}`, 'claims.identity');
    if (typeof jti !== 'string' || jti === '' || !this.#isNew(jti)) note('jti', 'a new id', 'claims.identity');
    const [from, to] = this.#window;
    if (!(iat >= from && iat <= to)) note('iat', `between ${from} and ${to}`);
    if (exp - iat !== 900) note('exp', iat + 900, 'time.access_token');
    if (!isDeepStrictEqual(payload.scopes, String(this.#body.scope).split(' ')))
      note('scopes', 'those of the response', 'claims.scopes');
  }

  refreshToken(env: Environment): string {
    const { refresh_token: text } = this.#body;
    if (typeof text !== 'string') return 'a refresh token';
    const { [env]: prefix } = PREFIXES;
    if (!text.startsWith(prefix)) this.#note('/refresh_token', `${prefix}…`, text.slice(0, 10), 'env.prefixes');
    if (!this.#isNew(text)) this.#note('/refresh_token', 'a new one', 'an earlier one', 'oauth.refresh_rotates');
    return text;
  }

  scope(scopes: readonly string[]): string {
    const text = String(this.#body.scope);
    return isEqual(text.split(' '), scopes) ? text : scopes.join(' ');
  }

  #isNew(text: string): boolean {
    this.#new.push(text);
    return !this.#issued.texts.has(text);
  }

  /** True if no other has the name, and it has had no other. */
  #isNameOf(one: string, name: unknown): boolean {
    const { names } = this.#issued;
    const value = `${one.split(' ')[0]} is ${name}`;
    if (names.has(one) || names.has(value)) return names.get(one) === value && names.get(value) === one;
    this.#named.push([one, value], [value, one]);
    return true;
  }

  /** Remembers what this response chose. */
  commit(): void {
    for (const text of this.#new) this.#issued.texts.add(text);
    for (const [one, other] of this.#named) this.#issued.names.set(one, other);
  }

  #note(at: string, expected: unknown, got: unknown, rule: string): void {
    this.broken.push({ at, expected, got, rule });
  }
}

/** Equal apart from the order of a list. */
const isEqual = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? isDeepStrictEqual(one.toSorted(), other.toSorted())
    : isDeepStrictEqual(one, other);
