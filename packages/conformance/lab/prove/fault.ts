import type { AppDependencies, createApp } from '@tillgate/server/app.ts';
import type { WebDependencies } from '@tillgate/server/pages/kit/dependencies.ts';
import type { createWebApp } from '@tillgate/server/pages/web-app.ts';
import type { LaneLimits } from '@tillgate/server/webhooks/lanes.ts';
import type { Delivery } from '@tillgate/server/webhooks/requests.ts';

/** A wrong behaviour of a server, and the requirement that the detecting case has to name. */
export interface Fault {
  /** Requirement that the fault violates. */
  readonly breaks: string;
  /** The wrong behaviour in words. */
  readonly text: string;
  /** Ids or prefixes of cases to try first. Needed if the requirement is checked on every response. */
  readonly by?: readonly string[];
  /** The only kind of database on which the fault shows. */
  readonly needs?: 'postgres';
  /** A statement that prepares the database of the UK for the fault, after its merchants were created. */
  readonly prepare?: string;
  /** The part of the server to change; by default the whole API. */
  readonly where?: Where;
  readonly how: How;
}

/** Faults by id. */
export type Faults = Readonly<Record<string, Fault>>;

/** Creates faults with common first cases, place or change. Each fault may override them. */
export const sharing =
  <Shared extends Partial<Fault>>(shared: Shared) =>
  (breaks: string, text: string, own: Own<Shared>): Fault =>
    ({ ...shared, breaks, text, ...own }) as Fault;

type Own<Shared> = Omit<Fault, 'breaks' | 'text' | keyof Shared> & Partial<Omit<Fault, 'breaks' | 'text'>>;

/** A fault that shares nothing. */
export const fault = sharing({});

/** The API, the host of the consent screen and the back office, or what sends webhooks. */
export type Host = 'api' | 'web' | 'deliverer';

export type Operation = keyof AppDependencies['handlers'];

export type Where =
  | Host
  | { readonly operation: Operation | readonly Operation[] }
  /** Statements by name; `*` matches any part of a name. */
  | { readonly host?: Host; readonly statement: string | readonly string[] };

export type How =
  | ProxyChange
  | HandlerChange
  | Replacement
  | readonly Replacement[]
  | ApiChange
  | WebChange
  | DeliveryChange;

/** Changes requests and responses in a proxy in front of the correct server. */
export interface ProxyChange {
  readonly request?: (passing: Passing) => void;
  readonly answer?: (passed: Passed) => void;
}

/** Wraps the handlers of operations. */
export interface HandlerChange {
  readonly handler: (sound: Handler, mark: Mark, deps: AppDependencies) => Handler;
}

/** Changes the text of statements, like `String.replace`. */
export interface Replacement {
  readonly from: RegExp | string;
  readonly to: Instead;
}
export type Instead = string | ((...groups: string[]) => string);

/** Changes the API's dependencies, or adds a stage before the API's. */
export interface ApiChange {
  readonly api?: (deps: AppDependencies, mark: Mark) => AppDependencies;
  readonly apiStage?: (deps: AppDependencies, mark: Mark) => ApiStage;
}

/** Changes the web host's dependencies, or adds a stage before the host's. */
export interface WebChange {
  readonly web?: (deps: WebDependencies, mark: Mark) => WebDependencies;
  readonly webStage?: (deps: WebDependencies, mark: Mark) => WebStage;
}

/** Changes the parts that send webhooks. */
export interface DeliveryChange {
  readonly delivery: (parts: Delivery, mark: Mark) => Delivery & { readonly limits?: LaneLimits };
}

/** Records that the fault took effect. */
export type Mark = () => void;

/** A request that passes through the proxy. */
export interface Passing {
  readonly method: string;
  /** Path and query, either of which a fault may change. */
  url: string;
  readonly requestHeaders: Record<string, string>;
  /** Headers to send a second time with this value. */
  readonly repeated?: Record<string, string>;
  requestBody: string;
}

/** A response that passes through the proxy. */
export interface Passed extends Passing {
  status: number;
  readonly headers: Record<string, string>;
  /** `Set-Cookie`, one entry per line. */
  cookies: string[];
  body: string;
  /** Number of earlier responses. */
  readonly count: number;
}

/** Handlers have different types, but faults treat them alike. */
export type Handler = (request: Request) => Promise<Reply>;
export type Body = Record<string, unknown>;
export type Request = Record<string, unknown> & {
  readonly body: Body;
  readonly query: Body;
  readonly tenant: { readonly scope: { readonly storeIds?: readonly number[] | null } };
};
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Stage<App extends { middleware: unknown[] }> = App['middleware'][number];
export type ApiStage = Stage<ReturnType<typeof createApp>>;
export type WebStage = Stage<ReturnType<typeof createWebApp>>;

/** One fault per row of a table. */
export const each = <Row>(rows: readonly Row[], entry: (row: Row) => readonly [id: string, fault: Fault]): Faults =>
  Object.fromEntries(rows.map(entry));
