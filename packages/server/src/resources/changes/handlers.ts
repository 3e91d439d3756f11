import { toTimestamp } from '../../clock.ts';
import type { Change, ChangeList } from '../../contract/generated/types.gen.ts';
import type { ChangeCursors } from '../../storage/changes/cursor.ts';
import { readEnd } from '../../storage/changes/log-position.ts';
import { type ChangePage, type LoggedChange, readChanges } from '../../storage/changes/read.ts';
import type { Resource } from '../../storage/changes/resources.ts';
import { type View, viewOf } from '../../storage/changes/view.ts';
import type { JsonText } from '../../storage/statement.ts';
import type { TenantStore } from '../../storage/tenant.ts';
import type { Current } from '../current.ts';
import { type HandlerRequest, type Handlers, ok } from '../handlers.ts';

type Query = HandlerRequest<'listChanges'>['query'];

/** Most changes on a page with records. */
const MOST_RECORDS = 100;

type CurrentRecords = Readonly<Record<Resource, Current>>;

export function changeHandlers(cursors: ChangeCursors, current: CurrentRecords): Handlers<'listChanges'> {
  return {
    async listChanges({ query, tenant }) {
      const view = viewOf(tenant.scope, query);
      const { changes, next, hasMore } = await readPage(cursors, tenant, query, view);
      const records = query.include ? await recordsOf(current, tenant, changes) : undefined;
      const data = changes.map((change) => textOf(tenant, change, records));
      const nextCursor = cursors.encode(tenant.scope.companyId, next, view);
      return ok(`{"data":[${data}],"nextCursor":"${nextCursor}","hasMore":${hasMore}}` as JsonText<ChangeList>);
    },
  };
}

async function readPage(cursors: ChangeCursors, tenant: TenantStore, query: Query, view: View): Promise<ChangePage> {
  if (query.after === undefined) return { changes: [], next: await readEnd(tenant), hasMore: false };
  const after = cursors.decode(tenant.scope.companyId, query.after, view);
  const limit = query.include ? Math.min(query.limit, MOST_RECORDS) : query.limit;
  return readChanges(tenant, { after, limit, view });
}

/** JSON text of a change's present record. */
type RecordOf = (change: LoggedChange) => string;

/** Reads the records of each resource in one round trip. */
async function recordsOf(
  current: CurrentRecords,
  tenant: TenantStore,
  changes: readonly LoggedChange[],
): Promise<RecordOf> {
  const found = new Map<Resource, Awaited<ReturnType<Current>>>();
  for (const [resource, changed] of Map.groupBy(changes, (change) => change.resource))
    found.set(resource, await current[resource](tenant, changed));
  return (change) => found.get(change.resource)?.(change) ?? 'null';
}

function textOf({ scope }: TenantStore, change: LoggedChange, recordOf: RecordOf | undefined): string {
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
    storeIds: storeIds && visible(storeIds, scope.storeIds),
    businessDay: day,
  } satisfies Change;
  const text = JSON.stringify(shown);
  return recordOf ? `${text.slice(0, -1)},"record":${recordOf(change)}}` : text;
}

const visible = (ids: readonly number[], limited: readonly number[] | null | undefined): number[] =>
  ids.filter((id) => limited?.includes(id) ?? true);
