import { type Logger, pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import type { Environment, Product } from '../../src/credentials/products.ts';
import { type RequestedAccess, requestAccess } from '../../src/directory/access/create-access-request.ts';
import { REVIEW_CHECKS } from '../../src/directory/apps/app-checks.ts';
import { approveApp, submitApp } from '../../src/directory/apps/app-review.ts';
import { issueCredential } from '../../src/directory/apps/credentials.ts';
import { registerApp } from '../../src/directory/apps/register-app.ts';
import { type Control, type ControlTransaction, changeControl } from '../../src/directory/control.ts';
import { createMerchant, type Merchant } from '../../src/directory/merchants/merchants.ts';
import { createOrganization } from '../../src/directory/people/organizations.ts';
import { type NewPurchaseReturn, writePurchaseReturn } from '../../src/resources/purchase-returns/write.ts';
import { startServer } from '../../src/server.ts';
import type { Availability } from '../../src/storage/availability.ts';
import type { Databases } from '../../src/storage/database.ts';
import type { Region } from '../../src/storage/region.ts';
import { Regions } from '../../src/storage/regions.ts';
import { statement } from '../../src/storage/statement.ts';
import type { TenantStore, TenantTransaction } from '../../src/storage/tenant.ts';
import type { WebLimits } from '../../src/web/kit/dependencies.ts';
import { Caller } from './api-caller.ts';
import { freshDatabases, storage } from './databases.ts';
import { startRoles } from './roles.ts';
import { TEST_KEY } from './secrets.ts';

export interface Partner {
  readonly organizationId: number;
  readonly appId: number;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Settings {
  readonly settings?: Record<string, string>;
  readonly databases?: Databases;
  readonly log?: Logger;
  readonly webLimits?: Partial<WebLimits>;
  readonly availability?: Availability;
  /** Writes the request log about once a second; off by default, since some tests count statements. */
  readonly logsRequests?: boolean;
  /** Sends changes to webhook endpoints; off by default for the same reason. */
  readonly delivers?: boolean;
  /** Runs in real time, so `advance` has no effect. */
  readonly running?: boolean;
  /** Initial time. Only `advance` moves it. */
  readonly now?: number;
}

const runningTime = {
  get now(): number {
    return Date.now();
  },
};

/** Initial time of a server. */
const START = Date.parse('2026-03-02T08:15:30.000Z');

const PLENTY = 1_000_000;

const PLENTY_OF_WEB: WebLimits = {
  signInSource: PLENTY,
  signInAccount: PLENTY,
  signUps: PLENTY,
  sandboxes: PLENTY,
  signInCode: PLENTY,
  passwordLinks: PLENTY,
  invitations: PLENTY,
  authorize: PLENTY,
};

/** Starts a server on a separate database. Only `advance` moves its time. */
export async function startService({
  settings = {},
  databases,
  log,
  webLimits = {},
  availability,
  logsRequests = false,
  delivers = false,
  running = false,
  now = START,
}: Settings = {}): Promise<Service> {
  const ports = { TILLGATE_API_PORT: '0', TILLGATE_WEB_PORT: '0', TILLGATE_OPS_PORT: '0' };
  const plenty = { TILLGATE_RATE_LIMIT: '1000000', TILLGATE_MINT_LIMIT: '1000000' };
  // Does not wait for connections that requests left open.
  const given = { ...ports, ...plenty, TILLGATE_STOP_TIMEOUT: '0', TILLGATE_KEY: TEST_KEY, ...settings };
  const time = running ? runningTime : { now };
  const clock = () => time.now;
  const database = databases ?? (await freshDatabases());
  const guardReads = storage === 'guarded';
  const options = {
    clock,
    log: log ?? pino({ level: 'silent' }),
    guardReads,
    webLimits: { ...PLENTY_OF_WEB, ...webLimits },
    logsRequests,
    delivers,
    ...(availability && { availability }),
  };
  // The same tests run against a deployment with one process per role.
  const server = await (process.env.TEST_SHAPE === 'roles'
    ? startRoles(given, database, options)
    : startServer(readConfig(given), database, options));
  return new Service(server, database, time);
}

let shared: Promise<Service> | undefined;

/**
 * The server that the files of a worker share, since tenancy keeps their merchants apart. Its clock returns to the
 * initial time for each file. A test that needs settings, or the whole deployment, starts a server of its own.
 */
export async function sharedService(): Promise<Service> {
  shared ??= startService();
  const service = await shared;
  service.rewind();
  return service;
}

export class Service {
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly opsUrl: string;
  readonly ports: { readonly api: number; readonly web: number };
  readonly databases: Databases;
  readonly stop: () => Promise<void>;
  /** Writes the requests so far to the request log at once. */
  readonly flushRequests: () => Promise<void>;
  readonly #time: { now: number };
  readonly #control: Control;

  constructor(server: Awaited<ReturnType<typeof startServer>>, databases: Databases, time: { now: number }) {
    this.apiUrl = server.apiUrl;
    this.webUrl = server.webUrl;
    this.opsUrl = server.opsUrl;
    this.ports = server.ports;
    this.stop = server.stop;
    this.flushRequests = server.flushRequests;
    this.databases = databases;
    this.#time = time;
    this.#control = { pool: databases.control, clock: this.clock };
  }

  readonly clock = (): number => this.#time.now;

  /** Advances the clock by this many milliseconds. */
  advance(milliseconds: number): void {
    this.#time.now += milliseconds;
  }

  /** Moves the clock back to its initial time. */
  rewind(): void {
    this.#time.now = START;
  }

  /** Changes the control plane as an operator would. */
  control<T>(work: (tx: ControlTransaction) => Promise<T>): Promise<T> {
    return changeControl(this.#control, { source: 'test' }, work);
  }

  /** An organization with one app and a sandbox credential. */
  newPartner(product: Product = 'FULL', options: { allowedIps?: string[] } = {}): Promise<Partner> {
    return this.control(async (tx) => {
      const organizationId = await createOrganization(tx, 'Northwind Apps');
      const app = await registerApp(tx, { organizationId, name: `${product} app`, product }, options);
      return { organizationId, appId: app.id, clientId: app.clientId, clientSecret: app.clientSecret };
    });
  }

  /** Another app of an organization, with a credential of the environment. */
  newApp(
    organizationId: number,
    product: Product,
    env: Environment = 'SANDBOX',
    name = `${product} app`,
  ): Promise<Partner> {
    return this.control(async (tx) => {
      const { id, clientId, clientSecret } = await registerApp(tx, { organizationId, name, product });
      const app = { organizationId, appId: id };
      if (env === 'SANDBOX') return { ...app, clientId, clientSecret };
      await submitApp(tx, id);
      await approveApp(tx, id, { despite: REVIEW_CHECKS });
      return { ...app, ...(await issueCredential(tx, id, env)) };
    });
  }

  /** Requests access to a merchant's stores for an app. Returns the id of the request. */
  requestAccess(request: RequestedAccess): Promise<number> {
    const regions = new Regions(this.databases, this.clock);
    return requestAccess({ control: this.#control, regions }, { source: 'test' }, request);
  }

  newMerchant(organizationId: number | null, region: Region = 'UK', demo = true, currency = 'GBP'): Promise<Merchant> {
    const merchant = { name: 'Harbour Coffee', region, demo, currency, organizationId };
    return this.control((tx) => createMerchant(tx, merchant));
  }

  /** A caller with a token of a new partner for a new sandbox merchant. */
  async connect(product: Product = 'FULL', region: Region = 'UK'): Promise<Caller> {
    const partner = await this.newPartner(product);
    return this.connectTo(partner, await this.newMerchant(partner.organizationId, region));
  }

  async connectTo(partner: Partner, merchant: Merchant): Promise<Caller> {
    const caller = new Caller(this, merchant, partner);
    await caller.renewToken();
    return caller;
  }

  /** Writes merchant data for which there is no operation. Returns the result of `work`. */
  async arrange<T>(merchant: Merchant, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    const tenant: TenantStore = new Regions(this.databases, this.clock).tenant({
      ...merchant,
      appId: 0,
      appName: null,
      correlationId: '00000000-0000-4000-8000-000000000000',
    });
    return tenant.write(work);
  }

  /** Creates a store and returns its id. */
  newStore(merchant: Merchant, name = 'Harbour Street'): Promise<number> {
    return this.arrange(merchant, async (tx) => {
      const id = await tx.newId();
      await tx.query(NEW_STORE, [id, name, `S${id}`, merchant.currency, tx.timestamp]);
      return id;
    });
  }

  newSupplier(merchant: Merchant, name = 'Northern Roasters'): Promise<number> {
    return this.arrange(merchant, async (tx) => {
      const id = await tx.newId();
      await tx.query(NEW_SUPPLIER, [id, name, tx.timestamp]);
      return id;
    });
  }

  /** Creates a purchase return with one line, taken from the store's stock. Returns its id. */
  newReturn(
    merchant: Merchant,
    input: Partial<NewPurchaseReturn> & Pick<NewPurchaseReturn, 'supplierId' | 'storeId' | 'lines'>,
  ): Promise<number> {
    const plain = { returnNo: null, date: '2026-03-02', narration: null, externalId: null };
    return this.arrange(merchant, (tx) => writePurchaseReturn(tx, { ...plain, ...input }));
  }

  /** Renames a supplier, as the merchant's back office would. */
  renameSupplier(merchant: Merchant, id: number, name: string): Promise<unknown> {
    return this.arrange(merchant, (tx) => tx.query(RENAME_SUPPLIER, [id, name]));
  }

  newTax(merchant: Merchant, name = 'VAT', rate = '20.00'): Promise<number> {
    return this.arrange(merchant, async (tx) => {
      const id = await tx.newId();
      await tx.query(NEW_TAX, [id, name, rate, tx.timestamp]);
      return id;
    });
  }

  newModifierGroup(merchant: Merchant, name = 'Milk'): Promise<number> {
    return this.arrange(merchant, async (tx) => {
      const id = await tx.newId();
      await tx.query(NEW_MODIFIER_GROUP, [id, name, tx.timestamp]);
      return id;
    });
  }

  /** Sets the stock on hand of an item at a store, through one movement. */
  stock(
    merchant: Merchant,
    storeId: number,
    itemId: number,
    onHand: string,
    variantId: number | null = null,
  ): Promise<void> {
    return this.arrange(merchant, async (tx) => {
      const values = [storeId, itemId, variantId, onHand];
      await tx.query(NEW_MOVEMENT, [await tx.newId(), ...values, tx.timestamp]);
      await tx.query(NEW_LEVEL, values);
    });
  }
}

const NEW_STORE = statement(
  undefined,
  `insert into region.stores (company_id, id, status, name, code, timezone, currency, entry_date, updated_at)
   values ($1, $2, 1, $3, $4, 'Europe/London', $5, $6, $6)`,
);
const NEW_SUPPLIER = statement(
  undefined,
  `insert into region.suppliers (company_id, id, status, name, entry_date, updated_at) values ($1, $2, 1, $3, $4, $4)`,
);
const RENAME_SUPPLIER = statement(
  undefined,
  `update region.suppliers set name = $3, version = version + 1 where company_id = $1 and id = $2`,
);
const NEW_TAX = statement(
  undefined,
  `insert into region.taxes (company_id, id, status, name, rate, entry_date, updated_at) values ($1, $2, 1, $3, $4, $5, $5)`,
);
const NEW_MODIFIER_GROUP = statement(
  undefined,
  `insert into region.modifier_groups
     (company_id, id, status, name, min_select, options, item_ids, app_id, entry_date, updated_at)
   values ($1, $2, 1, $3, 0, '[]', '[]', 0, $4, $4)`,
);
const NEW_LEVEL = statement(
  undefined,
  `insert into region.stock_levels as l (company_id, store_id, item_id, variant_id, on_hand) values ($1, $2, $3, $4, $5)
   on conflict (company_id, item_id, store_id, variant_id) do update set on_hand = excluded.on_hand`,
);
const NEW_MOVEMENT = statement(
  undefined,
  `insert into region.stock_movements (company_id, id, store_id, item_id, variant_id, change, document_kind, at, recorded_at)
   select $1, $2, $3::bigint, $4::bigint, $5::bigint, $6::numeric - coalesce(
     (select on_hand from region.stock_levels
      where company_id = $1 and store_id = $3 and item_id = $4 and variant_id is not distinct from $5), 0), 'opening', $7, $7`,
);
