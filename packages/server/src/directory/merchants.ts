import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Clock } from '../clock.ts';
import type { DatabasePool } from '../storage/pool.ts';
import type { Region } from '../storage/region.ts';
import { liveOrigins } from './app-origins.ts';
import type { ControlTransaction } from './control.ts';
import { checkCurrency } from './currencies.ts';
import { DirectoryError } from './directory-error.ts';
import { normalName } from './text.ts';

/** A merchant in the control plane: its region and its environment. */
export interface Merchant {
  readonly companyId: number;
  readonly name: string;
  readonly region: Region;
  /** Demo companies belong to the sandbox, live ones to production. */
  readonly demo: boolean;
  readonly currency: string;
  /** The organization whose sandbox merchant it is; null for a live one. */
  readonly organizationId: number | null;
  readonly active: boolean;
}

export const MERCHANT_COLUMNS = `company_id as "companyId", name, region, demo, currency, organization_id as "organizationId", active`;

export type NewMerchant = Omit<Merchant, 'companyId' | 'active'>;

export async function createMerchant(tx: ControlTransaction, merchant: NewMerchant): Promise<Merchant> {
  const { region, demo, currency, organizationId } = merchant;
  const name = normalName('The name of a merchant', merchant.name);
  checkCurrency(currency);
  if (organizationId !== null && !(await organizationExists(tx, organizationId))) {
    throw new DirectoryError(`No such organization: ${organizationId}.`);
  }
  const created = (await tx.one<Merchant>(
    `insert into control.merchants (name, region, demo, currency, organization_id, created_at)
     values ($1, $2, $3, $4, $5, $6) returning ${MERCHANT_COLUMNS}`,
    [name, region, demo, currency, organizationId, tx.timestamp],
  )) as Merchant;
  const { companyId } = created;
  await tx.audit('merchant.created', {
    companyId,
    ...(organizationId && { organizationId }),
    details: { name, region },
  });
  return created;
}

const organizationExists = async (tx: ControlTransaction, id: number): Promise<boolean> =>
  (await tx.one('select id from control.organizations where id = $1', [id])) !== undefined;

export async function renameMerchant(tx: ControlTransaction, companyId: number, text: string): Promise<Merchant> {
  const name = normalName('The name of a merchant', text);
  const merchant = await lockMerchant(tx, companyId);
  await tx.query('update control.merchants set name = $2 where company_id = $1', [companyId, name]);
  await tx.audit('merchant.renamed', { companyId, details: { name, former: merchant.name } });
  return { ...merchant, name };
}

/** Opens a merchant to apps and people, or closes it. Its data stays. */
export async function setMerchantActive(tx: ControlTransaction, companyId: number, active: boolean): Promise<Merchant> {
  const merchant = await lockMerchant(tx, companyId);
  if (merchant.active === active) return merchant;
  await tx.query('update control.merchants set active = $2 where company_id = $1', [companyId, active]);
  await tx.audit(active ? 'merchant.activated' : 'merchant.deactivated', { companyId });
  return { ...merchant, active };
}

/** Locks a merchant for a change of it or of its people. */
export async function lockMerchant(tx: ControlTransaction, companyId: number): Promise<Merchant> {
  const merchant = await tx.one<Merchant>(
    `select ${MERCHANT_COLUMNS} from control.merchants where company_id = $1 for no key update`,
    [companyId],
  );
  if (!merchant) throw new DirectoryError(`No such merchant: ${companyId}.`);
  return merchant;
}

/** The current state of the merchant. */
export async function findMerchant(db: DatabasePool, companyId: number): Promise<Merchant | undefined> {
  const { rows } = await db.find<Merchant>({
    name: 'merchants.find',
    text: `select ${MERCHANT_COLUMNS} from control.merchants where company_id = $1`,
    values: [companyId],
  });
  return rows[0];
}

/** An organization's active sandbox merchants. */
export async function sandboxMerchants(db: Pool, organizationId: number): Promise<Merchant[]> {
  const { rows } = await db.query<Merchant>(
    `select ${MERCHANT_COLUMNS} from control.merchants where organization_id = $1 and active order by company_id`,
    [organizationId],
  );
  return rows;
}

/** Maximum age of cached entries, in milliseconds (keys.approval_taken_back). */
const FRESH = 30_000;

/** Part of an app that a request needs. */
export interface KnownApp {
  readonly name: string | null;
  /** Requests a minute that an operator set for it, if any. */
  readonly rateLimit: number | null;
  /** Origins of pages whose scripts may call the API for it. */
  readonly origins: readonly string[];
}

/** Cache of what every request needs from the control plane. */
export class Directory {
  readonly #db: DatabasePool;
  readonly #merchants: LRUCache<number, Merchant>;
  readonly #apps: LRUCache<number, KnownApp>;
  readonly #origins: LRUCache<'live', ReadonlySet<string>>;

  constructor(db: DatabasePool, clock: Clock) {
    const options = { max: 50_000, ttl: FRESH, perf: { now: clock }, ttlResolution: 0 };
    this.#db = db;
    this.#merchants = new LRUCache(options);
    this.#apps = new LRUCache(options);
    this.#origins = new LRUCache({ ...options, max: 1 });
  }

  async merchant(companyId: number): Promise<Merchant | undefined> {
    const known = this.#merchants.get(companyId);
    if (known) return known;
    const merchant = await findMerchant(this.#db, companyId);
    if (merchant) this.#merchants.set(companyId, merchant);
    return merchant;
  }

  /** An app, which is there as long as a token for it holds. */
  async app(appId: number): Promise<KnownApp> {
    const known = this.#apps.get(appId);
    if (known) return known;
    const { rows } = await this.#db.find<KnownApp>({
      name: 'apps.find',
      text: `select name, rate_limit as "rateLimit",
        array(select origin from control.app_origins where app_id = id) as origins
        from control.apps where id = $1`,
      values: [appId],
    });
    const app = rows[0] ?? { name: null, rateLimit: null, origins: [] };
    this.#apps.set(appId, app);
    return app;
  }

  /** True if any app that is not archived has registered the origin. */
  async hasOrigin(origin: string): Promise<boolean> {
    const known = this.#origins.get('live');
    if (known) return known.has(origin);
    const origins = await liveOrigins(this.#db);
    this.#origins.set('live', origins);
    return origins.has(origin);
  }
}
