import type { DatabasePool } from '../database/pool.ts';
import type { Clock } from '../process/clock.ts';
import { liveOrigins } from './apps/app-origins.ts';
import { findMerchant, type Merchant } from './merchants/merchants.ts';
import { type Lookups, RecordCache } from './record-cache.ts';
import { type Rehearsal, rehearsalsColumn } from './rehearsals/rehearsals.ts';

/** The part of an app that every request needs. */
export interface CachedApp {
  readonly name: string | null;
  readonly organizationId: number | null;
  /** Requests per minute, if an operator set a limit. */
  readonly rateLimit: number | null;
  /** Origins whose pages may call the API for the app. */
  readonly origins: readonly string[];
  /** What it meets in the sandbox for a while. */
  readonly rehearsals: readonly Rehearsal[];
}

const UNKNOWN_APP: CachedApp = { name: null, organizationId: null, rateLimit: null, origins: [], rehearsals: [] };

/** Caches the control plane records that every request needs. */
export class Directory {
  readonly #merchants: RecordCache<number, Merchant>;
  readonly #apps: RecordCache<number, CachedApp>;
  readonly #origins: RecordCache<'live', ReadonlySet<string>>;

  constructor(db: DatabasePool, clock: Clock) {
    this.#merchants = new RecordCache(clock, (companyId) => findMerchant(db, companyId));
    this.#apps = new RecordCache(clock, (appId) => findApp(db, appId));
    this.#origins = new RecordCache(clock, () => liveOrigins(db));
  }

  merchant(companyId: number): Promise<Merchant | undefined> {
    return this.#merchants.get(companyId);
  }

  /** The merchant as it is now, not as it was cached. Throws while the control plane is unavailable. */
  presentMerchant(companyId: number): Promise<Merchant | undefined> {
    return this.#merchants.readAgain(companyId);
  }

  /** The app of a valid token. It exists at least as long as the token. */
  async app(appId: number): Promise<CachedApp> {
    return (await this.#apps.get(appId)) ?? UNKNOWN_APP;
  }

  /** Lookups since the start, per cache. */
  get lookups(): Readonly<Record<'merchants' | 'apps' | 'origins', Lookups>> {
    return { merchants: this.#merchants.lookups, apps: this.#apps.lookups, origins: this.#origins.lookups };
  }

  /** True if an app that is not archived has registered the origin. */
  async hasOrigin(origin: string): Promise<boolean> {
    return (await this.#origins.get('live'))?.has(origin) ?? false;
  }
}

async function findApp(db: DatabasePool, appId: number): Promise<CachedApp | undefined> {
  const { rows } = await db.find<CachedApp>({
    name: 'apps.find',
    text: `select name, organization_id as "organizationId", rate_limit as "rateLimit",
      array(select origin from control.app_origins where app_id = id) as origins, ${rehearsalsColumn('apps')}
      from control.apps where id = $1`,
    values: [appId],
  });
  return rows[0];
}
