import type { WebStage } from './context.ts';

/** A page, or the target of a form, with its middleware in order. */
export interface Route {
  readonly path: string;
  /** Name in the log. */
  readonly name: string;
  readonly get?: readonly WebStage[];
  readonly post?: readonly WebStage[];
}
