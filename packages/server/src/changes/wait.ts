import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeSignals, Reader, Signal } from '../database/change-signals.ts';
import { isUnavailable } from '../database/failures.ts';
import type { TenantStore } from '../database/tenant.ts';
import type { Region } from '../process/region.ts';
import type { View } from './cursor.ts';
import type { LogPosition } from './log.ts';

interface Limit {
  readonly milliseconds: number;
  readonly ended: AbortSignal;
}

/** Tells one reader when its merchant's log may have grown. Follows the merchant to another cell. */
export class LogWatch implements Reader {
  readonly companyId: number;
  readonly region: Region;
  readonly #tenant: TenantStore;
  readonly #resources: number;
  #position: number;
  #signals: ChangeSignals;
  #leave: () => void;
  #isSignalled = false;
  #wake: () => void = () => {};

  constructor(tenant: TenantStore, { resources }: View, position: number) {
    ({ companyId: this.companyId, region: this.region } = tenant.scope);
    this.#tenant = tenant;
    this.#resources = resources;
    this.#position = position;
    this.#signals = tenant.changes;
    this.#leave = this.#signals.add(this);
  }

  get position(): number {
    return this.#position;
  }

  hear({ resources }: Signal): void {
    if ((resources & this.#resources) === 0) return;
    this.#isSignalled = true;
    this.#wake();
  }

  /** The merchant may have moved to another cell since the last look. */
  #follow(): void {
    const { changes } = this.#tenant;
    if (changes === this.#signals) return;
    this.close();
    this.#signals = changes;
    this.#leave = changes.add(this);
    // Earlier commits are not signalled.
    this.#isSignalled = true;
  }

  /**
   * Resolves once the log may have grown since the reader looked up to a position. Resolves with false when the time is
   * up or the wait has ended.
   */
  async changedAfter(position: number, { milliseconds, ended }: Limit): Promise<boolean> {
    this.#position = position;
    this.#follow();
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

/** Shortest time between two looks of one reader, in milliseconds: a merchant may change often without showing anything. */
const BETWEEN_LOOKS = 50;

/** A page of the log. */
interface Page {
  readonly changes: readonly unknown[];
  /** The place up to which it has looked. */
  readonly next: LogPosition;
  readonly hasMore: boolean;
}

/** A read of a merchant's log that waits while there is nothing to show. */
interface WaitingRead<P extends Page> {
  readonly view: View;
  readonly after: LogPosition;
  readonly milliseconds: number;
  readonly look: (after: LogPosition) => Promise<P>;
  /** Readers with the same key get the same pages. */
  readonly key: string;
  /** Runs the first look. */
  readonly aside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs the part that waits, until `ended` aborts. */
  readonly waiting: <T>(work: (ended: AbortSignal) => Promise<T>) => Promise<T>;
}

/** Reads the page after a place; if it is empty, waits for one that is not. Returns an empty page when the time is up. */
export async function waitForChanges<P extends Page>(tenant: TenantStore, read: WaitingRead<P>): Promise<P> {
  const { view, after, milliseconds, look, key, aside, waiting } = read;
  const watch = new LogWatch(tenant, view, after.position);
  const sharedLook = (from: LogPosition): Promise<P> =>
    tenant.changes.look(`${key} ${JSON.stringify(from)}`, () => look(from));
  try {
    const page = await aside(() => sharedLook(after));
    if (!isEmpty(page)) return page;
    tenant.checkPlace();
    const end = performance.now() + milliseconds;
    return await waiting((ended) =>
      laterPage(page, {
        changed: (from) => watch.changedAfter(from.next.position, { milliseconds: end - performance.now(), ended }),
        look: ({ next }) => sharedLook(next),
      }),
    );
  } finally {
    watch.close();
  }
}

const isEmpty = ({ changes, hasMore }: Page): boolean => changes.length === 0 && !hasMore;

interface Later<P extends Page> {
  /** Resolves with false when the wait is over. */
  readonly changed: (from: P) => Promise<boolean>;
  readonly look: (from: P) => Promise<P>;
}

async function laterPage<P extends Page>(empty: P, { changed, look }: Later<P>): Promise<P> {
  let page = empty;
  while (await changed(page)) {
    page = await look(page).catch((error) => orEmpty(error, page));
    if (!isEmpty(page)) break;
    await delay(BETWEEN_LOOKS);
  }
  return page;
}

/** The reader keeps waiting while the database is unavailable, as in a failover. */
function orEmpty<P extends Page>(error: unknown, page: P): P {
  if (isUnavailable(error)) return page;
  throw error;
}
