import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import type { Finding } from '../database/inspect.ts';

/** Longest wait for Redis in milliseconds. */
const REDIS_WITHIN = 2_000;

export async function inspectRedis({ redisUrl }: Config): Promise<Finding[]> {
  if (redisUrl === undefined)
    return [{ check: 'Redis', status: 'ok', found: 'not used: each instance counts by itself' }];
  const { Redis } = await import('ioredis');
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: REDIS_WITHIN,
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
    return [{ check: 'Redis', status: 'ok', found: 'answers' }];
  } catch (error) {
    const { message } = cause ?? (error as Error);
    return [
      {
        check: 'Redis',
        status: 'failed',
        found: `does not answer (${message})`,
        fix: 'Start it, or correct REDIS_URL.',
      },
    ];
  } finally {
    redis.disconnect();
  }
}

/** Inspects the listeners' ports. A running server already has them open. */
export const inspectPorts = (config: Config, beside: boolean): Promise<Finding[]> =>
  Promise.all([
    inspectPort('TILLGATE_API_PORT', config.apiPort, undefined, beside),
    inspectPort('TILLGATE_WEB_PORT', config.webPort, undefined, beside),
    inspectPort('TILLGATE_OPS_PORT', config.opsPort, config.opsHost, beside),
  ]);

async function inspectPort(setting: string, port: number, host: string | undefined, beside: boolean): Promise<Finding> {
  const check = `${setting} (${port})`;
  const code = await openingError(port, host);
  if (code === undefined) return { check, status: 'ok', found: 'free' };
  if (code !== 'EADDRINUSE') {
    return { check, status: 'failed', found: `cannot be opened (${code})`, fix: `Set ${setting} to another port.` };
  }
  if (beside) return { check, status: 'ok', found: 'in use while the server runs' };
  const fix = `Stop the program that listens there, unless it is the server, or set ${setting} to another port.`;
  return { check, status: 'warning', found: 'in use', fix };
}

/** Opens a port briefly. Returns the error code if that fails. */
const openingError = (port: number, host: string | undefined): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'));
    server.listen({ port, ...(host && { host }) }, () => server.close(() => resolve(undefined)));
  });
