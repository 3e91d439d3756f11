import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** Time of a request, and its position among the requests received by this instance. */
export interface Arrival {
  readonly at: number;
  readonly place: number;
}

const REMEMBERED = 10_000;

/** A turn of the event loop accepts one connection and reads from the open ones. */
const QUIET_TURNS = 3;
const MOST_TURNS = 100;

/**
 * Largest difference between two instances, of their clocks and of the time until they read a socket, in milliseconds.
 */
const BETWEEN_INSTANCES = 1000;

/**
 * Distinguishes the replay of a code from a request that lost the race for it, which arrived before the exchange was
 * answered. An instance knows the order of its own requests, and only the time of another instance's exchange.
 */
export class Exchanges {
  #received = 0;
  /** The last assigned position when the response was sent, by the code's digest. */
  readonly #answeredAfter = new LRUCache<string, number>({ max: REMEMBERED });

  arrive(now: number): Arrival {
    this.#received += 1;
    return { at: now, place: this.#received };
  }

  /** Receives all requests that have reached this machine, including ones that wait in a socket. */
  async receiveWaiting(): Promise<void> {
    for (let turn = 0, quiet = 0; quiet < QUIET_TURNS && turn < MOST_TURNS; turn += 1) {
      const before = this.#received;
      await turnOfEventLoop();
      quiet = this.#received === before ? quiet + 1 : 0;
    }
  }

  /** Follows an exchange until `answered` reports that its response was sent. */
  follow(code: Buffer, answered: (then: () => void) => void): void {
    const key = code.toString('base64');
    this.#answeredAfter.set(key, Number.POSITIVE_INFINITY);
    answered(() => this.#answeredAfter.set(key, this.#received));
  }

  /** True if the request came after the response to the exchange at `takenAt`. */
  isReplay(code: Buffer, { at, place }: Arrival, takenAt: number): boolean {
    const answeredAfter = this.#answeredAfter.get(code.toString('base64'));
    return answeredAfter === undefined ? at > takenAt + BETWEEN_INSTANCES : place > answeredAfter;
  }
}
