import type { AppDependencies, createApp } from '@tillgate/server/app.ts';
import type { WebDependencies } from '@tillgate/server/web/kit/dependencies.ts';
import type { createWebApp } from '@tillgate/server/web/web-app.ts';

/** One way for a server to be wrong, and the requirement that a case has to name when it notices. */
export interface Fault {
  /** The requirement that it breaks. */
  readonly breaks: string;
  /** The wrong behaviour, in words. */
  readonly text: string;
  /** Ids of cases, or their beginnings, to try first where the requirement is one of the checks on every answer. */
  readonly by?: readonly string[];
  /** The part of the server that is changed; the API as a whole if absent. */
  readonly where?: Where;
  readonly how: How;
}

/** Faults by their ids. */
export type Faults = Readonly<Record<string, Fault>>;

/** A maker of faults that share cases to try first, a place or a change; a fault may state its own instead. */
export const sharing =
  <Shared extends Partial<Fault>>(shared: Shared) =>
  (breaks: string, text: string, own: Own<Shared>): Fault =>
    ({ ...shared, breaks, text, ...own }) as Fault;

type Own<Shared> = Omit<Fault, 'breaks' | 'text' | keyof Shared> & Partial<Omit<Fault, 'breaks' | 'text'>>;

/** A fault that shares nothing with its neighbours. */
export const fault = sharing({});

/** The API, or the host of the consent screen and the back office. */
export type Host = 'api' | 'web';

export type Operation = keyof AppDependencies['handlers'];

export type Where =
  | Host
  | { readonly operation: Operation | readonly Operation[] }
  /** Statements by name; `*` stands for any part of it. */
  | { readonly host?: Host; readonly statement: string | readonly string[] };

export type How = ProxyChange | HandlerChange | Replacement | readonly Replacement[] | ApiChange | WebChange;

/** Changes requests and answers on their way through a proxy in front of the sound server. */
export interface ProxyChange {
  readonly request?: (passing: Passing) => void;
  readonly answer?: (passed: Passed) => void;
}

/** Wraps the handlers of operations. */
export interface HandlerChange {
  readonly handler: (sound: Handler, mark: Mark, deps: AppDependencies) => Handler;
}

/** Changes the text of statements, as `String.replace` does. */
export interface Replacement {
  readonly from: RegExp | string;
  readonly to: Instead;
}
export type Instead = string | ((...groups: string[]) => string);

/** Changes what the API is made of, or puts a stage before its own. */
export interface ApiChange {
  readonly api?: (deps: AppDependencies, mark: Mark) => AppDependencies;
  readonly apiStage?: (deps: AppDependencies, mark: Mark) => ApiStage;
}

/** The same for the web host. */
export interface WebChange {
  readonly web?: (deps: WebDependencies, mark: Mark) => WebDependencies;
  readonly webStage?: (deps: WebDependencies, mark: Mark) => WebStage;
}

/** Notes that the fault came into play. */
export type Mark = () => void;

/** A request on its way through the proxy. */
export interface Passing {
  readonly method: string;
  /** Path and query; a fault may send it elsewhere. */
  url: string;
  readonly requestHeaders: Record<string, string>;
  /** Headers that were sent a second time, with this value. */
  readonly repeated?: Record<string, string>;
  requestBody: string;
}

/** The answer to it on its way back. */
export interface Passed extends Passing {
  status: number;
  readonly headers: Record<string, string>;
  /** `Set-Cookie`, one entry a line. */
  cookies: string[];
  body: string;
  /** Number of answers that have passed before. */
  readonly count: number;
}

/** Handlers have types of their own; a fault treats them all alike. */
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

/** A fault for each row of a table. */
export const each = <Row>(rows: readonly Row[], entry: (row: Row) => readonly [id: string, fault: Fault]): Faults =>
  Object.fromEntries(rows.map(entry));
