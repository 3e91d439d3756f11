import type { WebStage } from './context.ts';

/** A page or a form's target, with its middleware in order. */
export interface Route {
  readonly path: string;
  /** Name in the log. */
  readonly name: string;
  readonly get?: readonly WebStage[];
  readonly post?: readonly WebStage[];
}
