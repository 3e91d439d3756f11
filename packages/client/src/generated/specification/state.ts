// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import type { Answer, Fields } from './answer.ts';
import type { Receipt } from './sales.ts';

/** Everything that the service stores, as immutable values. */

const NONE: ReadonlyMap<number, Row> = new Map();

/** Every table, without records. */
const EMPTY_TABLES = {
  stores: NONE,
  suppliers: NONE,
  taxes: NONE,
  brands: NONE,
  categories: NONE,
  items: NONE,
  menus: NONE,
  modifiers: NONE,
  purchaseOrders: NONE,
  purchaseReturns: NONE,
  stockTransfers: NONE,
  stockAdjustments: NONE,
  openOrders: NONE,
};

export type Table = keyof typeof EMPTY_TABLES;

export const TABLES = Object.keys(EMPTY_TABLES) as readonly Table[];

/** A stored record. */
export interface Row extends Fields {
  readonly id: number;
  readonly version: number;
  readonly entryDate: string;
  readonly updatedAt: string;
  /** The app that created it, in whose records its `externalId` is unique. Unknown for records from before the run. */
  readonly app: string | undefined;
  /** Of a count that is a draft: the instant that a request stated, and that of the last request that sent lines. */
  readonly drafted?: { readonly sentAt: string | null; readonly linesAt: string | null } | undefined;
}

/** The position after a page, by its cursor. */
export interface Continuation {
  /** The list with its filters, sort and order. */
  readonly list: string;
  readonly after: Fields;
  readonly total: number;
  readonly totalIsExact: boolean;
  /** Number of records in the list when the page was read. */
  readonly size: number;
}

/** The outcome of a write under an Idempotency-Key. */
export interface Replay {
  readonly request: string;
  readonly answer: Answer;
  readonly at: number;
}

/** One row of the stock ledger. */
export interface Movement {
  /** Chosen by the service, and unknown until the row is read. */
  readonly id: number | undefined;
  readonly storeId: number;
  readonly itemId: number;
  readonly variantId: number | null;
  /** A signed quantity. */
  readonly change: string;
  readonly unitCost: string | null;
  readonly documentKind: string;
  readonly documentId: number | null;
  readonly lineId: number | null;
  /** Of an adjustment. */
  readonly reason: string | null;
  /** Null for the merchant's back office. */
  readonly appId: number | null;
  readonly correlationId: string | null;
  /** When it happened. */
  readonly at: string;
  readonly recordedAt: string;
}

/** A record that a write changed, as the change feed lists it. */
export interface Entry {
  readonly resource: string;
  readonly id: number;
  readonly version: number | null;
  readonly kind: string;
  readonly properties: readonly string[];
  /** Null for all stores. */
  readonly storeIds: readonly number[] | null;
  readonly businessDay: string | null;
}

/** Changes of one write. */
export interface Logged {
  /** The app that wrote it. */
  readonly app: string;
  readonly at: string;
  readonly correlationId: string;
  readonly entries: readonly Entry[];
}

/** A place in the log, and the view up to there. */
export interface Followed {
  /** Number of writes before the place, and of the next write's entries. */
  readonly writes: number;
  readonly entries: number;
  readonly resources: readonly string[];
  /** Undefined for all. */
  readonly stores: readonly number[] | undefined;
}

/** Sales and refunds of a merchant, which no request changes. */
export interface Sales {
  /** Each with its instant; the business day follows from the store's time zone. */
  readonly receipts: readonly (Receipt & { readonly at: string })[];
  /** First and last business day of which every receipt is known. */
  readonly from: string;
  readonly to: string;
}

export interface Merchant {
  readonly companyId: number;
  /** The environment of the credentials that reach it: sandbox for demo companies. env.enforced */
  readonly env: Environment;
  /** Rejected with every credential. tenancy.closed */
  readonly isClosed?: boolean;
  /** ISO 4217. */
  readonly currency: string;
  readonly tables: Readonly<Record<Table, ReadonlyMap<number, Row>>>;
  /** Stock in thousandths, by `placeOf`. A place has a level once a document has moved or counted it. */
  readonly levels: ReadonlyMap<string, bigint>;
  /** The ledger since the merchant was read, oldest first. */
  readonly movements: readonly Movement[];
  /** Earlier rows of the ledger, newest first, by `shelfOf`, where they have been read. */
  readonly history: ReadonlyMap<string, readonly Movement[]>;
  readonly sales: Sales;
  /** Reports of other days as first read, by request. */
  readonly readings: ReadonlyMap<string, Fields>;
  readonly cursors: ReadonlyMap<string, Continuation>;
  readonly replays: ReadonlyMap<string, Replay>;
  /** Writes since the merchant was read, oldest first. */
  readonly log: readonly Logged[];
  /** Position of the log's first write; undefined until a response shows it. */
  readonly firstPosition: number | undefined;
  /** Places in the log, by cursor. */
  readonly followed: ReadonlyMap<string, Followed>;
}

export interface App {
  /** Any name that is the same for all credentials of the app. */
  readonly id: string;
  /** The `sub` claim of its tokens; null for an app that has API keys instead. */
  readonly number: number | null;
  readonly product: string;
}

export type Environment = 'SANDBOX' | 'PRODUCTION';

interface OfApp {
  readonly app: App;
  readonly env: Environment;
  /** False if its allowlist leaves out the address that requests come from. */
  readonly isAdmitted: boolean;
}

/** An access token, which belongs to one company. */
export interface Token extends OfApp {
  readonly companyId: number;
  /** Milliseconds since 1970; undefined for one that the test keeps valid. */
  readonly expiresAt?: number | undefined;
}

/** An API key, with the stores that it may see of each company. */
export interface Key extends OfApp {
  readonly access: ReadonlyMap<number, ReadonlySet<number> | 'all'>;
}

export type Credential = Token | Key;

export interface State {
  readonly merchants: ReadonlyMap<number, Merchant>;
  /** By their text. */
  readonly tokens: ReadonlyMap<string, Token>;
  readonly keys: ReadonlyMap<string, Key>;
}

export const newMerchant = (companyId: number, currency: string): Merchant => ({
  companyId,
  env: 'SANDBOX',
  currency,
  tables: EMPTY_TABLES,
  levels: new Map(),
  movements: [],
  history: new Map(),
  sales: { receipts: [], from: '0000-01-01', to: '9999-12-31' },
  readings: new Map(),
  cursors: new Map(),
  replays: new Map(),
  log: [],
  firstPosition: 1,
  followed: new Map(),
});

/** The merchant after writes that are not known, or not in which order. */
export const withUnknownLog = (merchant: Merchant): Merchant => ({
  ...merchant,
  log: [],
  firstPosition: undefined,
  followed: new Map(),
});

export const withEntry = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> =>
  new Map(map).set(key, value);

/** The merchant with a record added or replaced. */
export const withRow = (merchant: Merchant, table: Table, row: Row): Merchant => ({
  ...merchant,
  tables: { ...merchant.tables, [table]: withEntry(merchant.tables[table], row.id, row) },
});

export const withMerchant = (state: State, merchant: Merchant): State => ({
  ...state,
  merchants: withEntry(state.merchants, merchant.companyId, merchant),
});

/** The name of a record that another one refers to. */
export const nameOfRow = ({ tables }: Merchant, table: Table, id: unknown): unknown =>
  tables[table].get(Number(id))?.name;

export const rowsOf = ({ tables }: Merchant, table: Table): Row[] => [...tables[table].values()];
