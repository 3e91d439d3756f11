import { APP_REDIRECT_URIS } from '../../control/app-addresses.ts';
import { type ControlTransaction, changeControl } from '../../control/control.ts';
import { registerApp } from '../../control/keys.ts';
import { createMerchant } from '../../control/merchants.ts';
import { createOrganization } from '../../control/organizations.ts';
import type { Environment, Product } from '../../control/products.ts';
import type { Databases } from '../../database/database.ts';
import { Regions } from '../../database/regions.ts';
import { BACK_OFFICE } from '../../database/statement.ts';
import type { Clock } from '../../process/time.ts';
import { DAY } from '../local-time.ts';
import { type History, historyOf, openedAt } from './history.ts';
import { type MerchantLogins, ORIGIN, type StaffLogins, seedDeveloper, seedMembers, seedOperator } from './people.ts';
import { SHOPS, type Shop } from './shops.ts';

export interface DemoApp {
  readonly name: string;
  readonly product: Product;
  readonly env: Environment;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Null unless the app's product is ADSR. */
  readonly apiKey: string | null;
  readonly redirectUris: readonly string[];
}

/** A merchant of the demo without its people. */
export interface SeededMerchant extends Pick<Shop, 'name' | 'region' | 'demo'> {
  readonly companyId: number;
  readonly storeIds: readonly number[];
}

export type DemoMerchant = SeededMerchant & MerchantLogins;

export interface Demo extends StaffLogins {
  readonly apps: readonly DemoApp[];
  readonly merchants: readonly DemoMerchant[];
}

export interface DemoOptions {
  readonly databases: Databases;
  readonly clock: Clock;
  /** Receives the demo before the commit, because the secrets are never shown again. */
  readonly save?: (demo: Demo) => Promise<void>;
  readonly onProgress?: (done: number, total: number) => void;
  /** Address of the reference page, which is a redirect URI of the apps. */
  readonly referenceUrl?: string;
}

const ORGANIZATION = 'Northwind Apps';

/** Name of the app that wrote some of the sandbox merchants' documents. */
const SYNC = 'Northwind Back Office Sync';

const APPS: readonly { name: string; product: Product }[] = [
  { name: SYNC, product: 'FULL' },
  { name: 'Northwind Order Ahead', product: 'ONLINE_ORDER' },
  { name: 'Northwind Sales Insights', product: 'ADSR' },
];

const REDIRECT_URIS = ['http://localhost:4000/callback', 'http://127.0.0.1:4000/callback'];

/**
 * Fills a migrated, empty database with a demo that ends on the day before the clock's (UTC). Two demos of the same day
 * differ only in their secrets. On another day, catalogue and documents shift by whole days, and sales follow the
 * weekdays. The organization is written last, so that an interrupted seed does not look complete.
 */
export async function seedDemo({ save = async () => {}, ...options }: DemoOptions): Promise<Demo> {
  return seedOrganization(options, await seedMerchants(options), save);
}

/** Writes the merchants and their records, which contain no secrets. */
export async function seedMerchants({ onProgress = () => {}, ...options }: DemoOptions): Promise<SeededMerchant[]> {
  const histories = await Promise.all(SHOPS.map((shop) => historyOf(shop, baseOf(options.clock))));
  const total = histories.reduce((sum, { steps }) => sum + steps.length, 0);
  let done = 0;
  const merchants: SeededMerchant[] = [];
  for (const history of histories)
    merchants.push(await seedMerchant(options, history, () => onProgress(++done, total)));
  return merchants;
}

type Target = Pick<DemoOptions, 'databases' | 'clock'>;

/** Start of the clock's day. All dates of the demo lie before it. */
const baseOf = (clock: Clock): number => Math.floor(clock() / DAY) * DAY;

/** The control plane, with its clock set to the opening of the demo's merchants. */
const controlOf = ({ databases, clock }: Target) => ({ pool: databases.control, clock: () => openedAt(baseOf(clock)) });

async function seedMerchant(target: Target, history: History, onWritten: () => void): Promise<SeededMerchant> {
  const { name, region, demo, currency } = history.shop;
  const { companyId, cell, moving } = await changeControl(controlOf(target), ORIGIN, (tx) =>
    createMerchant(tx, { name, region, demo, currency, organizationId: null }),
  );
  // Each step is one transaction at its own time.
  let now = 0;
  const scope = { companyId, region, cell, moving, currency, ...BACK_OFFICE };
  const backOffice = new Regions(target.databases, () => now).tenant(scope);
  const app = new Regions(target.databases, () => now).tenant({ ...scope, appName: SYNC });
  for (const { at, byApp = false, write } of history.steps) {
    now = at;
    await (demo && byApp ? app : backOffice).write(write);
    onWritten();
  }
  return { companyId, name, region, demo, storeIds: history.storeIds() };
}

/**
 * Writes the organization with its apps, assigns the sandbox merchants to it, and adds everyone's
 * logins. `save` receives everything before the commit.
 */
export function seedOrganization(
  { referenceUrl, ...target }: Target & Pick<DemoOptions, 'referenceUrl'>,
  seeded: readonly SeededMerchant[],
  save: (demo: Demo) => Promise<void>,
): Promise<Demo> {
  return changeControl(controlOf(target), ORIGIN, async (tx) => {
    const id = await createOrganization(tx, ORGANIZATION);
    const apps: DemoApp[] = [];
    for (const app of APPS) apps.push(await seedApp(tx, id, { ...app, referenceUrl }));
    const sandbox = seeded.filter(({ demo }) => demo).map(({ companyId }) => companyId);
    await tx.query('update control.merchants set organization_id = $1 where company_id = any($2)', [id, sandbox]);
    const merchants: DemoMerchant[] = [];
    for (const merchant of seeded) merchants.push({ ...merchant, ...(await seedMembers(tx, merchant)) });
    const demo = { apps, merchants, developer: await seedDeveloper(tx, id), operator: await seedOperator(tx) };
    await save(demo);
    return demo;
  });
}

async function seedApp(
  tx: ControlTransaction,
  organizationId: number,
  { referenceUrl, ...app }: (typeof APPS)[number] & { readonly referenceUrl: string | undefined },
): Promise<DemoApp> {
  const { id, clientId, clientSecret, apiKey = null } = await registerApp(tx, { organizationId, ...app });
  const redirectUris = app.product === 'ADSR' ? [] : [...REDIRECT_URIS, ...(referenceUrl ? [referenceUrl] : [])];
  for (const uri of redirectUris) await APP_REDIRECT_URIS.add(tx, id, uri);
  return { ...app, env: 'SANDBOX', clientId, clientSecret, apiKey, redirectUris };
}
