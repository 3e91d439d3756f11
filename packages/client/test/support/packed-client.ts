import { execFile } from 'node:child_process';
import { cp, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PACKAGE = join(import.meta.dirname, '../..');

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
