import type { DatabasePool } from '../../database/pool.ts';
import type { Asked, Regions } from '../../database/regions.ts';
import { firstDayOfUsage, type OperationUsage, usageOfOperations } from '../../request-log/operation-usage.ts';

/** An app's use of an operation, with the names of the app and its organization. */
export interface AppOperationUsage extends OperationUsage {
  readonly app: string;
  readonly organization: string;
}

export interface DeploymentUsage {
  /** First day of the counts, in UTC. */
  readonly since: string;
  readonly data: readonly AppOperationUsage[];
  readonly unavailable: Asked<unknown>['unavailable'];
}

/** Use of the API by operation and app in the last 30 days. */
export async function deploymentUsage(pool: DatabasePool, regions: Regions, now: number): Promise<DeploymentUsage> {
  const { usage, unavailable } = await usageOfOperations(regions, now);
  const { rows } = await pool.query<{ id: number; app: string; organization: string }>(
    `select a.id, a.name as app, o.name as organization
     from control.apps a join control.organizations o on o.id = a.organization_id where a.id = any($1)`,
    [[...new Set(usage.map(({ appId }) => appId))]],
  );
  const names = new Map(rows.map(({ id, ...app }) => [id, app]));
  const data = usage.map((row) => ({ ...row, ...(names.get(row.appId) ?? { app: '', organization: '' }) }));
  return { since: firstDayOfUsage(now), data, unavailable };
}
