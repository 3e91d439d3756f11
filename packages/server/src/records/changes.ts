import { type ChangeCursors, type View, viewOf } from '../changes/cursor.ts';
import { type LogPosition, readEnd } from '../changes/log.ts';
import { type ChangePage, type LoggedChange, type PageRequest, readChanges } from '../changes/read.ts';
import { waitForChanges } from '../changes/wait.ts';
import { RESOURCE_SCOPES } from '../contract/generated/changes.gen.ts';
import type { ChangeList } from '../contract/generated/types.gen.ts';
import type { Resource } from '../database/change-log.ts';
import { type JsonText, statement } from '../database/statement.ts';
import type { TenantStore } from '../database/tenant.ts';
import { notFound, scopeDenied } from '../errors.ts';
import { type Current, changeText, MOST_BYTES } from './feed.ts';
import { type HandlerRequest, type Handlers, ok } from './handlers.ts';

type Query = HandlerRequest<'listChanges'>['query'];

/** Most changes on a page with records. */
const MOST_RECORDS = 100;

type CurrentRecords = Readonly<Record<Resource, Current>>;

export function changeHandlers(cursors: ChangeCursors, current: CurrentRecords): Handlers<'listChanges'> {
  return {
    async listChanges({ query, tenant, waiting, aside }) {
      const view = viewOf(tenant.scope, query);
      refuseUnreadable(view, query);
      if (query.after === undefined) await refuseUnseenStores(tenant, query);
      const { companyId, appId, storeIds } = tenant.scope;
      const after = query.after === undefined ? undefined : cursors.decode(companyId, query.after, view);
      const read = (place: LogPosition) => readPage(current, tenant, query, { after: place, view });
      const { data, next, hasMore } = await (after === undefined
        ? endOfLog(tenant)
        : query.wait > 0
          ? waitForChanges(tenant, {
              after,
              view,
              read,
              waiting,
              aside,
              // What a page depends on beside the place in the log.
              key: JSON.stringify([companyId, appId, storeIds, query.include, query.limit, view]),
              milliseconds: query.wait * 1000,
            })
          : read(after));
      const nextCursor = cursors.encode(companyId, next, view);
      return ok(`{"data":[${data}],"nextCursor":"${nextCursor}","hasMore":${hasMore}}` as JsonText<ChangeList>);
    },
  };
}

/** Rejects a request that could never list anything. */
function refuseUnreadable(view: View, { resources }: Query): void {
  if (view.resources !== 0 || !resources) return;
  const scopes = [...new Set(resources.map((resource) => RESOURCE_SCOPES[resource]))].join(' ');
  throw scopeDenied(scopes, `These resources require other scopes: ${scopes}.`);
}

const STORES = statement(
  'changes.stores',
  'select id from region.stores where company_id = $1 and id = any($2::bigint[])',
);

async function refuseUnseenStores(tenant: TenantStore, { storeId = [] }: Query): Promise<void> {
  if (storeId.length === 0) return;
  const stores = new Set((await tenant.read<{ id: number }>(STORES, [storeId])).map(({ id }) => id));
  const unseen = storeId.find((id) => !stores.has(id) || tenant.scope.storeIds?.includes(id) === false);
  if (unseen !== undefined) throw notFound('store', unseen);
}

/** A page with the JSON text of its changes, between commas. */
type ShownPage = ChangePage & { readonly data: string };

const endOfLog = async (tenant: TenantStore): Promise<ShownPage> => ({
  changes: [],
  data: '',
  next: await readEnd(tenant),
  hasMore: false,
});

async function readPage(
  current: CurrentRecords,
  tenant: TenantStore,
  { include, limit }: Query,
  from: Pick<PageRequest, 'after' | 'view'>,
): Promise<ShownPage> {
  const page = await readChanges(tenant, { ...from, limit: include ? Math.min(limit, MOST_RECORDS) : limit });
  const { changes } = page;
  if (!include) return { ...page, data: changes.map((change) => changeText(tenant.scope, change)).join() };
  const texts = firstTexts(tenant, changes, await recordsOf(current, tenant, changes));
  if (texts.length === changes.length) return { ...page, data: texts.join() };
  const shorter = await readChanges(tenant, { ...from, limit: texts.length });
  return { ...shorter, data: texts.join() };
}

/** Texts of the first changes, and at least of one: a page ends early if its records are large. */
function firstTexts({ scope }: TenantStore, changes: readonly LoggedChange[], recordOf: RecordOfChange): string[] {
  const texts: string[] = [];
  let bytes = 0;
  for (const change of changes) {
    const record = recordOf(change);
    if (record === null || bytes >= MOST_BYTES) break;
    texts.push(changeText(scope, change, record ?? 'null'));
    bytes += record?.length ?? 0;
  }
  return texts;
}

type RecordOf = Awaited<ReturnType<Current>>;
type RecordOfChange = (change: LoggedChange) => ReturnType<RecordOf>;

/** Reads the records of each resource in one round trip. */
async function recordsOf(
  current: CurrentRecords,
  tenant: TenantStore,
  changes: readonly LoggedChange[],
): Promise<RecordOfChange> {
  const found = new Map<Resource, RecordOf>();
  for (const [resource, changed] of Map.groupBy(changes, (change) => change.resource))
    found.set(resource, await current[resource](tenant, changed));
  return (change) => found.get(change.resource)?.(change);
}
