import type { Counters } from '../limits/counters.ts';
import { type Availability, conditionsOf, type Report } from '../storage/availability.ts';

/** True from when all handlers are attached until the stop begins. */
export interface Readiness {
  readonly accepting: boolean;
}

interface Answer extends Report {
  readonly status: 'ready' | 'not ready';
  readonly redis?: 'up' | 'away';
}

/**
 * The body of `/readyz`, of what the process has. Ready is an instance that answers for some region: without the control
 * plane it can admit nobody, and one region's outage takes no other with it. A gateway has no region's database, and gives
 * tokens whether it reaches one or not. Redis is not needed.
 */
export async function readinessOf(
  readiness: Readiness,
  availability: Availability,
  { sharing }: Pick<Counters, 'sharing'>,
): Promise<Answer> {
  const report = await availability.check();
  const cells = conditionsOf(report);
  const served = cells.length === 0 || cells.some(([, { status }]) => status === 'up');
  const admits = !report.control || report.control.status === 'up';
  const ready = readiness.accepting && admits && served;
  return { status: ready ? 'ready' : 'not ready', ...report, ...(sharing && { redis: sharing.up ? 'up' : 'away' }) };
}
