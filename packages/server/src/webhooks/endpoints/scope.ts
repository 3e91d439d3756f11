import { type View, viewOf } from '../../changes/view.ts';
import { SCOPES } from '../../control/credentials/products.ts';
import type { Resource } from '../../database/changes/resources.ts';
import { BACK_OFFICE, type TenantScope } from '../../database/scope.ts';
import type { Reached } from './reach.ts';

/** Scope of a merchant's store for the app of an endpoint. */
export const scopeOf = (reached: Reached): TenantScope => ({
  companyId: reached.companyId,
  region: reached.region,
  cell: reached.cell,
  moving: reached.moving,
  currency: reached.currency,
  appId: reached.appId,
  appName: reached.appName,
  scopes: new Set(SCOPES[reached.product]),
  storeIds: reached.storeIds,
  correlationId: BACK_OFFICE.correlationId,
});

/** The changes that are sent to an endpoint. */
export const viewAt = (reached: Reached): View =>
  viewOf(scopeOf(reached), { resources: (reached.resources ?? undefined) as readonly Resource[] | undefined });
