import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command, Site } from './peer.ts';

const running = new Set<ChildProcess>();

// An interrupted or failed bench must not leave a server running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Milliseconds until the first response of a server. */
const PATIENCE = 180_000;

/** Starts a peer's server, with its log in a file, and waits until it responds. */
export async function startServer({ folder, origin }: Site, { args, env }: Command): Promise<ChildProcess> {
  const log = openSync(join(folder, 'server.log'), 'w');
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', log, log],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const until = Date.now() + PATIENCE;
  while (!(await answers(origin))) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`The server did not start; see ${folder}/server.log.`);
    }
    await delay(250);
  }
  return child;
}

const answers = (origin: string): Promise<boolean> =>
  fetch(origin).then(
    () => true,
    () => false,
  );

/** Kills all servers and waits until they have exited, since their databases are dropped afterwards. */
export async function stopServers(): Promise<void> {
  const ended = [...running].map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ended);
}

/** Finds an unused port. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
