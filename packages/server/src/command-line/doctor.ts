import { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { requireDatabase } from '../database/data-folder.ts';
import type { Finding } from '../database/inspect.ts';
import { table } from '../operations/command-line/text.ts';
import { StartError } from '../process/start-error.ts';
import { AdminClient } from './admin-client.ts';
import { findWorkplace, operationsOn } from './connect.ts';
import { inspectPorts, inspectRedis } from './inspect-network.ts';
import type { CommandLine } from './operation-command.ts';

export function doctorCommand({ env, write }: CommandLine): Command {
  return new Command('doctor')
    .description('Check the databases, Redis, the ports and the disk, and say how to fix what is wrong.')
    .action(async function examine(this: Command) {
      const findings = await inspectAll(readConfig(env));
      const { json } = this.optsWithGlobals<{ json?: boolean }>();
      write(json ? `${JSON.stringify({ findings }, null, 2)}\n` : inTable(findings));
      const failed = findings.filter(({ status }) => status === 'failed').length;
      if (failed > 0) throw new StartError(failed === 1 ? '1 check failed.' : `${failed} checks failed.`);
    });
}

const inTable = (findings: readonly Finding[]): string =>
  table(
    { data: findings, next: null },
    { CHECK: 'check', STATUS: 'status', FOUND: ({ found, fix }) => (fix ? `${found}. ${fix}` : found) },
  );

async function inspectAll(config: Config): Promise<Finding[]> {
  const { findings, beside } = await inspectDeployment(config).catch(asFinding);
  if (config.adminServer) return findings;
  const key = inspectKey(config);
  return [...findings, ...key, ...(await inspectRedis(config)), ...(await inspectPorts(config, beside))];
}

/** Only a deployment on PostgreSQL needs a key in its settings. */
function inspectKey({ databaseUrl, keys }: Config): Finding[] {
  if (databaseUrl === undefined || keys.length > 0) return [];
  const fix = 'Set it to what `openssl rand -base64 32` prints, or to the key that the database has.';
  return [{ check: 'TILLGATE_KEY', status: 'failed', found: 'not set', fix }];
}

interface Deployment {
  readonly findings: Finding[];
  /** True while a server is running. */
  readonly beside: boolean;
}

/** Inspects through the running server, if any, because it alone can use its embedded database. */
async function inspectDeployment(config: Config): Promise<Deployment> {
  if (config.databaseUrl === undefined && !config.adminServer) requireDatabase(config.dataDir);
  const place = await findWorkplace(config);
  try {
    const beside = 'server' in place;
    const operations = 'server' in place ? new AdminClient(place.server) : operationsOn(place.databases, config);
    const { findings } = await operations.call('deployment.check', {});
    return { findings: beside ? [{ check: 'server', status: 'ok', found: 'running' }, ...findings] : findings, beside };
  } finally {
    await place.close();
  }
}

function asFinding(error: unknown): Deployment {
  if (!(error instanceof StartError)) throw error;
  return { findings: [{ check: 'database', status: 'failed', found: error.message }], beside: false };
}
