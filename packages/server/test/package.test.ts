import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../src/clock.ts';
import { createOrganization } from '../src/directory/apps.ts';
import { changeControl } from '../src/directory/control.ts';
import { openFolder } from '../src/storage/open-folder.ts';

const run = promisify(execFile);
const SERVER = fileURLToPath(new URL('..', import.meta.url));

interface Manifest {
  readonly version: string;
  readonly bin: { readonly tillgate: string };
  readonly dependencies: Readonly<Record<string, string>>;
}

let folder: string;
let installed: string;
let manifest: Manifest;

/** Installs the package into an empty folder, with the very dependencies that its manifest names and no others. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-package-'));
  installed = join(folder, 'node_modules/@tillgate/server');
  await run(process.execPath, [join(SERVER, 'build.mjs')]);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, join(SERVER, 'dist')]);
  const [{ filename }] = JSON.parse(stdout);
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(installed, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(await realpath(join(SERVER, 'node_modules', name)), link);
  }
  const databases = await openFolder(join(folder, '.data'));
  const control = { pool: databases.control, clock: systemClock };
  // Not empty, so that no demo is put into it.
  await changeControl(control, { source: 'test' }, (tx) => createOrganization(tx, 'Northwind Apps'));
  await databases.close();
  await mkdir(join(folder, 'node_modules/.bin'));
  await chmod(join(installed, manifest.bin.tillgate), 0o755);
  await symlink(join(installed, manifest.bin.tillgate), join(folder, 'node_modules/.bin/tillgate'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('The packed server', () => {
  test('has no TypeScript in it, and exact versions of what it needs', async () => {
    const files = await readdir(join(installed, 'lib'), { recursive: true });
    expect(files.filter((file) => file.endsWith('.ts'))).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining(['main.js', join('storage', 'migrations', 'region', '0002_stock.sql')]),
    );
    for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('serves a data folder by `npx tillgate`, with nothing checked out', async () => {
    const env = { PATH: process.env.PATH, TILLGATE_API_PORT: '0', TILLGATE_WEB_PORT: '0', TILLGATE_OPS_PORT: '0' };
    const child = spawn('npx', ['--no', 'tillgate'], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    try {
      const apiUrl = await apiUrlOf(child);
      const contract = (await (await fetch(`${apiUrl}/openapi.json`)).json()) as { info: { title: string } };
      expect(contract.info.title).toContain('Partner API');
      expect((await fetch(`${apiUrl}/brands`)).status).toBe(401);
    } finally {
      // Its process group: npx has a shell of its own in between.
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await exit;
    }
  });
});

async function apiUrlOf(child: ChildProcess): Promise<string> {
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  for (;;) {
    const [, url] = /API +(\S+)\n/.exec(said) ?? [];
    if (url) return url;
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${said}`);
    if (child.stdout) await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
}
