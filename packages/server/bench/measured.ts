/** Requests per second, and CPU time per request in microseconds: of the server, and of its database connections. */
export interface Cost {
  readonly rate: number;
  readonly server: number;
  /** Null if the database is on another machine. */
  readonly database: number | null;
}

/** Medians of the hot requests by size and server: Tillgate, floor A, floor B. */
export interface RunResult {
  readonly rows: readonly (Cost & { readonly size: number; readonly work: string; readonly who: string })[];
}

/** Requests to a single process, and through a gateway and its region, whose servers' CPU times are added. */
export interface RolesResult {
  readonly rows: readonly {
    readonly work: string;
    readonly process: Cost;
    readonly roles: Cost;
    /** Median of the rounds: the servers' CPU time through the roles, divided by that of the process. */
    readonly ratio: number;
  }[];
}

/** What the change log costs, and reading it. */
export interface FeedResult {
  readonly items: number;
  /** Bytes that requests waiting in a process add: to its resident memory, and to the heap and the buffers beside it. */
  readonly memory: { readonly waiting: number; readonly rss: number; readonly heap: number };
  /** Milliseconds from sending a write until a waiting request is answered, by the process that the write is sent to. */
  readonly wakes: readonly {
    readonly where: string;
    readonly p50: number;
    readonly p95: number;
    readonly most: number;
  }[];
  /** Pages of the log, of a thousand and of a million changes. */
  readonly pages: readonly { readonly what: string; readonly costs: readonly PageCost[] }[];
  /** Requests with the log and without it. */
  readonly requests: readonly {
    readonly work: string;
    readonly merchants: number;
    readonly logged: Cost;
    readonly unlogged: Cost;
    /** Median of the rounds: the database's CPU time with the log, divided by that without it. */
    readonly ratio: number;
  }[];
}

/** Cost of a list's page: pages of the buffer cache, and milliseconds. */
export interface PageCost {
  readonly pages: number;
  readonly milliseconds: number;
}

/** Every list with every filter, sort and search, at each size. */
export interface GrowthResult {
  readonly sizes: readonly number[];
  readonly lists: readonly {
    readonly name: string;
    /** The first page and the next by cursor, in the order of the sizes; null if there is none. */
    readonly first: readonly (PageCost | null)[];
    readonly next: readonly (PageCost | null)[];
  }[];
}

/** Contents of a peer's responses, read before the load. */
export interface Answers {
  /** Size of the three responses in bytes, uncompressed. */
  readonly bytes: { readonly get: number; readonly list: number; readonly create: number };
  /** Number of values in a row of the list, at any depth. */
  readonly values: number;
  /** Properties of a row of the list. */
  readonly members: readonly string[];
  /** Statuses of the list without credentials, and of a create with an invalid body. */
  readonly withoutCredentials: number;
  readonly invalidBody: number;
}

export const PEER_WORKS = ['get one', 'list of 100 with total', 'create one'] as const;
export type PeerWork = (typeof PEER_WORKS)[number];

export interface PeerResult {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, string>>;
  readonly settings: readonly string[];
  readonly answers: Answers;
  /** Medians of the rounds. A ratio compares requests per second with Tillgate's in the same round. */
  readonly work: Readonly<Record<PeerWork, Cost & { readonly ratio: number }>>;
}

export interface PeersResult {
  readonly items: number;
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly peers: readonly PeerResult[];
}

/** Whole catalogues: each row is the cost of one record. */
export interface BulkResult {
  readonly items: number;
  readonly writes: readonly (Cost & { readonly work: string; readonly who: string; readonly size: number })[];
  readonly reads: readonly (Cost & { readonly how: string })[];
  /** Milliseconds of a batch of 1,000 operations. */
  readonly batch: number;
  /** Milliseconds of gets, one after the other, and what runs beside them. */
  readonly gets: readonly {
    readonly beside: string;
    readonly p50: number;
    readonly p99: number;
    readonly most: number;
  }[];
}

/** Contents of the files in bench/results, by name. */
export interface Measured {
  readonly run: RunResult;
  readonly roles: RolesResult;
  readonly feed: FeedResult;
  readonly growth: GrowthResult;
  readonly peers: PeersResult;
  readonly bulk: BulkResult;
}
