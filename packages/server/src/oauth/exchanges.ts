import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** Time of a request, and its position among the requests that this instance has received. */
export interface Arrival {
  readonly at: number;
  readonly place: number;
}

const REMEMBERED = 10_000;

/** A turn of the event loop accepts one connection, and reads from those that it has. */
const QUIET_TURNS = 3;
const MOST_TURNS = 100;

/**
 * Maximum difference between two instances, in their clocks and in the time until they read a socket, in milliseconds.
 */
const BETWEEN_INSTANCES = 1000;

/**
 * Distinguishes a replay of a code from a request that lost the race for it, which arrived before the exchange was
 * answered. An instance knows the order of its own requests; of another instance's exchange it knows only the time.
 */
export class Exchanges {
  #received = 0;
  /** Last position, by the code's digest, that had been assigned when the response was sent. */
  readonly #answeredAfter = new LRUCache<string, number>({ max: REMEMBERED });

  arrive(now: number): Arrival {
    this.#received += 1;
    return { at: now, place: this.#received };
  }

  /** Receives what has reached this machine by now: a request that waits in a socket has arrived, too. */
  async receiveWaiting(): Promise<void> {
    for (let turn = 0, quiet = 0; quiet < QUIET_TURNS && turn < MOST_TURNS; turn += 1) {
      const before = this.#received;
      await turnOfEventLoop();
      quiet = this.#received === before ? quiet + 1 : 0;
    }
  }

  /** Follows the exchange that uses a code up, until `answered` says that its answer has been sent. */
  follow(code: Buffer, answered: (then: () => void) => void): void {
    const key = code.toString('base64');
    this.#answeredAfter.set(key, Number.POSITIVE_INFINITY);
    answered(() => this.#answeredAfter.set(key, this.#received));
  }

  /** True if a request for a code exchanged at `takenAt` came after the response to the exchange. */
  isReplay(code: Buffer, { at, place }: Arrival, takenAt: number): boolean {
    const answeredAfter = this.#answeredAfter.get(code.toString('base64'));
    return answeredAfter === undefined ? at > takenAt + BETWEEN_INSTANCES : place > answeredAfter;
  }
}
