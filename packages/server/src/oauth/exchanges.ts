import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** Receipt of a request: the instant, and its place among the requests that this instance has received. */
export interface Arrival {
  readonly at: number;
  readonly place: number;
}

const REMEMBERED = 10_000;

/** A turn of the event loop accepts one connection, and reads from those that it has. */
const QUIET_TURNS = 3;
const MOST_TURNS = 100;

/**
 * Bound on how far apart two instances may be, their clocks and the moments at which they get to read a socket, in
 * milliseconds.
 */
const BETWEEN_INSTANCES = 1000;

/**
 * Tells a request that replays a code from one that has only lost the race for it, which was received before the
 * exchange had been answered. An instance knows the order of what it received itself; of another's exchange it has the
 * time alone.
 */
export class Exchanges {
  #received = 0;
  /** By the code's digest: the last place that was given out when the answer had been sent. */
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

  /** Tells whether a request for a code that was taken at `takenAt` came after the answer to the exchange. */
  isReplay(code: Buffer, { at, place }: Arrival, takenAt: number): boolean {
    const answeredAfter = this.#answeredAfter.get(code.toString('base64'));
    return answeredAfter === undefined ? at > takenAt + BETWEEN_INSTANCES : place > answeredAfter;
  }
}
