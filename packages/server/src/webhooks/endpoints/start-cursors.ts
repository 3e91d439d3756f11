import type { Control } from '../../control/control.ts';
import { isUnavailable } from '../../database/failures.ts';
import type { Regions } from '../../database/regions.ts';
import { startCursor } from '../cells/cursors.ts';
import { merchantsOf } from './reach.ts';
import { scopeOf, viewAt } from './scope.ts';

/** Merchants whose cursors are started when an endpoint is added. */
const AT_ONCE = 1000;

/**
 * Starts a new endpoint at the present of its merchants. Those beyond the first thousand, and those of regions that are
 * unavailable, are started with their first change after the endpoint was added.
 */
export async function startAtPresent(
  { control, regions }: { readonly control: Control; readonly regions: Regions },
  endpointId: number,
): Promise<void> {
  const merchants = await merchantsOf(control.pool, endpointId, { limit: AT_ONCE }, control.clock());
  for (const merchant of merchants) {
    try {
      const start = { endpointId, view: viewAt(merchant), since: null };
      await regions.tenant(scopeOf(merchant)).write((tx) => startCursor(tx, start));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
}
