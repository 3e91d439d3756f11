import { OPERATION_SCOPES } from '../../contract/operation-scopes.ts';
import type { DatabasePool } from '../../database/pool.ts';
import type { Regions } from '../../database/regions.ts';
import { type MerchantUsage, usageOfMerchant } from '../../request-log/merchant-usage.ts';
import { LISTED_NAME } from '../apps/app-listing.ts';
import { DirectoryError } from '../directory-error.ts';
import { findMerchant } from './merchants.ts';

/** An app's use of one area of a merchant's data. */
export interface AreaActivity {
  /** The part of a scope before the dot, such as `items`. */
  readonly area: string;
  readonly reads: number;
  readonly writes: number;
  readonly rejected: number;
  /** A date in UTC. */
  readonly lastDay: string;
}

export interface AppActivity {
  readonly appId: number;
  readonly app: string;
  readonly areas: readonly AreaActivity[];
}

/** Each app's use of a merchant's data in the last 30 days, by area, latest first. */
export async function activityAt(
  pool: DatabasePool,
  regions: Regions,
  companyId: number,
  now: number,
): Promise<AppActivity[]> {
  const merchant = await findMerchant(pool, companyId);
  if (!merchant) throw new DirectoryError(`No such merchant: ${companyId}.`);
  const usage = await usageOfMerchant(regions, merchant, now);
  const byApp = Map.groupBy(usage, ({ appId }) => appId);
  const names = await namesOf(pool, [...byApp.keys()]);
  return [...byApp]
    .map(([appId, some]) => ({ appId, app: names.get(appId) ?? '', areas: areasOf(some) }))
    .sort((a, b) => (latest(a) < latest(b) ? 1 : -1));
}

const latest = ({ areas }: AppActivity): string => areas[0]?.lastDay ?? '';

async function namesOf(pool: DatabasePool, appIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await pool.query<{ id: number; name: string }>(
    `select a.id, ${LISTED_NAME} as name from control.apps a where a.id = any($1)`,
    [appIds],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function areasOf(usage: readonly MerchantUsage[]): AreaActivity[] {
  const byArea = Map.groupBy(usage, ({ operation }) => scopeOf(operation).split('.')[0] ?? '');
  return [...byArea].map(([area, some]) => areaOf(area, some)).sort((a, b) => (a.lastDay < b.lastDay ? 1 : -1));
}

/** Operations without a scope do not concern a merchant. */
const scopeOf = (operation: string): string => OPERATION_SCOPES.get(operation) ?? '';

function areaOf(area: string, usage: readonly MerchantUsage[]): AreaActivity {
  const sum = (field: 'succeeded' | 'rejected', rows: readonly MerchantUsage[]) =>
    rows.reduce((total, row) => total + row[field], 0);
  const writes = usage.filter(({ operation }) => scopeOf(operation).endsWith('.write'));
  const lastDay =
    usage
      .map((row) => row.lastDay)
      .sort()
      .at(-1) ?? '';
  const done = sum('succeeded', usage);
  const written = sum('succeeded', writes);
  return { area, reads: done - written, writes: written, rejected: sum('rejected', usage), lastDay };
}
