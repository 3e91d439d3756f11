import cluster from 'node:cluster';
import { type Config, readConfig } from '../config.ts';
import { Availability } from '../database/availability.ts';
import { type DatabaseSet, hasAll } from '../database/database.ts';
import { openLog } from '../process/log.ts';
import { systemClock } from '../process/time.ts';
import { openForRole, patienceOf } from '../runtime.ts';
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
import { stopSignal } from './workers.ts';

/** Prints the addresses of the service and the first steps. */
export async function introduce(config: Config, server: RunningServer): Promise<void> {
  const { apiUrl, webUrl, opsUrl, ports } = server;
  const lines = ['', `Tillgate is running${config.role ? ` as ${config.role}` : ''}.`];
  if (ports.api) lines.push(`  API        ${apiUrl}`, `  Reference  ${apiUrl.replace(/\/v1$/, '/docs')}`);
  if (ports.region) lines.push(`  Region     ${config.region}, for gateways at port ${ports.region}`);
  if (ports.web) lines.push(`  Web host   ${webUrl}`);
  lines.push(`  Operations ${opsUrl}/healthz`);
  const demo = config.databaseUrl ? undefined : await readDemoFile(config);
  if (demo) lines.push(...firstSteps(config, server, demo));
  process.stdout.write(`${[...lines, ''].join('\n')}\n`);
}

/** First steps with the demo. A demo.json of an earlier version, or an edited one, may lack parts. */
function firstSteps(config: Config, { apiUrl, webUrl }: RunningServer, demo: Partial<DemoFile>): string[] {
  const { developer, merchants: [merchant] = [] } = demo;
  const login = ({ email, password }: { readonly email: string; readonly password: string }) => [
    '',
    `  E-mail   ${email}`,
    `  Password ${password}`,
  ];
  const inConsole = `Make a first call in the browser: sign in at ${webUrl}/console, choose a sandbox merchant and press “See the records”.`;
  return [
    ...(developer ? ['', inConsole, ...login(developer)] : []),
    '',
    `Demo apps and merchants are in ${demoFileOf(config)}. Or mint a token for ${merchant?.name ?? 'a merchant'} from a shell:`,
    '',
    `  TOKEN=$(curl -s ${apiUrl}/token -H 'Content-Type: application/json' -d @${tokenRequestFileOf(config)} | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')`,
    `  curl -s '${apiUrl}/items?limit=1' -H "Authorization: Bearer $TOKEN"`,
    ...(merchant?.owner
      ? ['', `Sign in as the owner of ${merchant.name} at ${webUrl}/sign-in:`, ...login(merchant.owner)]
      : []),
  ];
}

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
