import type { QueryConfig } from 'pg';
import { inSchemaOf, type Region, schemaOf } from '../process/region.ts';
import type { TenantScope } from './scope.ts';

declare const parsed: unique symbol;

/** JSON text of a `T`, written by the database and sent unchanged. Only storage can create it. */
export type JsonText<T> = string & { readonly [parsed]: T };

/**
 * SQL over one merchant's rows. It names tables as `region.items`. `$1` is always the company, added by the tenant
 * store; callers pass the values from `$2` on. A named statement is prepared once per connection.
 */
export interface Statement {
  readonly name: string | undefined;
  readonly text: string;
  /** True for a read whose best plan is the same for all values, so that each connection plans it once. */
  readonly isPlannedOnce: boolean;
  readonly byRegion: Map<Region, { name?: string; text: string }>;
}

export function statement(name: string | undefined, text: string, { isPlannedOnce = false } = {}): Statement {
  if (!/\$1\b/.test(text)) throw new TypeError(`The statement ${name ?? text} does not state its company.`);
  return { name, text, isPlannedOnce, byRegion: new Map() };
}

/** Text of the statement for one region's schema, computed once. */
export function inRegion(sql: Statement, region: Region): { name?: string; text: string } {
  let bound = sql.byRegion.get(region);
  if (!bound) {
    const text = inSchemaOf(region, sql.text);
    bound = sql.name ? { name: `${sql.name}@${schemaOf(region)}`, text } : { text };
    sql.byRegion.set(region, bound);
  }
  return bound;
}

/** A statement as passed to the driver: in the merchant's region, with the company as the first value. */
export const boundTo = (
  { region, companyId }: TenantScope,
  sql: Statement,
  values: readonly unknown[],
): QueryConfig => ({ ...inRegion(sql, region), values: [companyId, ...values] });
