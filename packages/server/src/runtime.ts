import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Control } from './control/control.ts';
import { FolderInUse } from './database/data-folder.ts';
import {
  type ControlDatabases,
  type DatabaseSet,
  type Databases,
  openControlPlane,
  openPostgres,
  openRegion,
  type Patience,
} from './database/database.ts';
import type { Origin } from './database/embedded.ts';
import { type RegionOptions, Regions } from './database/regions.ts';
import { openSecrets, type SecretStore } from './database/secrets.ts';
import type { Load, Waiting } from './pipeline/load.ts';
import type { RequestRecorder } from './pipeline/log-request.ts';
import { type Counters, MemoryCounters } from './process/counters.ts';
import type { Metrics } from './process/metrics.ts';
import { hasListener } from './process/socket-path.ts';
import { StartError } from './process/start-error.ts';
import { type Clock, systemClock } from './process/time.ts';
import type { Tracing } from './tracing.ts';

/** Parts shared in a process with a control plane: a server, a gateway, or a command that runs without a server. */
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

/** Parts that a server's hosts share in every role. */
export interface Serving {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly load: Load;
  readonly waits: Waiting;
  readonly recorder: RequestRecorder;
}

interface RuntimeOptions extends RegionOptions, Partial<Pick<Runtime, 'apiUrl' | 'webUrl' | 'clock' | 'counters'>> {
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

/** Longest wait, in milliseconds, for a command or a stopping server to release the data folder. */
const PATIENCE = 10_000;
const PAUSE = 100;

export interface Opening {
  /** Waits if the control plane's database is still starting. */
  readonly patience?: Patience | undefined;
  /** Initial content of a new embedded database. */
  readonly origin?: Origin;
}

export async function openForRole(config: Config, opening: Opening = {}): Promise<DatabaseSet> {
  const { role, region, databaseUrl = '', cellUrls } = config;
  if (role === 'gateway') return openControlPlane(databaseUrl, opening);
  if (role === 'region' && region) return openRegion(region, cellUrls, databaseUrl);
  return openDatabases(config, opening);
}

export async function openDatabases(
  { role, databaseUrl, cellUrls, dataDir }: Config,
  { patience, origin }: Opening = {},
): Promise<Databases> {
  if (role === 'region' && !databaseUrl)
    throw new StartError('A region has no control plane: run commands where DATABASE_URL is set.');
  if (databaseUrl) return openPostgres(databaseUrl, cellUrls, { patience });
  const { openFolder } = await import('./database/embedded.ts');
  for (const end = performance.now() + PATIENCE; ; await delay(PAUSE)) {
    try {
      return await openFolder(dataDir, origin);
    } catch (error) {
      const isOver = performance.now() > end || !(error instanceof FolderInUse);
      if (isOver || (await hasListener(dataDir))) throw error;
    }
  }
}

/** Waits, within the configured time, for a database that is starting, and prints its name. */
export const patienceOf = ({ startTimeout }: Config): Patience => ({
  seconds: startTimeout,
  onWait: (line) => process.stderr.write(`${line}\n`),
});
