import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Environment, Product } from '../credentials/products.ts';
import { addRedirectUri, createOrganization } from '../directory/apps/apps.ts';
import { registerApp } from '../directory/apps/register-app.ts';
import { type ControlTransaction, changeControl } from '../directory/control.ts';
import { createMerchant } from '../directory/merchants/merchants.ts';
import { addDeveloper, addOperator } from '../directory/people/staff.ts';
import { addMember, createUser, type Role } from '../directory/people/users.ts';
import type { Databases } from '../storage/database.ts';
import type { Region } from '../storage/region.ts';
import { Regions } from '../storage/regions.ts';
import { BACK_OFFICE, type TenantScope } from '../storage/scope.ts';
import { type History, historyOf, openedAt } from './history.ts';
import { DEVELOPER, type MissingPeople, OPERATOR } from './missing-people.ts';
import { DAY } from './plan-dates.ts';
import { SHOPS } from './shops.ts';
import type { Step } from './step.ts';

export interface DemoApp {
  readonly name: string;
  readonly product: Product;
  readonly env: Environment;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Present for an ADSR app. */
  readonly apiKey: string | null;
  readonly redirectUris: readonly string[];
}

export interface DemoLogin {
  readonly email: string;
  readonly password: string;
}

export interface DemoMerchant {
  readonly companyId: number;
  readonly name: string;
  readonly region: Region;
  readonly demo: boolean;
  readonly storeIds: readonly number[];
  /** Users of a merchant: its owner, who can connect apps, and an employee, who cannot. */
  readonly owner: DemoLogin;
  readonly employee: DemoLogin;
}

/** Everything a person needs to use the demo. */
export interface Demo {
  readonly apps: readonly DemoApp[];
  readonly merchants: readonly DemoMerchant[];
  /** Belongs to the organization. */
  readonly developer: DemoLogin;
  readonly operator: DemoLogin;
}

export interface DemoOptions {
  readonly databases: Databases;
  readonly clock: Clock;
  /** Is given the demo before it is committed, to keep the secrets, which nothing can show again. */
  readonly keep?: (demo: Demo) => Promise<void>;
  readonly onProgress?: (done: number, total: number) => void;
  /** Address of the reference page, to which merchants may return from the consent screen. */
  readonly referenceUrl?: string;
}

const ORGANIZATION = 'Northwind Apps';

const hostOf = (name: string): string => `${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`;

/** The app that ordered some of what the sandbox merchants have bought. */
const SYNC = 'Northwind Back Office Sync';

const APPS: readonly { name: string; product: Product }[] = [
  { name: SYNC, product: 'FULL' },
  { name: 'Northwind Order Ahead', product: 'ONLINE_ORDER' },
  { name: 'Northwind Sales Insights', product: 'ADSR' },
];

/** Redirect URI on a partner's own machine. */
const REDIRECT_URIS = ['http://localhost:4000/callback', 'http://127.0.0.1:4000/callback'];

const ORIGIN = { source: 'demo' };

/**
 * Fills a migrated, empty database with a demo that ends on the day before the clock's (UTC). Seeded on the same day it is
 * the same, apart from the secrets; seeded on another, its catalogue and documents move along by whole days, and its
 * sales follow the weekdays. The organization comes last, so that a database is not taken for seeded if this was cut
 * short.
 */
export async function seedDemo({ keep = async () => {}, ...options }: DemoOptions): Promise<Demo> {
  return seedOrganization(options, await seedMerchants(options), keep);
}

/** First part of the demo: the merchants with their records, in which nothing is secret. */
export async function seedMerchants({
  databases,
  clock,
  onProgress = () => {},
}: DemoOptions): Promise<SeededMerchant[]> {
  const histories = await Promise.all(SHOPS.map((shop) => historyOf(shop, baseOf(clock))));
  const total = histories.reduce((sum, { steps }) => sum + steps.length, 0);
  let done = 0;
  const advance = () => {
    done += 1;
    onProgress(done, total);
  };
  const merchants: SeededMerchant[] = [];
  for (const history of histories) merchants.push(await seedMerchant(databases, history, advance));
  return merchants;
}

/** The instant that all the demo's dates are before. */
const baseOf = (clock: Clock): number => Math.floor(clock() / DAY) * DAY;

async function seedMerchant(databases: Databases, history: History, onWritten: () => void): Promise<SeededMerchant> {
  const { name, region, demo, currency } = history.shop;
  const control = { pool: databases.control, clock: () => history.opened };
  const { companyId, cell, moving } = await changeControl(control, ORIGIN, (tx) =>
    createMerchant(tx, { name, region, demo, currency, organizationId: null }),
  );
  const scope = { companyId, region, cell, moving, currency, ...BACK_OFFICE };
  const backOffice = backdatedWriter(databases, scope);
  const app = demo ? backdatedWriter(databases, { ...scope, appName: SYNC }) : backOffice;
  for (const step of history.steps) {
    await (step.byApp ? app : backOffice)(step);
    onWritten();
  }
  return { companyId, name, region, demo, storeIds: history.storeIds() };
}

