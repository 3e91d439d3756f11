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

/** The files of bench/results by their names. */
export interface Measured {
  readonly run: RunResult;
  readonly growth: GrowthResult;
  readonly peers: PeersResult;
}
