import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(import.meta.resolve('@informalsystems/quint/dist/src/cli.js'));

const SPECIFICATION = new URL('change-log.qnt', import.meta.url);

export interface Outcome {
  readonly isOk: boolean;
  readonly output: string;
}

/** Runs Quint on the specification, to which modules may be added. */
export async function quint(command: 'run' | 'test', options: readonly string[], modules = ''): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-quint-'));
  const file = join(folder, 'specification.qnt');
  try {
    await writeFile(file, `${await readFile(SPECIFICATION, 'utf8')}\n${modules}`);
    return await execute([COMMAND, command, file, '--backend=typescript', ...options]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Exits with 1 for violations and failed tests as well as for errors in the specification. */
const execute = (args: readonly string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 2 ** 27 }, (error, stdout, stderr) =>
      resolve({ isOk: error === null, output: stdout + stderr }),
    );
  });
