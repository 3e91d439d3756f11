import type { Control } from '../../control/control.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { isUnavailable } from '../../database/failures.ts';
import type { Regions } from '../../database/regions.ts';
import { toTimestamp } from '../../process/clock.ts';
import { type Progress, progressOf } from '../cells/progress.ts';
import { merchantsOf, type Reached } from './reach.ts';

/** A merchant whose changes are sent to an endpoint. */
export interface EndpointMerchant {
  readonly companyId: number;
  readonly merchant: string;
  /** `unknown` while the merchant's region is unavailable. */
  readonly state: 'current' | 'waiting' | 'failing' | 'unknown';
  /** Writes after those that the endpoint has accepted, including any that the app may not see. */
  readonly behind: number;
  /** Instant of the first of them. */
  readonly behindSince: string | null;
  /** True if the endpoint has to be told to read everything again. */
  readonly resync: boolean;
  readonly failures: number;
  readonly failingSince: string | null;
  readonly nextAttemptAt: string | null;
}

interface Dependencies {
  readonly control: Control;
  readonly regions: Regions;
}

/** Merchants of an endpoint, in the order of their ids. */
export async function listMerchants(
  dependencies: Dependencies,
  endpointId: number,
  { limit, after }: PageRequest,
): Promise<Page<EndpointMerchant>> {
  const { control } = dependencies;
  const found = await merchantsOf(control.pool, endpointId, { after, limit: limit + 1 }, control.clock());
  const page = found.slice(0, limit);
  const progress = await progressOfAll(dependencies, page);
  return {
    data: page.map((reached) => merchantIn(reached, progress)),
    next: found.length > limit ? (page.at(-1)?.companyId ?? null) : null,
  };
}

type ProgressByCompany = ReadonlyMap<number, Progress | 'none' | 'unknown'>;

async function progressOfAll({ regions }: Dependencies, page: readonly Reached[]): Promise<ProgressByCompany> {
  const progress = new Map<number, Progress | 'none' | 'unknown'>();
  const byCell = Map.groupBy(page, ({ region, cell }) => `${region} ${cell}`);
  for (const merchants of byCell.values()) {
    const [first] = merchants as [Reached];
    try {
      const found = await progressOf(regions.poolOf(first), first.region, merchants);
      for (const { companyId } of merchants) progress.set(companyId, 'none');
      for (const each of found) progress.set(each.companyId, each);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      for (const { companyId } of merchants) progress.set(companyId, 'unknown');
    }
  }
  return progress;
}

const NOTHING = { behind: 0, behindSince: null, resync: false, failures: 0, failingSince: null, nextAttemptAt: null };

function merchantIn({ companyId, merchant }: Reached, progress: ProgressByCompany): EndpointMerchant {
  const found = progress.get(companyId) ?? 'unknown';
  if (found === 'unknown') return { companyId, merchant, state: 'unknown', ...NOTHING };
  if (found === 'none') return { companyId, merchant, state: 'current', ...NOTHING };
  const { behind, behindSince, resync, failures, failingSince, dueAt } = found;
  return {
    ...{ companyId, merchant, behind, failures, resync: resync !== null },
    state: failures > 0 ? 'failing' : behind > 0 || resync ? 'waiting' : 'current',
    behindSince: textOf(behindSince),
    failingSince: textOf(failingSince),
    nextAttemptAt: textOf(dueAt),
  };
}

const textOf = (instant: number | null): string | null => (instant === null ? null : toTimestamp(instant));
