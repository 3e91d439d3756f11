import type { LoggedChange } from '../changes/read.ts';
import type { Change } from '../contract/generated/types.gen.ts';
import { type Statement, statement, type TenantScope } from '../database/statement.ts';
import type { TenantStore } from '../database/tenant.ts';
import { toTimestamp } from '../process/time.ts';
import { findWholes, type Whole } from './whole.ts';

/** JSON text of a change, as the app of the scope sees it, with the text of its present record. */
export function changeText(scope: TenantScope, change: LoggedChange, record?: string): string {
  const { position, resource, id, version, kind, properties, storeIds, day, appId } = change;
  const isOwn = appId === scope.appId;
  const shown = {
    position,
    resource,
    id,
    version,
    kind,
    properties: [...properties],
    by: isOwn ? 'thisApp' : appId === 0 ? 'backOffice' : 'otherApp',
    at: toTimestamp(change.at),
    correlationId: isOwn ? change.correlationId : null,
    storeIds: storeIds?.filter((id) => scope.storeIds?.includes(id) ?? true) ?? null,
    businessDay: day,
  } satisfies Change;
  const text = JSON.stringify(shown);
  return record === undefined ? text : `${text.slice(0, -1)},"record":${record}}`;
}

/** A record that changed; see LoggedChange. */
interface Changed {
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