/** Writes each step in a transaction at its own time. */
function backdatedWriter(databases: Databases, scope: TenantScope): (step: Step) => Promise<unknown> {
  let now = 0;
  const tenant = new Regions(databases, () => now).tenant(scope);
  return ({ at, write }) => {
    now = at;
    return tenant.write(write);
  };
}

/** A merchant whose people are yet to come. */
export type SeededMerchant = Omit<DemoMerchant, 'owner' | 'employee'>;

/**
 * Second part of the demo: the organization with its apps, the sandbox merchants made its own, and the people of each
 * merchant. `keep` is given all of it before it is committed.
 */
export function seedOrganization(
  { databases, clock, referenceUrl }: Pick<DemoOptions, 'databases' | 'clock' | 'referenceUrl'>,
  seeded: readonly SeededMerchant[],
  keep: (demo: Demo) => Promise<void>,
): Promise<Demo> {
  const control = { pool: databases.control, clock: () => openedAt(baseOf(clock)) };
  return changeControl(control, ORIGIN, async (tx) => {
    const id = await createOrganization(tx, ORGANIZATION);
    const apps: DemoApp[] = [];
    for (const app of APPS) apps.push(await seedApp(tx, id, { ...app, referenceUrl }));
    const sandbox = seeded.filter(({ demo }) => demo).map(({ companyId }) => companyId);
    await tx.query('update control.merchants set organization_id = $1 where company_id = any($2)', [id, sandbox]);
    const merchants: DemoMerchant[] = [];
    for (const merchant of seeded) merchants.push(await seedPeople(tx, merchant));
    const demo = { apps, merchants, developer: await seedDeveloper(tx, id), operator: await seedOperator(tx) };
    await keep(demo);
    return demo;
  });
}

/** Adds the people that the demo of an earlier version came without. `keep` is given them before they are committed. */
export function seedMissingPeople(
  { databases, clock }: Pick<DemoOptions, 'databases' | 'clock'>,
  missing: MissingPeople,
  keep: (added: Partial<Pick<Demo, 'developer' | 'operator'>>) => Promise<void>,
): Promise<void> {
  return changeControl({ pool: databases.control, clock }, ORIGIN, async function addMissingPeople(tx) {
    await keep({
      ...(missing.organizationId && { developer: await seedDeveloper(tx, missing.organizationId) }),
      ...(missing.operator && { operator: await seedOperator(tx) }),
    });
  });
}

async function seedApp(
  tx: ControlTransaction,
  organizationId: number,
  { referenceUrl, ...app }: (typeof APPS)[number] & { readonly referenceUrl: string | undefined },
): Promise<DemoApp> {
  const { id, clientId, clientSecret, apiKey = null } = await registerApp(tx, { organizationId, ...app });
  const redirectUris = app.product === 'ADSR' ? [] : [...REDIRECT_URIS, ...(referenceUrl ? [referenceUrl] : [])];
  for (const uri of redirectUris) await addRedirectUri(tx, id, uri);
  return { ...app, env: 'SANDBOX', clientId, clientSecret, apiKey, redirectUris };
}

async function seedPeople(tx: ControlTransaction, merchant: SeededMerchant): Promise<DemoMerchant> {
  const host = hostOf(merchant.name);
  const owner = await seedMember(tx, merchant, 'owner', { email: `owner@${host}`, name: 'Olivia Owner' });
  const employee = await seedMember(tx, merchant, 'employee', { email: `till@${host}`, name: 'Elliot Employee' });
  return { ...merchant, owner, employee };
}

async function seedMember(
  tx: ControlTransaction,
  { companyId }: SeededMerchant,
  role: Role,
  person: Person,
): Promise<DemoLogin> {
  const { userId, login } = await seedLogin(tx, person);
  await addMember(tx, userId, companyId, role);
  return login;
}

async function seedDeveloper(tx: ControlTransaction, organizationId: number): Promise<DemoLogin> {
  const { userId, login } = await seedLogin(tx, DEVELOPER);
  await addDeveloper(tx, userId, organizationId);
  return login;
}

async function seedOperator(tx: ControlTransaction): Promise<DemoLogin> {
  const { userId, login } = await seedLogin(tx, OPERATOR);
  await addOperator(tx, userId);
  return login;
}

interface Person {
  readonly email: string;
  readonly name: string;
}

async function seedLogin(tx: ControlTransaction, person: Person): Promise<{ userId: number; login: DemoLogin }> {
  const password = randomBytes(12).toString('base64url');
  const { id: userId } = await createUser(tx, { ...person, password });
  return { userId, login: { email: person.email, password } };
}
