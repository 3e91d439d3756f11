import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeSignals, Reader, Signal } from '../database/change-signals.ts';
import { isUnavailable } from '../database/failures.ts';
import type { TenantStore } from '../database/tenant.ts';
import type { Region } from '../process/region.ts';
import type { View } from './cursor.ts';
import type { LogPosition } from './log.ts';
import type { ChangePage } from './read.ts';

/** Wakes one reader when its merchant's log may have grown. Follows the merchant to another cell. */
export class LogWatch implements Reader {
  readonly companyId: number;
  readonly region: Region;
  readonly #tenant: TenantStore;
  readonly #resources: number;
  position: number;
  #signals: ChangeSignals;
  #leave: () => void;
  #isSignalled = false;
  #wake: () => void = () => {};

  constructor(tenant: TenantStore, { resources }: View, position: number) {
    ({ companyId: this.companyId, region: this.region } = tenant.scope);
    this.#tenant = tenant;
    this.#resources = resources;
    this.position = position;
    this.#signals = tenant.changes;
    this.#leave = this.#signals.add(this);
  }

  hear({ resources }: Signal): void {
    if ((resources & this.#resources) === 0) return;
    this.#isSignalled = true;
    this.#wake();
  }

  /**
   * Resolves with true once the log may have grown after a position; with false when the time is up or the wait ends.
   */
  async changedAfter(
    position: number,
    { milliseconds, ended }: { readonly milliseconds: number; readonly ended: AbortSignal },
  ): Promise<boolean> {
    this.position = position;
    const { changes } = this.#tenant;
    // The merchant may have moved to another cell since the last read. Earlier commits there are not signalled.
    if (changes !== this.#signals) {
      this.close();
      this.#signals = changes;
      this.#leave = changes.add(this);
      this.#isSignalled = true;
    }
    if (!this.#isSignalled && milliseconds > 0 && !ended.aborted) await this.#sleep(milliseconds, ended);
    const isSignalled = this.#isSignalled && !ended.aborted;
    this.#isSignalled = false;
    return isSignalled;
  }

  close(): void {
    this.#leave();
  }

  #sleep(milliseconds: number, ended: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake(), milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        ended.removeEventListener('abort', this.#wake);
        this.#wake = () => {};
        resolve();
      };
      ended.addEventListener('abort', this.#wake);
    });
  }
}

/** Minimum time between two reads of one reader, in milliseconds: frequent changes may all be outside its view. */
const BETWEEN_READS = 50;

/** Reads the page after a place; if it is empty, waits for more. Returns an empty page when the time is up. */
export async function waitForChanges<P extends Pick<ChangePage, 'next' | 'hasMore'> & { changes: readonly unknown[] }>(
  tenant: TenantStore,
  {
    view,
    after,
    milliseconds,
    read,
    key,
    aside,
    waiting,
  }: {
    readonly view: View;
    readonly after: LogPosition;
    readonly milliseconds: number;
    readonly read: (after: LogPosition) => Promise<P>;
    /** Readers with the same key share pages. */
    readonly key: string;
    /** Runs the first read. */
    readonly aside: <T>(work: () => Promise<T>) => Promise<T>;
    /** Runs the part that waits, until `ended` aborts. */
    readonly waiting: <T>(work: (ended: AbortSignal) => Promise<T>) => Promise<T>;
  },
): Promise<P> {
  const watch = new LogWatch(tenant, view, after.position);
  const readInTurn = (from: LogPosition): Promise<P> =>
    tenant.changes.read(`${key} ${JSON.stringify(from)}`, () => read(from));
  const isEmpty = ({ changes, hasMore }: P): boolean => changes.length === 0 && !hasMore;
  try {
    let page = await aside(() => readInTurn(after));
    if (!isEmpty(page)) return page;
    tenant.checkPlace();
    const end = performance.now() + milliseconds;
    return await waiting(async (ended) => {
      while (await watch.changedAfter(page.next.position, { milliseconds: end - performance.now(), ended })) {
        // The reader keeps waiting while the database is unavailable, as in a failover.
        page = await readInTurn(page.next).catch((error) => {
          if (isUnavailable(error)) return page;
          throw error;
        });
        if (!isEmpty(page)) break;
        await delay(BETWEEN_READS);
      }
      return page;
    });
  } finally {
    watch.close();
  }
}
