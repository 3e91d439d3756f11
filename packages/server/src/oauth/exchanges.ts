import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** When a request arrived, and its position among the requests received by this instance. */
export interface Arrival {
  readonly at: number;
  readonly place: number;
}

const REMEMBERED = 10_000;

/** Each turn of the event loop accepts one connection and reads from the open ones. */
const QUIET_TURNS = 3;
const MOST_TURNS = 100;

/**
 * Largest time difference between two instances, from their clocks and from delays in reading a
 * socket, in milliseconds.
 */
const BETWEEN_INSTANCES = 1000;

/**
 * Tells a replayed code from a request that lost a race, having arrived before the response to the exchange was sent.
 * An instance knows the order of the requests it received; for exchanges at other instances it knows only the time.
 */
export class Exchanges {
  #received = 0;
  /** Last position assigned before the response was sent, by digest of the code. */
  readonly #answeredAfter = new LRUCache<string, number>({ max: REMEMBERED });

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
