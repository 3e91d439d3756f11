import type { Config } from '../config.ts';
import { COMMAND_LINE, OPERATOR } from '../control/actor.ts';
import type { Control } from '../control/control.ts';
import { lacksRight } from '../database/access.ts';
import { Availability } from '../database/availability.ts';
import { FolderInUse, requireDatabase } from '../database/data-folder.ts';
import type { Databases } from '../database/database.ts';
import { databaseOf, isForbidden, toUnreachable } from '../database/failures.ts';
import { migrateControl, requireControlPlane } from '../database/migrate.ts';
import type { DatabasePool } from '../database/pool.ts';
import { type RegionOptions, Regions } from '../database/regions.ts';
import { openSecrets } from '../database/secrets.ts';
import { SandboxTokens } from '../oauth/sandbox-tokens.ts';
import { type Opening, openDatabases } from '../open-databases.ts';
import type { Operation } from '../operations/operation.ts';
import { ControlPlane, type Operations } from '../operations/operations.ts';
import { MemoryCounters } from '../process/counters.ts';
import { hasListener } from '../process/socket-path.ts';
import { StartError } from '../process/start-error.ts';
import { systemClock } from '../process/time.ts';
import { deliveryParts, SingleDeliveries } from '../webhooks/requests.ts';
import { AdminClient, type ServerAddress } from './admin-client.ts';

/** Mails login notices from a process without a web host. */
export interface Announcer {
  readonly announce: NonNullable<Control['announce']>;
  /** Waits for mails that are being sent. */
  close(): Promise<void>;
}

/** Returns undefined without a mail server in the settings. */
export async function openAnnouncer(
  config: Config,
  pool: DatabasePool,
  onFailure: (error: unknown) => void,
): Promise<Announcer | undefined> {
  const { mail, brand } = config;
  if (!mail) return undefined;
  const [{ Mailer }, { mailNotices }] = await Promise.all([
    import('../process/mailer.ts'),
    import('../pages/kit/notices.ts'),
  ]);
  const mailer = new Mailer(mail, onFailure);
  const announce = mailNotices({ pool, mailer, name: brand.name, webUrl: webUrlOf(config) });
  return { announce, close: () => mailer.close() };
}

/** {base_url} of a deployment whose API is in another process. */
const apiUrlOf = ({ apiUrl, apiPort }: Config): string => `${apiUrl ?? `http://localhost:${apiPort}`}/v1`;

/** {auth_url} of a deployment whose web host is in another process. */
const webUrlOf = ({ webUrl, webPort }: Config): string => webUrl ?? `http://localhost:${webPort}`;

/** Target of a command: a running server, or the databases. */
export type Workplace =
  | { readonly server: ServerAddress; close(): Promise<void> }
  | { readonly databases: Databases; close(): Promise<void> };

/** Opens the databases of the settings. */
export type Open = typeof openDatabases;

interface Found extends Opening {
  readonly open?: Open | undefined;
}

/** Finds the server, or opens the databases without creating or migrating them. */
export async function findWorkplace(
  config: Config,
  { open = openDatabases, ...options }: Found = {},
): Promise<Workplace> {
  const server = await findServer(config);
  if (server) return besideServer(server);
  try {
    const databases = await open(config, options);
    return { databases, close: () => databases.close() };
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    // A server has started meanwhile.
    const started = await findServer(config);
    if (!started) throw busy(config, error);
    return besideServer(started);
  }
}

const besideServer = (server: ServerAddress): Workplace => ({ server, close: async () => {} });

const busy = ({ dataDir }: Config, cause: Error): StartError =>
  new StartError(
    `Another process uses the data folder ${dataDir} and takes no commands: a server that is starting or stopping, or another command. Try again in a moment.`,
    { cause },
  );

