import cluster from 'node:cluster';
import { type Config, readConfig } from '../config.ts';
import { Availability } from '../database/availability.ts';
import { type DatabaseSet, hasAll } from '../database/database.ts';
import { openForRole, patienceOf } from '../open-databases.ts';
import { openLog } from '../process/log.ts';
import { systemClock } from '../process/time.ts';
import { type RunningServer, startServer } from '../server.ts';
import {
  completeDemo,
  type DemoFile,
  demoFileOf,
  openForDemo,
  readDemoFile,
  seedIfEmpty,
  tokenRequestFileOf,
} from './seed.ts';
import { stopSignal } from './stop-signal.ts';

/** Prints the addresses of the service and the first steps. */
export async function introduce(config: Config, server: RunningServer): Promise<void> {
  const { apiUrl, webUrl, opsUrl } = server;
  const demo = config.databaseUrl ? undefined : await readDemoFile(config);
  const lines = [
    '',
    `Tillgate is running${config.role ? ` as ${config.role}` : ''}.`,
    ...hosts(server, config),
    `  Operations ${opsUrl}/healthz`,
    ...(demo ? [...developerConsole(webUrl, demo), ...firstCall(config, apiUrl, demo), ...signIn(webUrl, demo)] : []),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const hosts = ({ apiUrl, webUrl, ports }: RunningServer, { region }: Config): string[] => [
  ...(ports.api ? [`  API        ${apiUrl}`, `  Reference  ${apiUrl.replace(/\/v1$/, '/docs')}`] : []),
  ...(ports.region ? [`  Region     ${region}, for gateways at port ${ports.region}`] : []),
  ...(ports.web ? [`  Web host   ${webUrl}`] : []),
];

/** A demo.json of an earlier version, or an edited one, may lack parts. */
type Parts = Partial<DemoFile>;

const developerConsole = (webUrl: string, { developer }: Parts): string[] =>
  developer
    ? [
        '',
        `Make a first call in the browser: sign in at ${webUrl}/console, choose a sandbox merchant and press “See the records”.`,
        '',
        `  E-mail   ${developer.email}`,
        `  Password ${developer.password}`,
      ]
    : [];

const firstCall = (config: Config, apiUrl: string, { merchants: [merchant] = [] }: Parts): string[] => [
  '',
  `Demo apps and merchants are in ${demoFileOf(config)}. Or mint a token for ${merchant?.name ?? 'a merchant'} from a shell:`,
  '',
  `  TOKEN=$(curl -s ${apiUrl}/token -H 'Content-Type: application/json' -d @${tokenRequestFileOf(config)} | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')`,
  `  curl -s '${apiUrl}/items?limit=1' -H "Authorization: Bearer $TOKEN"`,
];

const signIn = (webUrl: string, { merchants: [merchant] = [] }: Parts): string[] =>
  merchant?.owner
    ? [
        '',
        `Sign in as the owner of ${merchant.name} at ${webUrl}/sign-in:`,
        '',
        `  E-mail   ${merchant.owner.email}`,
        `  Password ${merchant.owner.password}`,
      ]
    : [];

/** Serves until SIGINT or SIGTERM. Seeds an empty embedded database with the demo first. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  const patience = patienceOf(config);
  const databases = config.role
    ? await openForRole(config, { patience })
    : await openForDemo(config, systemClock, patience);
  const server = await start(config, databases).catch(async (error) => {
    await databases.close();
    throw error;
  });
  const stopped = stopSignal();
  if (cluster.isPrimary) await introduce(config, server);
  await stopped;
  await server.stop();
}

async function start(config: Config, databases: DatabaseSet): Promise<RunningServer> {
  const log = await openLog(systemClock);
  const availability = await Availability.prepare(databases, {
    onFailure: (cell, err) => log.warn({ err, cell }, 'the cell is not available yet'),
    onServed: (cell) => log.info({ cell }, 'the cell is available'),
  });
  if (databases.kind === 'embedded' && hasAll(databases)) {
    const isSeeded = await seedIfEmpty(databases, config, systemClock);
    if (!isSeeded) await completeDemo(databases, config, systemClock);
  }
  if (config.workers === 1) return startServer(config, databases, { log, availability });
  const { serveAsWorker, serveWithWorkers } = await import('./serve-workers.ts');
  return (cluster.isWorker ? serveAsWorker : serveWithWorkers)(config, databases, { log, availability });
}
