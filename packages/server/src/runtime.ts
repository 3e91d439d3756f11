import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Control } from './control/control.ts';
import type { ControlDatabases } from './database/database.ts';
import { type RegionOptions, Regions } from './database/regions.ts';
import { openSecrets, type SecretStore } from './database/secrets.ts';
import type { Load, Waiting } from './pipeline/load.ts';
import type { RequestRecorder } from './pipeline/log-request.ts';
import { type Counters, MemoryCounters } from './process/counters.ts';
import type { Metrics } from './process/metrics.ts';
import { type Clock, systemClock } from './process/time.ts';
import type { Tracing } from './tracing.ts';

/** What the parts of a process with a control plane share: a server, a gateway, or a command that runs without a server. */
export interface Runtime {
  readonly config: Config;
  /** {base_url}, ending in /v1. */
  readonly apiUrl: string;
  /** {auth_url}, the origin of the pages. */
  readonly webUrl: string;
  readonly clock: Clock;
  readonly counters: Counters;
  readonly databases: ControlDatabases;
  readonly control: Control;
  /** Stores of merchants. A gateway has none. */
  readonly regions: Regions;
  secrets(): Promise<SecretStore>;
}

/** What the hosts of a server share in addition, whatever its role. */
export interface Serving {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly load: Load;
  readonly waits: Waiting;
  readonly recorder: RequestRecorder;
}

interface RuntimeOptions extends RegionOptions {
  readonly apiUrl?: string;
  readonly webUrl?: string;
  readonly clock?: Clock;
  readonly counters?: Counters;
  /** Sends notices; absent if mail cannot be sent. */
  readonly announce?: Control['announce'];
}

/** Creates the runtime on open databases. Its URLs are by default those of a server with these settings. */
export function openRuntime(
  config: Config,
  databases: ControlDatabases,
  {
    apiUrl = `${config.apiUrl ?? `http://localhost:${config.apiPort}`}/v1`,
    webUrl = config.webUrl ?? `http://localhost:${config.webPort}`,
    clock = systemClock,
    counters = new MemoryCounters(clock),
    announce,
    ...ofRegions
  }: RuntimeOptions = {},
): Runtime {
  let opening: Promise<SecretStore> | undefined;
  return {
    config,
    apiUrl,
    webUrl,
    clock,
    counters,
    databases,
    control: { pool: databases.control, clock, announce },
    regions: new Regions(databases, clock, ofRegions),
    secrets() {
      opening ??= openSecrets(config.keys, databases).catch((error) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
  };
}
