import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CannotRun } from '../../src/exit.ts';
import type { OpenTarget, Target } from '../../src/target/target.ts';

const PROGRAM = fileURLToPath(new URL('embedded-server.ts', import.meta.url));

/** Starts the embedded server in a process of its own, so that it and the suite work at the same time. */
export async function startEmbeddedProcess(): Promise<OpenTarget> {
  const server = fork(PROGRAM);
  const ended = once(server, 'exit');
  const target = await Promise.race([
    once(server, 'message').then(([said]) => said as Target),
    ended.then(() => {
      throw new CannotRun('The embedded server did not start.');
    }),
  ]);
  const stop = async () => {
    if (server.connected) server.disconnect();
    await ended;
  };
  return { target, stop };
}
