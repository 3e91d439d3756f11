import { type Statement, statement } from '../database/statement.ts';
import type { TenantStore } from '../database/tenant.ts';
import { findWholes, type Whole } from './whole.ts';

/** A record that changed; see LoggedChange. */
export interface Changed {
  readonly id: number;
  readonly storeIds: readonly number[] | null;
  readonly day: string | null;
}

/**
 * Reads the present records of one resource that changed, in one round trip. Finds the JSON text of each: undefined if the record
 * does not exist, null if it is too large to be read together with those before it.
 */
export type Current = (
  tenant: TenantStore,
  changed: readonly Changed[],
) => Promise<(changed: Changed) => string | null | undefined>;

/** Bytes of records of one resource that are read at once. */
export const MOST_BYTES = 512 * 1024;

const idsOf = (changed: readonly Changed[]): number[] => [...new Set(changed.map(({ id }) => id))];

/** The rows of a statement, without the texts of those that follow the first bytes in the order of the ids `$2`. */
function firstBytes({ name, text }: Statement, columns: readonly string[]): Statement {
  const size = columns.map((column) => `coalesce(octet_length("${column}"::text), 0)`).join(' + ');
  const shown = columns.map((column) => `case when upto - size < ${MOST_BYTES} then "${column}" end as "${column}"`);
  return statement(
    `${name}.first-bytes`,
    `select id, ${shown} from (
       select *, sum(size) over (order by array_position($2::bigint[], id)) as upto
       from (select *, ${size} as size from (${text}) found) sized) summed`,
  );
}

/** The statement returns the id and JSON text of the records with the ids `$2`. */
export function byId(findAll: Statement): Current {
  const find = firstBytes(findAll, ['doc']);
  return async (tenant, changed) => {
    const rows = await tenant.read<{ id: number; doc: string | null }>(find, [idsOf(changed)]);
    const docs = new Map(rows.map(({ id, doc }) => [id, doc]));
    return ({ id }) => docs.get(id);
  };
}

export function wholeById<R>(whole: Whole<R>): Current {
  const bounded = { ...whole, findAll: firstBytes(whole.findAll, ['doc', ...whole.members]) };
  return async (tenant, changed) => {
    const docs = await findWholes(tenant, bounded, idsOf(changed));
    return ({ id }) => docs.get(id);
  };
}
