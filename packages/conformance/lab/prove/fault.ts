import type { AppDependencies, createApp } from '@tillgate/server/app.ts';
import type { WebDependencies } from '@tillgate/server/web/dependencies.ts';
import type { createWebApp } from '@tillgate/server/web/web-app.ts';

/** A request and its answer on their way through the proxy; a fault changes either. */
export interface Passing {
  readonly method: string;
  /** Path and query; a fault may send it elsewhere. */
  url: string;
  readonly requestHeaders: Record<string, string>;
  /** Headers that were sent a second time, with this value. */
  readonly repeated?: Record<string, string>;
  requestBody: string;
}

export interface Passed extends Passing {
  status: number;
  readonly headers: Record<string, string>;
  /** What `Set-Cookie` says, a line each. */
  cookies: string[];
  body: string;
  /** How many answers have passed before. */
  readonly count: number;
}

/** The API, or the host of the consent screen. */
export type Host = 'api' | 'web';

interface FaultBase {
  readonly id: string;
  /** What the faulty server does, in words. */
  readonly text: string;
  /** The requirement it breaks, which a failing case has to name. */
  readonly breaks: string;
  /** Ids of cases, or beginnings of them, to try first where the requirement is one of the checks on every answer. */
  readonly by?: readonly string[];
}

export interface ProxyFault extends FaultBase {
  readonly level: 'proxy';
  /** In front of which host; the API unless it is said. */
  readonly host?: Host;
  readonly ask?: (passing: Passing) => void;
  readonly change?: (passed: Passed) => void;
}

/** What goes before all of an app's own stages. */
export type Stage<App extends { middleware: unknown[] }> = App['middleware'][number];
export type ApiStage = Stage<ReturnType<typeof createApp>>;
export type WebStage = Stage<ReturnType<typeof createWebApp>>;

/** Notes that the fault came into play. */
export type Mark = () => void;

export interface ServerFault extends FaultBase {
  readonly level: 'server';
  readonly host?: 'api';
  /** Gives what the faulty server is made of. */
  readonly patch: (deps: AppDependencies, mark: Mark) => AppDependencies;
  readonly stage?: (deps: AppDependencies, mark: Mark) => ApiStage;
}

export interface WebFault extends FaultBase {
  readonly level: 'server';
  readonly host: 'web';
  /** Gives what the faulty web host is made of. */
  readonly patch: (deps: WebDependencies, mark: Mark) => WebDependencies;
  readonly stage?: (deps: WebDependencies, mark: Mark) => WebStage;
}

export type Fault = ProxyFault | ServerFault | WebFault;
