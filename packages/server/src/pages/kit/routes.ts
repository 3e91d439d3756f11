import type { WebStage } from './context.ts';

/** A page or the target of a form. */
export interface Route {
  readonly path: string;
  /** Name in the log. */
  readonly name: string;
  readonly get?: WebStage;
  readonly post?: WebStage;
}
