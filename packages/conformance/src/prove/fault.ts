import type { AppDependencies } from '@tillgate/server';

/** A request and its answer on their way through the proxy; a fault changes either. */
export interface Passing {
  readonly method: string;
  /** Path and query; a fault may send it elsewhere. */
  url: string;
  readonly requestHeaders: Record<string, string>;
  requestBody: string;
}

export interface Passed extends Passing {
  status: number;
  readonly headers: Record<string, string>;
  body: string;
  /** How many answers have passed before. */
  readonly count: number;
}

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
  readonly ask?: (passing: Passing) => void;
  readonly change?: (passed: Passed) => void;
}

export interface ServerFault extends FaultBase {
  readonly level: 'server';
  /** Gives what the faulty server is made of; `mark` notes that the fault came into play. */
  readonly patch: (deps: AppDependencies, mark: () => void) => AppDependencies;
}

export type Fault = ProxyFault | ServerFault;
