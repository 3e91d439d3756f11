import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command, Site } from './peer.ts';

const running = new Set<ChildProcess>();

// A bench that is interrupted, or fails, leaves no server behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Milliseconds in which a server has to answer for the first time. */
const PATIENCE = 180_000;

/** Starts a peer's server, with its log in a file, and waits until its port answers. */
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

/** Asks the server to stop, and kills it if it takes longer than ten seconds. */
export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(timer);
}

/** Stops every server that was started. */
export async function stopServers(): Promise<void> {
  await Promise.all([...running].map(stopServer));
}

/** A port that nothing listens on. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
