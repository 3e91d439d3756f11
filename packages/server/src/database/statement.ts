import type { QueryConfig } from 'pg';
import { inSchemaOf, type Region, schemaOf } from '../process/region.ts';
import type { Holder } from '../process/shares.ts';
import type { CellId } from './cells.ts';

/** Merchant of a store, and the app that writes for it. */
export interface TenantScope extends CellId {
  readonly companyId: number;
  /** True while the merchant moves to another cell. Reads then first check that it is still there. */
  readonly moving: boolean;
  readonly currency: string;
  /** Smallest coin, to which the back office may round its sales. */
  readonly cashRounding?: string;
  readonly appId: number;
  /** Null for the merchant's back office. */
  readonly appName: string | null;
  /** Scopes of the caller's credential; absent for the back office, which reads without any. */
  readonly scopes?: ReadonlySet<string>;
  /** Stores the caller is limited to; null or undefined for all. */
  readonly storeIds?: readonly number[] | null;
  readonly correlationId: string;
  /** Whose share of limited resources the work uses; absent for work without an app. */
  readonly holder?: Holder;
}

/** The merchant's back office, and all work for it outside a request. */
export const BACK_OFFICE: Pick<TenantScope, 'appId' | 'appName' | 'correlationId'> = {
  appId: 0,
  appName: null,
  correlationId: '00000000-0000-0000-0000-000000000000',
};

declare const parsed: unique symbol;

/** JSON text of a `T`, written by the database and sent unchanged. */
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

/**
 * SQL of a record's version after a change: larger by `changes`, but at least the first version that the merchant's
 * records cannot have had before its data was restored.
 */
export const nextVersion = (version = 'version', changes = '1'): string =>
  `greatest(${version} + ${changes}, (select first from region.version_floors where company_id = $1))`;

/** Formats a column as RFC 3339, in UTC with milliseconds. */
export const instant = (column: string): string =>
  `to_char((${column}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
