import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Region } from '../process/region.ts';
import { Unavailable } from './failures.ts';

/** Limits how much of one kind of work runs at once. More waits, in order, and too much is rejected as an overload. */
class Turns {
  #left: number;
  readonly #queue: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number, queue: number) {
    this.#left = most;
    this.#queue = queue;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#left > 0) this.#left -= 1;
    else if (this.#waiting.length >= this.#queue) throw new Unavailable('overloaded');
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#left += 1;
    }
  }
}

/** A merchant's log has grown. */
export interface Signal {
  /** Undefined if it may be any merchant's. */
  readonly companyId: number | undefined;
  /** Bits of the resources that changed. */
  readonly resources: number;
}

/** Bits of every resource. */
export const EVERY_RESOURCE = -1;

type Listener = (signal: Signal) => void;

/** Waits for changes after a position in a merchant's log. */
export interface Reader {
  readonly companyId: number;
  readonly region: Region;
  readonly position: number;
  hear(signal: Signal): void;
}

/** Carries signals to and from other processes. */
export interface Relay {
  send(signal: Signal): void;
  /** Begins to receive, if it has not. */
  begin(): void;
}

const NONE: Relay = { send() {}, begin() {} };

/**
 * Signals of the merchants' logs in one database: of commits in this process at once, of others through a
 * `ChangeRelay`. A signal may be lost, or come twice or without a change.
 */
export class ChangeSignals {
  readonly #readers = new Map<number, Set<Reader>>();
  readonly #listeners = new Set<Listener>();
  /** Looks of waiting readers, which leave connections for other requests. */
  readonly #looks = new Turns(4, 500);
  /** Looks that have not begun, by what they look at. */
  readonly #equalLooks = new Map<string, Promise<unknown>>();
  /** Set for databases that other processes use. */
  relay: Relay = NONE;

  get readers(): Reader[] {
    return [...this.#readers.values()].flatMap((readers) => [...readers]);
  }

  /** Signals a reader when its merchant's log grows. Returns the function that ends this. */
  add(reader: Reader): () => void {
    this.relay.begin();
    const readers = this.#readers.get(reader.companyId) ?? new Set();
    this.#readers.set(reader.companyId, readers.add(reader));
    return () => {
      readers.delete(reader);
      if (readers.size === 0 && this.#readers.get(reader.companyId) === readers) this.#readers.delete(reader.companyId);
    };
  }

  /** Calls the listener when any merchant's log grows. It must not throw. Returns the function that ends this. */
  listen(listener: Listener): () => void {
    this.relay.begin();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks at a log when it is its turn. Readers that look at the same share a look that has not begun. */
  look<P>(key: string, work: () => Promise<P>): Promise<P> {
    const equal = this.#equalLooks.get(key);
    if (equal) return equal as Promise<P>;
    const begin = (): Promise<P> => {
      this.#equalLooks.delete(key);
      return work();
    };
    // The readers that a signal wakes come one after another.
    const look = nextTurn().then(() => this.#looks.take(begin));
    this.#equalLooks.set(key, look);
    return look;
  }

  /** Reports a commit of this process. */
  committed(signal: Signal): void {
    this.relay.send(signal);
    this.heard(signal);
  }

  /** Reports a commit of another process. */
  heard(signal: Signal): void {
    for (const listener of this.#listeners) listener(signal);
    for (const reader of this.#concerned(signal)) reader.hear(signal);
  }

  #concerned({ companyId }: Signal): Iterable<Reader> {
    return companyId === undefined ? this.readers : (this.#readers.get(companyId) ?? []);
  }
}
