import type { Logger } from 'pino';
import type { SharedDependencies } from '../app.ts';
import type { Clock, TestClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { loadContract } from '../contract/contract.ts';
import type { RegionLink } from '../gateway/region-link.ts';
import type { Load } from '../http/load.ts';
import type { RequestRecorder } from '../http/record-request.ts';
import type { Counters } from '../limits/counters.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { Readiness } from '../ops/ops-app.ts';
import type { Tracing } from '../ops/tracing.ts';
import type { Availability } from '../storage/availability.ts';
import type { DatabaseSet } from '../storage/database.ts';
import type { Region } from '../storage/region.ts';
import { Regions } from '../storage/regions.ts';
import type { RequestLog } from '../storage/request-log/request-log.ts';
import type { WebLimits } from '../web/kit/dependencies.ts';

/** Connections of a gateway to each region; empty in other roles. */
export type Links = ReadonlyMap<Region, RegionLink>;

/** The parts that every role is composed of. */
export interface Process {
  readonly config: Config;
  readonly urls: { readonly apiUrl: string; readonly webUrl: string };
  readonly databases: DatabaseSet;
  readonly availability: Availability;
  readonly clock: Clock;
  readonly testClock: TestClock | undefined;
  readonly counters: Counters;
  readonly guardReads: boolean;
  readonly links: Links;
  readonly load: Load;
  readonly log: Logger;
  readonly mailer: Mailer | undefined;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly recorder: RequestRecorder;
  readonly requestLog: RequestLog;
  readonly tracing: Tracing | undefined;
  readonly webLimits: WebLimits;
}

export async function sharedDependencies(
  process: Pick<Process, 'urls' | 'clock' | 'load' | 'log' | 'metrics' | 'recorder' | 'tracing'>,
): Promise<SharedDependencies> {
  const { urls, clock, load, log, metrics, recorder, tracing } = process;
  const contract = await loadContract(urls.apiUrl, urls.webUrl);
  return { apiUrl: urls.apiUrl, clock, contract, load, log, metrics, recorder, tracing };
}

export const regionsOf = ({ databases, availability, clock, guardReads }: Process): Regions =>
  new Regions(databases, clock, { guardReads, failureOf: availability.failureOf.bind(availability) });
