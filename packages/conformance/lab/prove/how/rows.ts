import type { AppDependencies } from '@tillgate/server/app.ts';
import type { WebDependencies } from '@tillgate/server/pages/kit/dependencies.ts';
import type { Mark } from '../fault.ts';
import { onDatabases, onPool, type Row, textOf } from '../statements.ts';

export type { Row };

/** Changes to the rows that statements return. */

/** An API for which the matching statements return other rows. */
export const readRows = (deps: AppDependencies, pattern: RegExp, read: (rows: Row[]) => Row[]): AppDependencies =>
  onDatabases(deps, reading(pattern, read));

/** A web host for which the matching statements return other rows. */
export const readWebRows = (deps: WebDependencies, pattern: RegExp, read: (rows: Row[]) => Row[]): WebDependencies =>
  onPool(deps, reading(pattern, read));

/** Changes each row; returning the same object counts as no change. */
export const eachRow =
  (mark: Mark, change: (row: Row) => Row) =>
  (rows: Row[]): Row[] =>
    rows.map((row) => {
      const changed = change(row);
      if (changed !== row) mark();
      return changed;
    });

const reading =
  (pattern: RegExp, read: (rows: Row[]) => Row[]) =>
  async (run: (query: unknown, ...rest: unknown[]) => unknown, query: unknown, rest: unknown[]) => {
    const result = (await run(query, ...rest)) as { rows: Row[] };
    return pattern.test(textOf(query)) ? { ...result, rows: read(result.rows) } : result;
  };
