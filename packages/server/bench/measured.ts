/** Requests a second, and microseconds of CPU for each: of the server, and of its connections to the database. */
export interface Cost {
  readonly rate: number;
  readonly server: number;
  /** Null where the database is on another machine. */
  readonly database: number | null;
}

/** Medians of the hot requests at one size, of each contestant that answers them: Tillgate, floor A, floor B. */
export interface RunResult {
  readonly rows: readonly (Cost & { readonly size: number; readonly work: string; readonly who: string })[];
}

/** What PostgreSQL does for a page of a list: pages of its buffer cache that it reads, and milliseconds. */
export interface PageCost {
  readonly pages: number;
  readonly milliseconds: number;
}

/** Every list in every filter, sort and search, at each size. */
export interface GrowthResult {
  readonly sizes: readonly number[];
  readonly lists: readonly {
    readonly name: string;
    /** The first page and the next by cursor, in the order of the sizes; null where there is none. */
    readonly first: readonly (PageCost | null)[];
    readonly next: readonly (PageCost | null)[];
  }[];
}

/** What a peer's answers were seen to contain, before any load. */
export interface Answers {
  /** Bytes of the three answers, uncompressed. */
  readonly bytes: { readonly get: number; readonly list: number; readonly create: number };
  /** Values in one product of the list, in all its levels. */
  readonly values: number;
  /** Members of one product of the list. */
  readonly members: readonly string[];
  /** Statuses of the list without credentials, and of a creation that breaks a rule. */
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
  /** Medians of the rounds. A ratio is the peer's requests a second to Tillgate's of the same round. */
  readonly work: Readonly<Record<PeerWork, Cost & { readonly ratio: number }>>;
}

export interface PeersResult {
  readonly items: number;
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly peers: readonly PeerResult[];
}

/** Microseconds of server CPU for a token refresh, and the median of the rounds' ratios, ours to theirs. */
export interface TokensResult {
  readonly tillgate: number;
  readonly oidcProvider: number;
  readonly ratio: number;
}

/** Requests a second beside few sales and beside many. A ratio is to the first size, of the same round. */
export interface ReportsResult {
  readonly rows: readonly {
    readonly rows: number;
    readonly work: string;
    readonly rate: number;
    readonly ratio: number;
  }[];
}

/** Requests to one deployment by its number of workers, with the microseconds of CPU that the load itself took for each. */
export interface WorkersResult {
  readonly rows: readonly (Cost & { readonly work: string; readonly workers: number; readonly load: number })[];
}

export const CAPACITY_WORKS = ['get one', 'list of items with total', 'create one', 'mint a token'] as const;
export type CapacityWork = (typeof CAPACITY_WORKS)[number];

export interface CapacityResult {
  readonly itemsPerMerchant: number;
  readonly sizes: readonly {
    readonly merchants: number;
    /** Bytes of the whole database, and of the control plane's part of it. */
    readonly bytes: number;
    readonly controlBytes: number;
    /** What each item added to it, with its indexes, its stock, and its part of its merchant's own rows, before any load. */
    readonly bytesPerItem: number;
    /** Resident bytes of the server after the load. */
    readonly memory: number | null;
    /** Connections to the database that the server had under load. */
    readonly connections: number;
    readonly work: Readonly<Record<CapacityWork, Cost>>;
  }[];
}

/** Where the server's main thread spends its time while it answers one kind of request. */
export interface ProfileResult {
  readonly works: readonly {
    readonly work: string;
    /** Share of the time that is not idle, by what the time is spent on, largest first; they add up to 1. */
    readonly shares: readonly { readonly part: string; readonly share: number }[];
    /** Functions with the largest time of their own, as shares of the same. */
    readonly functions: readonly { readonly name: string; readonly where: string; readonly share: number }[];
  }[];
}

/** The median of each figure with the apps' request logs and without, and of the rounds' ratios of server CPU. */
export interface RecordingResult {
  readonly rows: readonly {
    readonly work: string;
    readonly logged: Cost;
    readonly plain: Cost;
    readonly ratio: number;
  }[];
}

/** The files of bench/results by their names. */
export interface Measured {
  readonly run: RunResult;
  readonly growth: GrowthResult;
  readonly peers: PeersResult;
  readonly tokens: TokensResult;
  readonly reports: ReportsResult;
  readonly workers: WorkersResult;
  readonly capacity: CapacityResult;
  readonly profile: ProfileResult;
  readonly recording: RecordingResult;
}
