import type { LoggedChange } from '../../changes/read.ts';
import type { Change } from '../../contract/generated/types.gen.ts';
import type { TenantScope } from '../../database/scope.ts';
import { toTimestamp } from '../../process/clock.ts';

/** JSON text of a change, as the app of the scope sees it, with the text of its present record. */
export function textOf(scope: TenantScope, change: LoggedChange, record?: string): string {
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
  return record === undefined ? text : `${text.slice(0, -1)},"record":${record}}`;
}

const visible = (ids: readonly number[], limited: readonly number[] | null | undefined): number[] =>
  ids.filter((id) => limited?.includes(id) ?? true);
