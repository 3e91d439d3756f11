import { createServer } from 'node:net';
import { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { requireDatabase } from '../database/data-folder.ts';
import type { Finding } from '../database/inspect.ts';
import { table } from '../operations/text.ts';
import { StartError } from '../process/start-error.ts';
import { openRuntime } from '../runtime.ts';
import { AdminClient } from './admin-client.ts';
import { CommandServer, serverOrDatabases } from './connect.ts';
import type { CommandLine } from './operation-command.ts';

async function inspectRedis({ redisUrl }: Config): Promise<Finding> {
  const check = 'Redis';
  if (redisUrl === undefined) return { check, status: 'ok', found: 'not used: each instance counts by itself' };
  const { Redis } = await import('ioredis');
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: 2_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let cause: Error | undefined;
  redis.on('error', (error: Error) => {
    cause = error;
  });
  try {
    await redis.connect();
    await redis.ping();
    return { check, status: 'ok', found: 'answers' };
  } catch (error) {
    const { message } = cause ?? (error as Error);
    return { check, status: 'failed', found: `does not answer (${message})`, fix: 'Start it, or correct REDIS_URL.' };
  } finally {
    redis.disconnect();
  }
}

/** Opens a port briefly. A running server already has its ports open. */
async function inspectPort(setting: string, port: number, host: string | undefined, beside: boolean): Promise<Finding> {
  const check = `${setting} (${port})`;
  const code = await new Promise<string | undefined>((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    server.listen({ port, ...(host && { host }) }, () => server.close(() => resolve(undefined)));
  });
  if (code === undefined) return { check, status: 'ok', found: 'free' };
  if (code !== 'EADDRINUSE')
    return { check, status: 'failed', found: `cannot be opened (${code})`, fix: `Set ${setting} to another port.` };
  if (beside) return { check, status: 'ok', found: 'in use while the server runs' };
  const fix = `Stop the program that listens there, unless it is the server, or set ${setting} to another port.`;
  return { check, status: 'warning', found: 'in use', fix };
}

export function doctorCommand({ env, write }: CommandLine): Command {
  return new Command('doctor')
    .description('Check the databases, Redis, the ports and the disk, and say how to fix what is wrong.')
    .action(async function examine(this: Command) {
      const findings = await inspectAll(readConfig(env));
      const { json } = this.optsWithGlobals<{ json?: boolean }>();
      write(json ? `${JSON.stringify({ findings }, null, 2)}\n` : table({ data: findings, next: null }, COLUMNS));
      const failed = findings.filter(({ status }) => status === 'failed').length;
      if (failed > 0) throw new StartError(failed === 1 ? '1 check failed.' : `${failed} checks failed.`);
    });
}

const COLUMNS = {
  CHECK: 'check',
  STATUS: 'status',
  FOUND: ({ found, fix }: Finding) => (fix ? `${found}. ${fix}` : found),
} as const;

async function inspectAll(config: Config): Promise<Finding[]> {
  const { findings, beside } = await inspectDeployment(config).catch((error: unknown): Deployment => {
    if (!(error instanceof StartError)) throw error;
    return { findings: [{ check: 'database', status: 'failed', found: error.message }], beside: false };
  });
  const { adminServer, databaseUrl, keys, apiPort, webPort, opsPort, opsHost } = config;
  if (adminServer) return findings;
  // Only a deployment on PostgreSQL needs a key in its settings.
  if (databaseUrl !== undefined && keys.length === 0) {
    const fix = 'Set it to what `openssl rand -base64 32` prints, or to the key that the database has.';
    findings.push({ check: 'TILLGATE_KEY', status: 'failed', found: 'not set', fix });
  }
  findings.push(await inspectRedis(config));
  const ports = [
    inspectPort('TILLGATE_API_PORT', apiPort, undefined, beside),
    inspectPort('TILLGATE_WEB_PORT', webPort, undefined, beside),
    inspectPort('TILLGATE_OPS_PORT', opsPort, opsHost, beside),
  ];
  return [...findings, ...(await Promise.all(ports))];
}

interface Deployment {
  readonly findings: Finding[];
  /** True while a server is running. */
  readonly beside: boolean;
}

/** Inspects through the running server, if any, because it alone can use its embedded database. */
async function inspectDeployment(config: Config): Promise<Deployment> {
  if (config.databaseUrl === undefined && !config.adminServer) requireDatabase(config.dataDir);
  const found = await serverOrDatabases(config);
  if (found instanceof AdminClient) {
    const { findings } = await found.call('deployment.check', {});
    return { findings: [{ check: 'server', status: 'ok', found: 'running' }, ...findings], beside: true };
  }
  try {
    const server = new CommandServer(openRuntime(config, found));
    return { findings: [...(await server.call('deployment.check', {})).findings], beside: false };
  } finally {
    await found.close();
  }
}
