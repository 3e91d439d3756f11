import type { ImportOptions } from '../back-office/import/run-import.ts';
import type { Config } from '../config.ts';
import { COMMAND_LINE, OPERATOR } from '../control/actor.ts';
import { lacksRight } from '../database/access.ts';
import { Availability } from '../database/availability.ts';
import { FolderInUse, requireDatabase } from '../database/data-folder.ts';
import type { Databases } from '../database/database.ts';
import { databaseOf, isForbidden, toUnreachable } from '../database/failures.ts';
import { migrateControl, requireControlPlane } from '../database/migrate.ts';
import type { Operation } from '../operations/operation.ts';
import { ControlPlane, type InputOf, type OperationName, type OutputOf } from '../operations/operations.ts';
import { hasListener } from '../process/socket-path.ts';
import { StartError } from '../process/start-error.ts';
import { type Opening, openDatabases, openRuntime, type Runtime } from '../runtime.ts';
import { VERSION } from '../version.ts';
import { deliveryOf, SingleDeliveries } from '../webhooks/requests.ts';
import { AdminClient, type Server } from './admin-client.ts';

export type Open = typeof openDatabases;

/** The server named in the settings, or the one running on the data folder. */
export async function findServer({ adminServer, databaseUrl, dataDir }: Config): Promise<AdminClient | undefined> {
  if (adminServer) return new AdminClient(adminServer);
  return databaseUrl === undefined && (await hasListener(dataDir)) ? new AdminClient({ folder: dataDir }) : undefined;
}

/** Finds the server, or opens the databases without creating or migrating them. */
export async function serverOrDatabases(config: Config, opening: Opening = {}, open: Open = openDatabases) {
  const server = await findServer(config);
  if (server) return server;
  try {
    return await open(config, opening);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const startedMeanwhile = await findServer(config);
    if (startedMeanwhile) return startedMeanwhile;
    throw new StartError(
      `Another process uses the data folder ${config.dataDir} and takes no commands: a server that is starting or stopping, or another command. Try again in a moment.`,
      { cause: error },
    );
  }
}

/**
 * Runs `work` with the running server or, if there is none, with one that is started on the databases for this command.
 * Writing commands first create or migrate their databases; reading commands require a control plane of this version.
 */
export async function withServer<T>(
  config: Config,
  { access, cells }: Pick<Operation, 'access' | 'cells'>,
  work: (server: Server) => Promise<T>,
  open?: Open,
): Promise<T> {
  if (access === 'read' && config.databaseUrl === undefined && !config.adminServer) requireDatabase(config.dataDir);
  const found = await serverOrDatabases(config, {}, open);
  if (found instanceof AdminClient) return work(found);
  let availability: Availability | undefined;
  let mails: Awaited<ReturnType<typeof announcing>> | undefined;
  try {
    if (access === 'read') {
      await requireControlPlane(found);
      return await work(new CommandServer(openRuntime(config, found)));
    }
    if (cells) availability = await Availability.prepare(found);
    else await migrateControl(found);
    const failureOf = availability?.failureOf.bind(availability);
    mails = await announcing(openRuntime(config, found, { failureOf }), (error) =>
      process.stderr.write(`tillgate: A mail could not be sent: ${(error as Error).message}\n`),
    );
    return await work(new CommandServer(mails.runtime));
  } catch (error) {
    throw inWords(found, error);
  } finally {
    await mails?.close();
    availability?.close();
    await found.close();
  }
}

/** Turns a database error into one that tells the operator how to fix it. */
export function inWords({ control }: Databases, error: unknown): unknown {
  return isForbidden(error) ? lacksRight(databaseOf(error) ?? control, error) : toUnreachable(error, control);
}

/** A server for one command: it listens nowhere, migrates and sweeps nothing, and delivers no changes. */
export class CommandServer implements Server {
  readonly #runtime: Runtime;
  readonly #controlPlane: ControlPlane;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#controlPlane = controlPlaneOn(runtime);
  }

  call<Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>> {
    return this.#controlPlane.as(OPERATOR, COMMAND_LINE).call(name, input);
  }

  async importRecords(companyId: number, chunks: AsyncIterable<Uint8Array>, options: ImportOptions) {
    const { control, regions } = this.#runtime;
    const { importMerchant } = await import('../back-office/import/run-import.ts');
    return importMerchant({ pool: control.pool, regions, companyId }, chunks, options);
  }

  async writeArchive(file: string, companyId?: number): Promise<void> {
    const [{ dump, writeArchive }, { exportMerchant }] = await Promise.all([
      import('../database/backup.ts'),
      import('../operations/export-merchant.ts'),
    ]);
    const runtime = this.#runtime;
    const lines = companyId === undefined ? dump(runtime.databases, VERSION) : exportMerchant(runtime, companyId);
    return writeArchive(lines, file);
  }
}

/** The control plane in a process that delivers no changes. */
export const controlPlaneOn = (runtime: Runtime): ControlPlane =>
  new ControlPlane(runtime, new SingleDeliveries(deliveryOf(runtime)));

/** The runtime with a mailer for notices, if the settings have a mail server. `close` waits for mails being sent. */
export async function announcing(runtime: Runtime, onFailure: (error: unknown) => void) {
  const { config, control, webUrl } = runtime;
  if (!config.mail) return { runtime, close: async () => {} };
  const [{ Mailer }, { mailNotices }] = await Promise.all([
    import('../process/mailer.ts'),
    import('../pages/kit/notices.ts'),
  ]);
  const mailer = new Mailer(config.mail, onFailure);
  const announce = mailNotices({ pool: control.pool, mailer, name: config.brand.name, webUrl });
  return { runtime: { ...runtime, control: { ...control, announce } }, close: () => mailer.close() };
}
