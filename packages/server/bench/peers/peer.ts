import type { Next } from '../load.ts';
import type { PeerWork } from '../measured.ts';

/** Where one peer runs: a folder of its own, a database of its own, a port of its own. */
export interface Site {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly port: number;
  readonly origin: string;
  /** Number of products to seed. */
  readonly items: number;
}

export type Headers = Readonly<Record<string, string>>;

/** Arguments of Node, and the environment, of a peer's server. */
export interface Command {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The three requests in a peer's own API, and where its answers keep what the bench checks. */
export interface Requests {
  /** Headers with a credential that is valid for the next minutes. */
  readonly authorize: () => Promise<Headers>;
  /** Path of one product, another one on each call. */
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
  readonly record: (answer: unknown) => unknown;
  readonly rows: (answer: unknown) => readonly unknown[];
  readonly total: (answer: unknown) => number;
}

/** A product that a team might use instead. */
export interface Peer {
  readonly name: string;
  /** The package whose version names the peer; its version is pinned in `packages`. */
  readonly version: string;
  /** Packages that npm installs, each with its exact version. */
  readonly packages: Readonly<Record<string, string>>;
  /** Versions of packages further down, where the pinned ones do not install or run on this Node. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** How it is set up, as sentences for the page. */
  readonly settings: readonly string[];
  /** What happens before its server starts: files, tables. */
  readonly prepare: (site: Site) => Promise<void>;
  readonly command: (site: Site) => Command;
  /** Fills the database once the server has started. */
  readonly seed: (site: Site) => Promise<Requests>;
}

/** Name of the product with this number. */
export const nameOf = (number: number): string =>
  `${['Flat white', 'Oat latte', 'Cheddar toastie', 'Almond croissant', 'Lemon cake'][number % 5]} ${number}`;

/** An unused name, for a product that a request creates. */
export const newName = (): string => `Created ${crypto.randomUUID()}`;

/** One of the values, each as likely as the others. */
export const anyOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;

/** Requests with a credential that outlives one load. */
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
