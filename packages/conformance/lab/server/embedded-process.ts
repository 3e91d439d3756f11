import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CannotRun } from '../../src/exit.ts';
import type { Print } from '../../src/report/console.ts';
import type { OpenTarget, Target } from '../../src/target/target.ts';

const PROGRAM = fileURLToPath(new URL('embedded-server.ts', import.meta.url));

/**
 * Starts the embedded server in a separate process, so that it runs in parallel with the suite. `stop` prints the path of the
 * server's error log, or removes the log if it is empty.
 */
export async function startEmbeddedProcess(print: Print): Promise<OpenTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-conformance-'));
  const log = join(folder, 'errors.log');
  const server = fork(PROGRAM, [log]);
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
    if (statSync(log).size > 0) print(`The server logged errors, each with its correlation id: ${log}\n`);
    else rmSync(folder, { recursive: true });
  };
  return { target, stop };
}
