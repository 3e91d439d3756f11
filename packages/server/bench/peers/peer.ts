import type { Next } from '../load.ts';
import type { PeerWork } from '../measured.ts';

/** Folder, database and port of one peer. */
export interface Site {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly port: number;
  readonly origin: string;
  /** Number of products to seed. */
  readonly items: number;
}

export type Headers = Readonly<Record<string, string>>;

/** Command-line arguments and environment of a peer's server. */
export interface Command {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The three requests in a peer's own API, and readers of its responses. */
export interface Requests {
  /** Returns headers with a credential that is valid for some minutes. */
  readonly authorize: () => Promise<Headers>;
  /** Path of a product; a different one on each call. */
  readonly get: () => string;
  /** Path of the first page of 100 products with their total number. */
  readonly list: string;
  readonly create: {
    readonly path: string;
    readonly body: () => object;
    readonly headers?: () => Headers;
    /** A body that breaks a rule of the peer's own API. */
    readonly invalid: object;
  };
  /** The peer's own way to create many in one request. */
  readonly createMany?: { readonly path: string; readonly size: number; readonly body: (size: number) => object };
  readonly record: (answer: unknown) => unknown;
  readonly rows: (answer: unknown) => readonly unknown[];
  readonly total: (answer: unknown) => number;
}

/** An alternative product. */
export interface Peer {
  readonly name: string;
  /** Version of the peer's main package. */
  readonly version: string;
  /** Packages to install, with exact versions. */
  readonly packages: Readonly<Record<string, string>>;
  /** Versions of transitive packages that otherwise do not install or run on this Node. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Sentences about the set-up, shown on the performance page. */
  readonly settings: readonly string[];
  /** Creates files and tables before the server starts. */
  readonly prepare: (site: Site) => Promise<void>;
  readonly command: (site: Site) => Command;
  /** Fills the database once the server has started. */
  readonly seed: (site: Site) => Promise<Requests>;
}

export const nameOf = (number: number): string =>
  `${['Flat white', 'Oat latte', 'Cheddar toastie', 'Almond croissant', 'Lemon cake'][number % 5]} ${number}`;

/** A unique name for a created product. */
export const newName = (): string => `Created ${crypto.randomUUID()}`;

/** A random value. */
export const anyOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;

/** Requests of one kind, with a credential that outlives a round. */
export async function nextOf({ authorize, get, list, create }: Requests, work: PeerWork): Promise<Next> {
  const headers = await authorize();
  if (work === 'get one') return () => ({ method: 'GET', path: get(), headers });
  if (work === 'list of 100 with total') return () => ({ method: 'GET', path: list, headers });
  return () => ({
    method: 'POST',
    path: create.path,
    headers: { ...headers, 'content-type': 'application/json', ...create.headers?.() },
    body: JSON.stringify(create.body()),
  });
}
