import type { KeyObject } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { Unavailable } from '../storage/failures.ts';
import type { Region } from '../storage/region.ts';
import type { NumberedRequest } from '../storage/request-log/logged-request.ts';
import { REQUESTS } from './accept.ts';
import { AssertionSigner, type Signed } from './assertion.ts';
import { type AddressListener, type Answer, type Outgoing, RegionAddress } from './region-address.ts';
import { sealedWhole } from './sealed-body.ts';

/** Longest wait for writing logs, in milliseconds. */
const LOGGED_WITHIN = 10_000;

/** A region with its addresses, used in turn while they are up. */
export class RegionLink {
  readonly addresses: readonly RegionAddress[];
  #turn = 0;

  constructor(
    region: Region,
    urls: readonly string[],
    { key, clock, listener }: { key: KeyObject; clock: Clock; listener: AddressListener },
  ) {
    const signer = new AssertionSigner(region, key, clock);
    this.addresses = urls.map((url) => new RegionAddress(url, signer, listener));
  }

  /**
   * Sends a request to an address that is up. If the region cannot have received it, tries the next address; a read
   * whose connection was lost is also tried once more. Throws Unavailable if no address responds.
   */
  async send(request: Outgoing): Promise<Answer> {
    const attempt = new Attempt(request);
    let failure: unknown;
    for (const address of this.#inTurn()) {
      try {
        return await address.send(attempt.outgoing);
      } catch (error) {
        if (request.signal?.aborted) throw error;
        failure = error;
        if (!attempt.mayRepeat(error)) break;
      }
    }
    throw new Unavailable('unavailable', failure);
  }

  async record(requests: readonly NumberedRequest[]): Promise<void> {
    const body = Buffer.from(JSON.stringify(requests));
    const { statusCode, body: answer } = await this.send({
      method: 'POST',
      target: REQUESTS,
      headers: { 'content-type': 'application/json' },
      stated: { body: { length: String(body.length) } },
      body: (signed: Signed) => sealedWhole(body, signed),
      signal: AbortSignal.timeout(LOGGED_WITHIN),
    });
    await answer.dump();
    if (statusCode !== 204) throw new Error(`The region answered ${statusCode} to requests for its log.`);
  }

  async close(): Promise<void> {
    await Promise.all(this.addresses.map((address) => address.close()));
  }

  /**
   * Addresses that are up, starting with the next in turn, then those about to shut down. A single
   * address is listed twice.
   */
  #inTurn(): RegionAddress[] {
    this.#turn = (this.#turn + 1) % this.addresses.length;
    const turned = [...this.addresses.slice(this.#turn), ...this.addresses.slice(0, this.#turn)];
    const alive = [
      ...turned.filter(({ state }) => state === 'up'),
      ...turned.filter(({ state }) => state === 'draining'),
    ];
    return alive.length === 1 ? [...alive, ...alive] : alive;
  }
}

const NOT_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

class Attempt {
  readonly outgoing: Outgoing;
  readonly #isRead: boolean;
  #isBodyBegun = false;
  #wasLost = false;

  constructor(request: Outgoing) {
    const { method, body } = request;
    this.#isRead = method === 'GET' || method === 'HEAD';
    this.outgoing = body ? { ...request, body: (signed) => this.#noting(body(signed)) } : request;
  }

  /** Head and body are sent together, so nothing has been sent until the body is read. */
  mayRepeat(error: unknown): boolean {
    const isUnsent = this.outgoing.body
      ? !this.#isBodyBegun
      : NOT_CONNECTED.test((error as NodeJS.ErrnoException).code ?? '');
    if (isUnsent) return true;
    if (!this.#isRead || this.#wasLost) return false;
    this.#wasLost = true;
    return true;
  }

  async *#noting(body: AsyncIterable<Buffer> | Buffer): AsyncGenerator<Buffer> {
    this.#isBodyBegun = true;
    if (Buffer.isBuffer(body)) yield body;
    else yield* body;
  }
}
