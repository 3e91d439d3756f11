import { type Logger, pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import type { RequestedAccess } from '../../src/control/access-requests.ts';
import type { ControlTransaction } from '../../src/control/control.ts';
import { issueCredential, type RegisteredApp } from '../../src/control/keys.ts';
import type { Merchant } from '../../src/control/merchants.ts';
import { createOrganization } from '../../src/control/organizations.ts';
import type { Environment, Product } from '../../src/control/products.ts';
import type { Availability } from '../../src/database/availability.ts';
import type { Databases } from '../../src/database/database.ts';
import { statement } from '../../src/database/statement.ts';
import type { TenantTransaction } from '../../src/database/tenant.ts';
import { WEB_LIMITS, type WebLimits } from '../../src/pages/kit/dependencies.ts';
import type { Region } from '../../src/process/region.ts';
import type { Clock } from '../../src/process/time.ts';
import { type NewPurchaseReturn, writePurchaseReturn } from '../../src/records/purchase-orders/orders.ts';
import { startServer } from '../../src/server.ts';
import { Caller } from './api-caller.ts';
import { arrange, newAccessRequest, newApp, newMerchant } from './arrange.ts';
import { freshDatabases, storage } from './databases.ts';
import { backOffice } from './import-lines.ts';
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
  /** A clock that the test moves itself, instead of `advance`. */
  readonly clock?: Clock | undefined;
  /** Runs in real time. */
  readonly running?: boolean;
  /** Initial time, which only `advance` moves. */
  readonly now?: number;
}

const START = Date.parse('2026-03-02T08:15:30.000Z');

const PLENTY = 1_000_000;

const PLENTY_OF_WEB = Object.fromEntries(Object.keys(WEB_LIMITS).map((name) => [name, PLENTY])) as unknown as WebLimits;

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
  clock = running ? Date.now : undefined,
  now = START,
}: Settings = {}): Promise<Service> {
  const ports = { TILLGATE_API_PORT: '0', TILLGATE_WEB_PORT: '0', TILLGATE_OPS_PORT: '0' };
  const plenty = { TILLGATE_RATE_LIMIT: `${PLENTY}`, TILLGATE_MINT_LIMIT: `${PLENTY}` };
  // Does not wait for connections that requests left open.
  const given = { ...ports, ...plenty, TILLGATE_STOP_TIMEOUT: '0', TILLGATE_KEY: TEST_KEY, ...settings };
  const time = clock ? movedBy(clock) : { now };
  const database = databases ?? (await freshDatabases());
  const options = {
    clock: () => time.now,
    log: log ?? pino({ level: 'silent' }),
    guardReads: storage === 'guarded',
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

const movedBy = (clock: Clock) => ({
  get now(): number {
    return clock();
  },
});

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

  constructor(server: Awaited<ReturnType<typeof startServer>>, databases: Databases, time: { now: number }) {
    this.apiUrl = server.apiUrl;
    this.webUrl = server.webUrl;
    this.opsUrl = server.opsUrl;
    this.ports = server.ports;
    this.stop = server.stop;
    this.flushRequests = server.flushRequests;
    this.databases = databases;
    this.#time = time;
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
    return arrange(this, work);
  }

  /** An organization with one app and a sandbox credential. */
  newPartner(product: Product = 'FULL', options: { allowedIps?: string[] } = {}): Promise<Partner> {
    return this.control(async (tx) => {
      const organizationId = await createOrganization(tx, 'Northwind Apps');
      return partnerOf(await newApp(tx, { organizationId, product, ...options }));
    });
  }

  /** Another app of an organization, with a credential of the environment. */
  newApp(organizationId: number, product: Product, env: Environment = 'SANDBOX', name?: string): Promise<Partner> {
    return this.control(async (tx) => {
      const live = env === 'PRODUCTION';
      const app = await newApp(tx, { organizationId, product, name, approved: live });
      return partnerOf(live ? { ...app, ...(await issueCredential(tx, app.id, env)) } : app);
    });
  }

  /** Requests access to a merchant's stores for an app. Returns the id of the request. */
  requestAccess(request: RequestedAccess): Promise<number> {
    return newAccessRequest(this, request);
  }

  newMerchant(organizationId: number | null, region: Region = 'UK', demo = true, currency = 'GBP'): Promise<Merchant> {
    return this.control((tx) => newMerchant(tx, organizationId, { region, demo, currency }));
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
  arrange<T>(merchant: Merchant, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    return backOffice(this, merchant).write(work);
  }

  newStore(merchant: Merchant, name = 'Harbour Street'): Promise<number> {
    const { currency } = merchant;
    return this.#insert(merchant, 'stores', (id) => ({ name, code: `S${id}`, timezone: 'Europe/London', currency }));
  }

  newSupplier(merchant: Merchant, name = 'Northern Roasters'): Promise<number> {
    return this.#insert(merchant, 'suppliers', () => ({ name }));
  }

  newTax(merchant: Merchant, name = 'VAT', rate = '20.00'): Promise<number> {
    return this.#insert(merchant, 'taxes', () => ({ name, rate }));
  }

  /** Inserts a record of the back office. Returns its id. */
  #insert(merchant: Merchant, table: string, columns: (id: number) => object): Promise<number> {
    return this.arrange(merchant, async (tx) => {
      const id = await tx.newId();
      const row = { id, status: 1, entry_date: tx.timestamp, updated_at: tx.timestamp, ...columns(id) };
      const values = Object.keys(row).map((_, i) => `$${i + 2}`);
      const text = `insert into region.${table} (company_id, ${Object.keys(row)}) values ($1, ${values})`;
      await tx.query(statement(undefined, text), Object.values(row));
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

const partnerOf = ({ organizationId, id, clientId, clientSecret }: RegisteredApp): Partner => ({
  organizationId,
  appId: id,
  clientId,
  clientSecret,
});

const RENAME_SUPPLIER = statement(
  undefined,
  `update region.suppliers set name = $3, version = version + 1 where company_id = $1 and id = $2`,
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
