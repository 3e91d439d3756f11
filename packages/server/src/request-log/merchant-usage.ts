import { type CellId, cellName } from '../database/cells.ts';
import { Unavailable } from '../database/failures.ts';
import type { Regions } from '../database/regions.ts';
import { inSchemaOf } from '../process/region.ts';
import { LOG_LIFETIME_DAYS } from './logged-request.ts';

/** Requests of an app for one merchant, by operation. */
export interface MerchantUsage {
  readonly appId: number;
  readonly operation: string;
  readonly succeeded: number;
  readonly rejected: number;
  /** Latest day of such a request, in UTC. */
  readonly lastDay: string;
}

const USAGE = `
  select app_id as "appId", operation, coalesce(sum(requests) filter (where status < 400), 0)::bigint as succeeded,
    coalesce(sum(requests) filter (where status >= 400), 0)::bigint as rejected, max(day)::text as "lastDay"
  from (
    select app_id, operation, status, requests, day from region.usage_days where merchant_id = $1 and day >= $2
    union all
    select app_id, operation, status, requests, (minute at time zone 'UTC')::date
    from region.usage_minutes where merchant_id = $1) c
  group by 1, 2 order by 1, 2`;

/**
 * Requests of apps for a merchant in the last 30 days, including counts left in a cell it moved from. Throws an
 * Unavailable if the merchant's own cell is unavailable; skips other unavailable cells.
 */
export async function usageOfMerchant(
  regions: Regions,
  merchant: CellId & { readonly companyId: number },
  now: number,
): Promise<MerchantUsage[]> {
  const since = new Date(now - LOG_LIFETIME_DAYS * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const sql = inSchemaOf(merchant.region, USAGE);
  const { answers, unavailable } = await regions.ask(
    async (pool) => (await pool.query<MerchantUsage>(sql, [merchant.companyId, since])).rows,
    merchant.region,
  );
  if (unavailable.includes(cellName(merchant))) throw new Unavailable('unavailable');
  return answers.flat();
}
