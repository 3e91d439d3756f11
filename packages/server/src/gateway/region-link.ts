import type { KeyObject } from 'node:crypto';
import { Unavailable } from '../database/failures.ts';
import type { Region } from '../process/region.ts';
import type { NumberedRequest } from '../request-log/logged-request.ts';
import { REQUESTS } from './accept.ts';
import { type Answer, discard } from './answer.ts';
import { type AddressListener, type Outgoing, RegionAddress } from './region-address.ts';

/** Longest wait for writing logs, in milliseconds. */
const LOGGED_WITHIN = 10_000;

/** A region with its addresses, used in turn while they are up. */
export class RegionLink {
  readonly addresses: readonly RegionAddress[];
  #turn = 0;

  constructor(
    region: Region,
    urls: readonly string[],
    { key, listener }: { key: KeyObject; listener: AddressListener },
  ) {
    this.addresses = urls.map((url) => new RegionAddress(url, { region, key }, listener));
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
        if (!attempt.mayRepeat()) break;
      }
    }
    throw new Unavailable('unavailable', failure);
  }

  async record(requests: readonly NumberedRequest[]): Promise<void> {
    const body = Buffer.from(JSON.stringify(requests));
    const answer = await this.send({
      method: 'POST',
      target: REQUESTS,
      headers: { 'content-length': String(body.length) },
      body,
      signal: AbortSignal.timeout(LOGGED_WITHIN),
    });
    discard(answer);
    if (answer.status !== 204) throw new Error(`The region answered ${answer.status} to requests for its log.`);
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

class Attempt {
  readonly outgoing: Outgoing;
  readonly #isRead: boolean;
  #isSent = false;
  #wasLost = false;

  constructor(request: Outgoing) {
    this.#isRead = request.method === 'GET' || request.method === 'HEAD';
    this.outgoing = {
      ...request,
      onSend: () => {
        this.#isSent = true;
      },
    };
  }

  /** True if the last attempt was not sent, or a read was lost for the first time. */
  mayRepeat(): boolean {
    if (!this.#isSent) return true;
    if (!this.#isRead || this.#wasLost) return false;
    this.#wasLost = true;
    this.#isSent = false;
    return true;
  }
}
