import { type ChangeCursors, viewOf } from '../changes/cursor.ts';
import { type LogPosition, readEnd } from '../changes/log.ts';
import { type LoggedChange, readChanges } from '../changes/read.ts';
import { waitForChanges } from '../changes/wait.ts';
import { RESOURCE_SCOPES } from '../contract/generated/changes.gen.ts';
import type { Change, ChangeList } from '../contract/generated/types.gen.ts';
import type { Resource } from '../database/change-log.ts';
import { type JsonText, type Statement, statement, type TenantScope } from '../database/statement.ts';
import type { TenantStore } from '../database/tenant.ts';
import { notFound, scopeDenied } from '../errors.ts';
import { toTimestamp } from '../process/time.ts';
import { type HandlerRequest, type Handlers, ok } from './handlers.ts';
import { withMembers } from './record.ts';

/** JSON text of a change as the scope's app sees it, with the text of its current record. */
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

type Changed = Pick<LoggedChange, 'id' | 'storeIds' | 'day'>;

/**
 * Reads the current records of one resource's changes in one round trip. Finds the JSON text of each: undefined if the
 * record does not exist, null if it is too large to be read together with the ones before it.
 */
export type Current = (
  tenant: TenantStore,
  changed: readonly Changed[],
) => Promise<(changed: Changed) => string | null | undefined>;

/** Bytes of one resource's records that are read at once. */
const MOST_BYTES = 512 * 1024;

/** Reads records by id, without the texts after the first bytes. `findAll` selects the records with the ids `$2`. */
export function currentOf({ findAll, members = [] }: { findAll: Statement; members?: readonly string[] }): Current {
  const columns = ['doc', ...members];
  const size = columns.map((column) => `coalesce(octet_length("${column}"::text), 0)`).join(' + ');
  const shown = columns.map((column) => `case when upto - size < ${MOST_BYTES} then "${column}" end as "${column}"`);
  const find = statement(
    `${findAll.name}.first-bytes`,
    `select id, ${shown} from (
       select *, sum(size) over (order by array_position($2::bigint[], id)) as upto
       from (select *, ${size} as size from (${findAll.text}) found) sized) summed`,
  );
  return async (tenant, changed) => {
    const ids = [...new Set(changed.map(({ id }) => id))];
    const rows = await tenant.read<{ id: number; doc: string | null }>(find, [ids]);
    const texts = rows.map(({ id, doc, ...row }) => {
      const isWhole = doc === null || members.length === 0;
      return [id, isWhole ? doc : withMembers({ ...row, doc }, members)] as const;
    });
    const docs = new Map<number, string | null>(texts);
    return ({ id }) => docs.get(id);
  };
}

const STORES = statement(
  'changes.stores',
  'select id from region.stores where company_id = $1 and id = any($2::bigint[])',
);

export function changeHandlers(
  cursors: ChangeCursors,
  current: Readonly<Record<Resource, Current>>,
): Handlers<'listChanges'> {
  return {
    async listChanges({ query, tenant, waiting, aside }) {
      const { companyId, appId, storeIds } = tenant.scope;
      const view = viewOf(tenant.scope, query);
      if (view.resources === 0 && query.resources) {
        const scopes = [...new Set(query.resources.map((resource) => RESOURCE_SCOPES[resource]))].join(' ');
        throw scopeDenied(scopes, `These resources require other scopes: ${scopes}.`);
      }
      if (query.after === undefined && query.storeId?.length) {
        const stores = new Set((await tenant.read<{ id: number }>(STORES, [query.storeId])).map(({ id }) => id));
        const unseen = query.storeId.find((id) => !stores.has(id) || storeIds?.includes(id) === false);
        if (unseen !== undefined) throw notFound('store', unseen);
      }
      const after = query.after === undefined ? undefined : cursors.decode(companyId, query.after, view);
      const read = (place: LogPosition) => readPage(tenant, { after: place, view }, query, current);
      const endOfLog = async () => ({ changes: [], data: '', next: await readEnd(tenant), hasMore: false });
      const { data, next, hasMore } = await (after === undefined
        ? endOfLog()
        : query.wait > 0
          ? waitForChanges(tenant, {
              after,
              view,
              read,
              waiting,
              aside,
              // Everything that a page depends on, except the position in the log.
              key: JSON.stringify([companyId, appId, storeIds, query.include, query.limit, view]),
              milliseconds: query.wait * 1000,
            })
          : read(after));
      const nextCursor = cursors.encode(companyId, next, view);
      return ok(`{"data":[${data}],"nextCursor":"${nextCursor}","hasMore":${hasMore}}` as JsonText<ChangeList>);
    },
  };
}

type Query = HandlerRequest<'listChanges'>['query'];

/** Maximum number of changes on a page with records. */
const MOST_RECORDS = 100;

/** Reads a page with the JSON texts of its changes, joined by commas. A page with large records ends early. */
async function readPage(
  tenant: TenantStore,
  from: Pick<Parameters<typeof readChanges>[1], 'after' | 'view'>,
  { include, limit }: Query,
  current: Readonly<Record<Resource, Current>>,
) {
  const page = await readChanges(tenant, { ...from, limit: include ? Math.min(limit, MOST_RECORDS) : limit });
  const { changes } = page;
  if (!include) return { ...page, data: changes.map((change) => changeText(tenant.scope, change)).join() };
  // The records of each resource are read in one round trip.
  const found = new Map<Resource, Awaited<ReturnType<Current>>>();
  for (const [resource, changed] of Map.groupBy(changes, (change) => change.resource))
    found.set(resource, await current[resource](tenant, changed));
  const texts: string[] = [];
  let bytes = 0;
  for (const change of changes) {
    const record = found.get(change.resource)?.(change);
    if (record === null || bytes >= MOST_BYTES) break;
    texts.push(changeText(tenant.scope, change, record ?? 'null'));
    bytes += record?.length ?? 0;
  }
  const isWhole = texts.length === changes.length;
  return { ...(isWhole ? page : await readChanges(tenant, { ...from, limit: texts.length })), data: texts.join() };
}