/** The server named in the settings, or the one running on the data folder. */
export async function findServer({ adminServer, databaseUrl, dataDir }: Config): Promise<ServerAddress | undefined> {
  if (adminServer) return adminServer;
  return databaseUrl === undefined && (await hasListener(dataDir)) ? { folder: dataDir } : undefined;
}

interface Place extends Found {
  /** Requires an existing database. */
  readonly existing?: boolean;
}

/** Runs `work` at the server or on the databases, with errors that tell the operator how to fix them. */
export async function atWorkplace<T>(
  config: Config,
  { existing, ...opening }: Place,
  work: (place: Workplace) => Promise<T>,
): Promise<T> {
  if (existing && config.databaseUrl === undefined && !config.adminServer) requireDatabase(config.dataDir);
  const place = await findWorkplace(config, opening);
  try {
    return await work(place);
  } catch (error) {
    throw 'databases' in place ? inWords(place.databases, error) : error;
  } finally {
    await place.close();
  }
}

/**
 * Runs `work` with the operator's operations. Without a server, operations that write first create
 * or migrate their databases; operations that only read require a control plane of this version.
 */
export const withOperations = <T>(
  config: Config,
  { access, cells }: Pick<Operation, 'access' | 'cells'>,
  work: (operations: Operations) => Promise<T>,
  open?: Open,
): Promise<T> =>
  atWorkplace(config, { existing: access === 'read', open }, async (place) => {
    if ('server' in place) return work(new AdminClient(place.server));
    const { databases } = place;
    if (access === 'read') {
      await requireControlPlane(databases);
      return work(operationsOn(databases, config));
    }
    return prepared(databases, cells === true, (failureOf) =>
      announcing(config, databases, (announce) => work(operationsOn(databases, config, { announce, failureOf }))),
    );
  });

/** Migrates the control plane and, with `cells`, each available cell. Failures of the others are passed to `work`. */
export async function prepared<T>(
  databases: Databases,
  cells: boolean,
  work: (failureOf: RegionOptions['failureOf']) => Promise<T>,
): Promise<T> {
  if (!cells) {
    await migrateControl(databases);
    return work(undefined);
  }
  const availability = await Availability.prepare(databases);
  return work((cell) => availability.failureOf(cell)).finally(() => availability.close());
}

/** Runs `work` with a mailer for login notices, then waits until they are sent. */
async function announcing<T>(
  config: Config,
  { control }: Databases,
  work: (announce: Control['announce']) => Promise<T>,
): Promise<T> {
  const announcer = await openAnnouncer(config, control, (error) =>
    process.stderr.write(`tillgate: A mail could not be sent: ${(error as Error).message}\n`),
  );
  try {
    return await work(announcer?.announce);
  } finally {
    await announcer?.close();
  }
}

/** Control plane on open databases, without a server. */
export function controlPlaneOn(
  databases: Databases,
  config: Config,
  {
    announce,
    clock = systemClock,
    failureOf,
  }: Partial<Pick<Control, 'announce' | 'clock'>> & Pick<RegionOptions, 'failureOf'> = {},
): ControlPlane {
  const control = { pool: databases.control, clock, announce };
  const regions = new Regions(databases, clock, { failureOf });
  const secrets = () => openSecrets(config.keys, databases);
  return new ControlPlane({
    control,
    counters: new MemoryCounters(clock),
    databases,
    deliveries: new SingleDeliveries(deliveryParts(config, { control, databases, regions, secrets })),
    regions,
    tokens: new SandboxTokens(secrets, apiUrlOf(config), clock),
    webUrl: webUrlOf(config),
    secrets,
  });
}

export const operationsOn = (...parts: Parameters<typeof controlPlaneOn>): Operations =>
  controlPlaneOn(...parts).as(OPERATOR, COMMAND_LINE);

/** Turns a database error into one that tells the operator how to fix it. */
export function inWords({ control }: Databases, error: unknown): unknown {
  return isForbidden(error) ? lacksRight(databaseOf(error) ?? control, error) : toUnreachable(error, control);
}
