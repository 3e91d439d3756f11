import type { ChangeList } from '../../contract/generated/types.gen.ts';
import type { ChangeCursors } from '../../storage/changes/cursor.ts';
import { readEnd } from '../../storage/changes/log-position.ts';
import { type ChangePage, type LoggedChange, readChanges } from '../../storage/changes/read.ts';
import type { Resource } from '../../storage/changes/resources.ts';
import { type View, viewOf } from '../../storage/changes/view.ts';
import type { JsonText } from '../../storage/statement.ts';
import type { TenantStore } from '../../storage/tenant.ts';
import type { Current } from '../current.ts';
import { type HandlerRequest, type Handlers, ok } from '../handlers.ts';
import { type RecordOf, textOf } from './change-text.ts';

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
      const data = changes.map((change) => textOf(tenant.scope, change, records));
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
