import type { OpenApiDocument, Schema } from '../document.ts';
import type { Direction, Effect, SharedPart } from './changes.ts';

export interface Documents {
  before: OpenApiDocument;
  after: OpenApiDocument;
}

/** `breaks-all` also breaks requests that do not contain the part. */
export type ReportedEffect = Effect | 'breaks' | 'breaks-all' | 'harmless';

export interface Comparison {
  documents: Documents;
  direction: Direction;
  /** Path of the compared part from the root of the body or parameter, such as `data[].price`. */
  path: string;
  shared: SharedPart | undefined;
  /** Enclosing pairs that are being compared, since schemas may contain themselves. */
  open: readonly string[];
  report(what: string, effect: ReportedEffect, at?: string): void;
  descend(step: string, before: Schema | undefined, after: Schema | undefined): void;
}
