import type { Pool } from 'pg';
import type { Environment, Product } from '../auth/products.ts';
import type { Clock } from '../clock.ts';
import { createMerchant } from '../directory/merchants.ts';
import { Organizations } from '../directory/organizations.ts';
import type { Databases } from '../storage/database.ts';
import type { Region } from '../storage/region.ts';
import { BackdatedStore } from './backdated-store.ts';
import { DESERT_ROSE } from './desert-rose.ts';
import { HARBOUR_COFFEE } from './harbour-coffee.ts';
import { MONSOON_KITCHENS } from './monsoon-kitchens.ts';
import { DAY } from './plan-dates.ts';
import { type MerchantPlan, planMerchant, writeMerchant } from './write-merchant.ts';

export interface DemoApp {
  readonly name: string;
  readonly product: Product;
  readonly env: Environment;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface DemoMerchant {
  readonly companyId: number;
  readonly name: string;
  readonly region: Region;
  readonly demo: boolean;
  readonly storeIds: readonly number[];
}

/** What a person needs to know to use the demo. */
export interface Demo {
  readonly apps: readonly DemoApp[];
  readonly merchants: readonly DemoMerchant[];
}

export interface DemoOptions {
  readonly databases: Databases;
  readonly clock: Clock;
  /** Is given the demo before it is committed, to keep the secrets, which nothing can show again. */
  readonly keep?: (demo: Demo) => Promise<void>;
  readonly onProgress?: (done: number, total: number) => void;
}

const MERCHANTS = [HARBOUR_COFFEE, DESERT_ROSE, MONSOON_KITCHENS];

const ORGANIZATION = 'Northwind Apps';

/** The app that ordered some of what the sandbox merchants have bought. */
const SYNC = 'Northwind Back Office Sync';

const APPS: readonly { name: string; product: Product }[] = [
  { name: SYNC, product: 'FULL' },
  { name: 'Northwind Order Ahead', product: 'ONLINE_ORDER' },
  { name: 'Northwind Sales Insights', product: 'ADSR' },
];

/** The records are written by the merchant's own back office, not by an app, and so in no request. */
const BACK_OFFICE = { appId: 0, appName: null, correlationId: '00000000-0000-0000-0000-000000000000' };

/** Whether the control plane has no organization, and so whether a demo may be put in. */
export async function isEmpty({ control }: Databases): Promise<boolean> {
  const { rows } = await control.query<{ taken: boolean }>(
    'select exists (select from control.organizations) as taken',
  );
  return !rows[0]?.taken;
}

/** The catalogue was entered before this day, so that it reads the same whenever the demo is made. */
const CATALOGUE_DAY = Date.parse('2026-07-01T00:00:00Z');

/**
 * Fills a migrated, empty database with a demo, the same every time apart from the secrets. The organization comes last, so that a database is not taken for seeded
 * if this was cut short.
 */
export async function seedDemo({
  databases,
  clock,
  keep = async () => {},
  onProgress = () => {},
}: DemoOptions): Promise<Demo> {
  const base = Math.min(CATALOGUE_DAY, Math.floor(clock() / DAY) * DAY);
  const plans = MERCHANTS.map((data) => planMerchant(data, base));
  const total = plans.reduce((sum, plan) => sum + plan.steps, 1);
  let done = 0;
  const advance = () => {
    done += 1;
    onProgress(done, total);
  };
  const merchants: DemoMerchant[] = [];
  for (const plan of plans) merchants.push(await seedMerchant(databases, plan, advance));
  const demo = await seedOrganization(databases.control, merchants, plans[0]?.opened ?? base, keep);
  advance();
  return demo;
}

async function seedMerchant(databases: Databases, plan: MerchantPlan, onWritten: () => void): Promise<DemoMerchant> {
  const { name, region, demo, currency } = plan.data;
  const merchant = { name, region, demo, currency, organizationId: null };
  const { companyId } = await createMerchant(databases.control, () => plan.opened, merchant);
  const scope = { companyId, region, currency, ...BACK_OFFICE };
  const backOffice = new BackdatedStore(databases, scope, onWritten);
  const app = demo ? new BackdatedStore(databases, { ...scope, appName: SYNC }, onWritten) : backOffice;
  const storeIds = await writeMerchant({ backOffice, app }, plan);
  return { companyId, name, region, demo, storeIds };
}

/** The organization with its apps, and the sandbox merchants made its own. */
async function seedOrganization(
  control: Pool,
  merchants: readonly DemoMerchant[],
  at: number,
  keep: (demo: Demo) => Promise<void>,
): Promise<Demo> {
  const client = await control.connect();
  try {
    await client.query('begin');
    const organizations = new Organizations(client, () => at);
    const id = await organizations.createOrganization(ORGANIZATION);
    const apps: DemoApp[] = [];
    for (const app of APPS) apps.push(await seedApp(organizations, id, app));
    const sandbox = merchants.filter(({ demo }) => demo).map(({ companyId }) => companyId);
    await client.query('update control.merchants set organization_id = $1 where company_id = any($2)', [id, sandbox]);
    await keep({ apps, merchants });
    await client.query('commit');
    return { apps, merchants };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function seedApp(
  organizations: Organizations,
  organizationId: number,
  app: (typeof APPS)[number],
): Promise<DemoApp> {
  const appId = await organizations.createApp(organizationId, app.name, app.product);
  return { ...app, env: 'SANDBOX', ...(await organizations.issueCredential(appId, 'SANDBOX')) };
}
