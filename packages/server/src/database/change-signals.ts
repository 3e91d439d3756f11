import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Region } from '../process/region.ts';
import { Unavailable } from './failures.ts';

/** Most readers that read at once, which leaves connections for other requests, and most that wait their turn. */
const MOST_READS = 4;
const MOST_WAITING = 500;

export interface Signal {
  /** Undefined for a signal that concerns all merchants. */
  readonly companyId: number | undefined;
  /** Bits of the resources that changed. */
  readonly resources: number;
}

export const EVERY_RESOURCE = -1;

/** Waits for changes after a position in a merchant's log. */
export interface Reader {
  readonly companyId: number;
  readonly region: Region;
  readonly position: number;
  hear(signal: Signal): void;
}

/**
 * Signals that merchants' logs in one database have grown. Commits in this process signal at once, those of other
 * processes through a `ChangeRelay`. A signal may be lost, be repeated, or come without a change.
 */
export class ChangeSignals {
  readonly #readers = new Map<number, Set<Reader>>();
  readonly #listeners = new Set<(signal: Signal) => void>();
  #readsLeft = MOST_READS;
  readonly #waiting: (() => void)[] = [];
  /** Reads that have not begun, by key. */
  readonly #sharedReads = new Map<string, Promise<unknown>>();
  /** Carries signals to other processes and, once begun, from them. Set for databases that other processes use. */
  relay: { send(signal: Signal): void; begin(): void } = { send() {}, begin() {} };

  get readers(): Reader[] {
    return [...this.#readers.values()].flatMap((readers) => [...readers]);
  }

  /** Signals a reader when its merchant's log grows. Returns a function that stops this. */
  add(reader: Reader): () => void {
    this.relay.begin();
    const readers = this.#readers.get(reader.companyId) ?? new Set();
    this.#readers.set(reader.companyId, readers.add(reader));
    return () => {
      readers.delete(reader);
      if (readers.size === 0 && this.#readers.get(reader.companyId) === readers) this.#readers.delete(reader.companyId);
    };
  }

  /** Calls the listener, which must not throw, when any merchant's log grows. Returns a function that stops this. */
  listen(listener: (signal: Signal) => void): () => void {
    this.relay.begin();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads in turn. Calls with the same key share a read that has not begun. Throws Unavailable if too many wait. */
  read<P>(key: string, work: () => Promise<P>): Promise<P> {
    const read = this.#sharedReads.get(key) ?? this.#readInTurn(key, work);
    this.#sharedReads.set(key, read);
    return read as Promise<P>;
  }

  async #readInTurn<P>(key: string, work: () => Promise<P>): Promise<P> {
    // A signal wakes its readers one after another. This lets all of them join before the read begins.
    await nextTurn();
    const isFull = this.#readsLeft === 0 && this.#waiting.length >= MOST_WAITING;
    if (this.#readsLeft > 0) this.#readsLeft -= 1;
    else if (!isFull) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#sharedReads.delete(key);
    if (isFull) throw new Unavailable('overloaded');
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#readsLeft += 1;
    }
  }

  committed(signal: Signal): void {
    this.relay.send(signal);
    this.heard(signal);
  }

  heard(signal: Signal): void {
    for (const listener of this.#listeners) listener(signal);
    const { companyId } = signal;
    const readers = companyId === undefined ? this.readers : (this.#readers.get(companyId) ?? []);
    for (const reader of readers) reader.hear(signal);
  }
}
