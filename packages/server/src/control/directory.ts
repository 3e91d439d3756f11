import { LRUCache } from 'lru-cache';
import sql from 'sql-template-tag';
import { isUnavailable } from '../database/failures.ts';
import type { DatabasePool } from '../database/pool.ts';
import type { Clock } from '../process/time.ts';
import { findMerchant, type Merchant } from './merchants.ts';
import { rowsOf } from './page.ts';
import { type Rehearsal, rehearsalsColumn } from './rehearsals.ts';

/** Milliseconds after which an entry is read again (keys.approval_taken_back). */
const FRESH_FOR = 30_000;

/** Milliseconds for which an entry is used while the control plane is unavailable. */
export const USABLE_FOR = 60_000;

const MAX_ENTRIES = 50_000;

/** Lookups in a cache: hits, reads from the control plane, and stale hits while it was unavailable. */
export interface Lookups {
  hits: number;
  misses: number;
  stale: number;
}

/** Bounded cache of control plane records by key. Bridges a short outage. */
class RecordCache<Key extends number | string, T extends object> {
  readonly lookups: Lookups = { hits: 0, misses: 0, stale: 0 };
  readonly #clock: Clock;
  readonly #read: (key: Key) => Promise<T | undefined>;
  /** `tick` is the instant of reading on the monotonic clock. */
  readonly #entries = new LRUCache<Key, { value: T; readAt: number; tick: number }>({ max: MAX_ENTRIES });

  constructor(clock: Clock, read: (key: Key) => Promise<T | undefined>) {
    this.#clock = clock;
    this.#read = read;
  }

  async get(key: Key): Promise<T | undefined> {
    const known = this.#entries.get(key);
    if (known && this.#ageOf(known) <= FRESH_FOR) {
      this.lookups.hits += 1;
      return known.value;
    }
    try {
      return await this.readAgain(key);
    } catch (error) {
      if (!known || this.#ageOf(known) >= USABLE_FOR || !isUnavailable(error)) throw error;
      this.lookups.stale += 1;
      return known.value;
    }
  }

  /** Reads a record and replaces its entry, however recent. Throws while the control plane is unavailable. */
  async readAgain(key: Key): Promise<T | undefined> {
    this.lookups.misses += 1;
    const [readAt, tick] = [this.#clock(), performance.now()];
    const value = await this.#read(key);
    if (value) this.#entries.set(key, { value, readAt, tick });
    else this.#entries.delete(key);
    return value;
  }

  /** Setting the clock back does not make entries younger. */
  #ageOf({ readAt, tick }: { readonly readAt: number; readonly tick: number }): number {
    return Math.max(this.#clock() - readAt, performance.now() - tick);
  }
}

/** The part of an app that every request needs. */
export interface CachedApp {
  readonly name: string | null;
  readonly organizationId: number | null;
  /** Requests per minute, if an operator set a limit. */
  readonly rateLimit: number | null;
  /** Origins whose pages may call the API for the app. */
  readonly origins: readonly string[];
  readonly rehearsals: readonly Rehearsal[];
}

const UNKNOWN_APP: CachedApp = { name: null, organizationId: null, rateLimit: null, origins: [], rehearsals: [] };

/** Caches the control plane records that every request needs. */
export class Directory {
  /** `readAgain` returns a merchant's current state. */
  readonly merchants: RecordCache<number, Merchant>;
  readonly #apps: RecordCache<number, CachedApp>;
  readonly #origins: RecordCache<'live', Set<string>>;

  constructor(db: DatabasePool, clock: Clock) {
    this.merchants = new RecordCache(clock, (companyId) => findMerchant(db, companyId));
    this.#apps = new RecordCache(clock, async (appId) => {
      const { rows } = await db.find<CachedApp>({
        name: 'apps.find',
        text: `select name, organization_id as "organizationId", rate_limit as "rateLimit",
          array(select origin from control.app_origins where app_id = id) as origins, ${rehearsalsColumn('apps')}
          from control.apps where id = $1`,
        values: [appId],
      });
      return rows[0];
    });
    this.#origins = new RecordCache(clock, async () => {
      const rows = await rowsOf<{ origin: string }>(
        db,
        sql`select distinct o.origin from control.app_origins o join control.apps a on a.id = o.app_id
          where a.archived_at is null`,
      );
      return new Set(rows.map(({ origin }) => origin));
    });
  }

  /** The app of a valid token. It exists at least as long as the token. */
  async app(appId: number): Promise<CachedApp> {
    return (await this.#apps.get(appId)) ?? UNKNOWN_APP;
  }

  get lookups(): Readonly<Record<'merchants' | 'apps' | 'origins', Lookups>> {
    return { merchants: this.merchants.lookups, apps: this.#apps.lookups, origins: this.#origins.lookups };
  }

  /** True if an app that is not archived has registered the origin. */
  async hasOrigin(origin: string): Promise<boolean> {
    return (await this.#origins.get('live'))?.has(origin) ?? false;
  }
}
