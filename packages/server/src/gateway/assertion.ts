import { createHmac, type Hmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../clock.ts';
import type { Environment, Product } from '../credentials/products.ts';
import type { Merchant } from '../directory/merchants/merchants.ts';
import type { Region } from '../storage/region.ts';

/** Client headers that regions read. Only these are forwarded, and all of them are signed. */
export const FORWARDED = [
  'accept',
  'accept-encoding',
  'content-encoding',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
] as const;

export function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const forwarded: Record<string, string> = {};
  // Node.js has joined repeated headers.
  for (const name of FORWARDED) {
    const value = headers[name];
    if (typeof value === 'string') forwarded[name] = value;
  }
  return forwarded;
}

export const ASSERTION = 'tillgate-assertion';

/** Response header with the id of the region's process. */
export const INSTANCE = 'tillgate-instance';

/** Tolerated clock difference between gateway and region, including transmission, in milliseconds. */
export const LIFETIME = 5_000;

/** Caller and merchant of a request that the gateway has admitted. */
export interface Admitted {
  readonly principal: {
    readonly appId: number;
    readonly companyId: number;
    readonly product: Product;
    readonly env: Environment;
    readonly storeIds: readonly number[] | null;
    readonly credential: 'key' | 'token';
    readonly sentTo?: 'alias' | 'usual' | undefined;
  };
  readonly merchant: Merchant;
  readonly appName: string | null;
  /** True if the app asked to keep the bodies of its requests. */
  readonly keepsBodies?: boolean;
  readonly correlationId: string;
  /** Source address of the client. */
  readonly source: string;
}

/** How the client framed its body. The gateway frames it the same way. */
export interface Framing {
  readonly length?: string | undefined;
  readonly coding?: string | undefined;
}

/** What a gateway states about one request to a region. */
export interface Assertion {
  /** Identifies the request, which a region accepts only once. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly region: Region;
  /** The only process that may accept the request. Undefined if the gateway does not know it. */
  readonly instance?: string | undefined;
  /** Undefined for a gateway's own request. */
  readonly admitted?: Admitted | undefined;
  /** Present if a sealed body comes after it. */
  readonly body?: Framing | undefined;
}

/** The parts of a request that its assertion covers. */
interface BoundRequest {
  readonly method: string;
  /** Path with the query, as sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** An assertion with its authentication code, on which the body's code depends. */
export interface Signed {
  readonly header: string;
  readonly key: KeyObject;
  readonly code: Buffer;
}

export class AssertionSigner {
  readonly #region: Region;
  readonly #key: KeyObject;
  readonly #clock: Clock;
  /** Distinguishes the ids of all signers. */
  readonly #prefix = randomBytes(12).toString('base64url');
  #count = 0;

  constructor(region: Region, key: KeyObject, clock: Clock) {
    this.#region = region;
    this.#key = key;
    this.#clock = clock;
  }

  sign(request: BoundRequest, stated: Pick<Assertion, 'admitted' | 'body' | 'instance'> = {}): Signed {
    this.#count += 1;
    const assertion: Assertion = {
      id: `${this.#prefix}${this.#count}`,
      at: this.#clock(),
      region: this.#region,
      ...stated,
    };
    const payload = Buffer.from(JSON.stringify(assertion)).toString('base64url');
    const code = codeOf(this.#key, payload, request);
    return { header: `${payload}.${code.toString('base64url')}`, key: this.#key, code };
  }
}

export class AssertionRejected extends Error {
  override name = 'AssertionRejected';
}

/** The assertion is for another process of this region. */
export class Misdirected extends AssertionRejected {
  override name = 'Misdirected';
}

export const isAssertionRejected = (error: unknown): boolean => error instanceof AssertionRejected;

/** A valid assertion, with the key and code that the body is sealed with. */
export interface Verified extends Omit<Signed, 'header'> {
  readonly assertion: Assertion;
}

/** Verifies requests to one region. Remembers recent ones, so that this process does not accept a request twice. */
export class AssertionVerifier {
  /** Id of this process, by which gateways name it. */
  readonly instance = randomBytes(12).toString('base64url');
  readonly #region: Region;
  readonly #keys: readonly KeyObject[];
  readonly #clock: Clock;
  readonly #seen: Seen = new Seen(2 * LIFETIME);

  constructor(region: Region, keys: readonly KeyObject[], clock: Clock) {
    this.#region = region;
    this.#keys = keys;
    this.#clock = clock;
  }

  verify(request: BoundRequest): Verified {
    const [payload = '', code = ''] = String(request.headers[ASSERTION] ?? '').split('.');
    if (code === '') throw new AssertionRejected('no assertion');
    const given = Buffer.from(code, 'base64url');
    const verified = this.#keys
      .map((key) => ({ key, code: codeOf(key, payload, request) }))
      .find((one) => one.code.length === given.length && timingSafeEqual(one.code, given));
    if (!verified) throw new AssertionRejected('not signed for this request by a key of this region');
    const assertion = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Assertion;
    this.#requireFresh(assertion);
    return { ...verified, assertion };
  }

  #requireFresh({ region, instance = this.instance, at, id }: Assertion): void {
    if (region !== this.#region) throw new AssertionRejected(`for the region ${region}`);
    if (instance !== this.instance) throw new Misdirected('for another process');
    const now = this.#clock();
    if (!Number.isFinite(at) || Math.abs(now - at) > LIFETIME)
      throw new AssertionRejected('expired, or the clocks differ');
    if (!this.#seen.add(id, now)) throw new AssertionRejected('replayed');
  }
}

/** Ids of at least the last `window` milliseconds, kept in two generations. */
class Seen {
  readonly #window: number;
  #current = new Set<string>();
  #previous = new Set<string>();
  #begunAt = 0;

  constructor(window: number) {
    this.#window = window;
  }

  /** Returns false if the id is already known. */
  add(id: string, now: number): boolean {
    if (Math.abs(now - this.#begunAt) >= this.#window) {
      this.#previous = this.#current;
      this.#current = new Set();
      this.#begunAt = now;
    }
    if (this.#current.has(id) || this.#previous.has(id)) return false;
    this.#current.add(id);
    return true;
  }
}

/** Authentication code over the assertion, the method, the target and every forwarded header. */
function codeOf(key: KeyObject, payload: string, { method, target, headers }: BoundRequest): Buffer {
  let covered = `request\n${payload}\n${method}\n${target}\n`;
  for (const name of FORWARDED) covered += headers[name] === undefined ? '\n' : `${name}:${headers[name]}\n`;
  return createHmac('sha256', key).update(covered).digest();
}

/** Starts the authentication code of a body. */
export const bodyCode = ({ key, code }: Pick<Signed, 'key' | 'code'>): Hmac =>
  createHmac('sha256', key).update('body\n').update(code);
