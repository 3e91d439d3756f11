import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { type Config, readConfig } from '@tillgate/server/config.ts';
import { migrate } from '@tillgate/server/database/migrate.ts';
import { StartError } from '@tillgate/server/process/start-error.ts';
import { openDatabases } from '@tillgate/server/runtime.ts';
import { problemOfEndpointUrl } from '@tillgate/server/webhooks/endpoint-url.ts';
import { CannotRun } from '../../src/exit.ts';
import type { Limits, Merchant, Target } from '../../src/target/target.ts';
import { arrangeScene } from './scene.ts';

export interface ArrangeOptions {
  /** Path of the configuration file to create; it must not exist. */
  readonly out: string;
  readonly spares: number;
  /** Where webhooks reach the suite. */
  readonly receiver?: string | undefined;
  readonly receiverPort?: number | undefined;
}

/**
 * Creates the suite's organizations, apps and merchants in the database of a server's settings, and writes the
 * configuration of a run.
 */
export async function arrangeDatabase(env: NodeJS.ProcessEnv, options: ArrangeOptions): Promise<void> {
  const { out, spares } = options;
  if (existsSync(out)) throw new CannotRun(`${out} already exists: delete it, or choose another file with --out.`);
  const { config, databases } = await openConfigured(env);
  try {
    const loopback = config.webhookLoopback ?? databases.kind === 'embedded';
    const deployment = { ...deploymentOf(config), ...receiverOf(options, loopback) };
    await migrate(databases);
    const { merchants, ...scene } = await arrangeScene(databases, Date.now, { spares });
    // Readable only by its owner.
    writeFileSync(
      out,
      `${JSON.stringify({ ...deployment, ...scene, merchants: merchants.map((one) => beside(out, one)) }, null, 2)}\n`,
      { mode: 0o600, flag: 'wx' },
    );
  } finally {
    await databases.close();
  }
}

/** Opens the databases of the settings. Settings that a server rejects are rejected here too. */
async function openConfigured(env: NodeJS.ProcessEnv) {
  try {
    const config = readConfig(env);
    return { config, databases: await openDatabases(config) };
  } catch (error) {
    throw error instanceof StartError ? new CannotRun(error.message) : error;
  }
}

/** The part of the configuration that follows from the server's settings. */
function deploymentOf(config: Config): Partial<Target> {
  const limits: Limits = { requestsPerMinute: config.rateLimit, mintsPerMinute: config.mintLimit };
  const urls = {
    baseUrl: `${config.apiUrl ?? localUrl('API', config.apiPort)}/v1`,
    authUrl: config.webUrl ?? localUrl('WEB', config.webPort),
  };
  if (!config.testClock) return { ...urls, limits };
  return { ...urls, clockUrl: `${localUrl('OPS', config.opsPort, config.opsHost)}/clock`, limits };
}

/** The receiver, at an address that an endpoint of the sandbox may have. */
function receiverOf({ receiver, receiverPort: port }: ArrangeOptions, loopback: boolean): Pick<Target, 'receiver'> {
  if (receiver === undefined) return {};
  const problem = problemOfEndpointUrl(receiver, { loopback });
  if (problem) throw new CannotRun(`--receiver ${problem}.`);
  return { receiver: { url: new URL(receiver).origin, ...(port !== undefined && { port }) } };
}

/** Addresses that stand for every network interface. */
const EVERY_INTERFACE = ['0.0.0.0', '::'];

function localUrl(listener: 'API' | 'WEB' | 'OPS', port: number, host = 'localhost'): string {
  if (port === 0)
    throw new CannotRun(
      `TILLGATE_${listener}_PORT is 0, a port that only the running server knows. Set the port that it serves on.`,
    );
  if (EVERY_INTERFACE.includes(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Copies the merchant's file next to the configuration, so that both can be moved. */
function beside(out: string, merchant: Merchant): Merchant {
  if (!merchant.backOffice) return merchant;
  const file = `${parse(out).name}-${merchant.role}.ndjson`;
  copyFileSync(merchant.backOffice.file, join(dirname(out), file));
  return { ...merchant, backOffice: { ...merchant.backOffice, file } };
}
