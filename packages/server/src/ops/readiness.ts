import type { Counters } from '../limits/counters.ts';
import type { Availability, Report } from '../storage/availability.ts';

/** True from when all handlers are attached until the stop begins. */
export interface Readiness {
  readonly accepting: boolean;
}

interface Answer extends Report {
  readonly status: 'ready' | 'not ready';
  readonly redis?: 'up' | 'away';
}

/**
 * The body of `/readyz`. Ready is an instance that answers for some region: without the control plane it can admit
 * nobody, and one region's outage takes no other with it. Redis is not needed.
 */
export async function readinessOf(
  readiness: Readiness,
  availability: Availability,
  { sharing }: Pick<Counters, 'sharing'>,
): Promise<Answer> {
  const report = await availability.check();
  const served = Object.values(report.regions).some(({ status }) => status === 'up');
  const ready = readiness.accepting && report.control.status === 'up' && served;
  return { status: ready ? 'ready' : 'not ready', ...report, ...(sharing && { redis: sharing.up ? 'up' : 'away' }) };
}
