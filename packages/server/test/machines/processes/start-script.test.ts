import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const SCRIPTS = new URL('../../../../../.ci/', import.meta.url);

/** A package in place of pnpm. Its command prints and notes its version and arguments. */
const NAME = 'stand-in';

/** A program in place of the server. Prints its process id and the signal that ends it. */
const SERVER = `console.log('server', process.pid, ...process.argv.slice(2));
if (process.env.STAYS) setInterval(() => {}, 1000);
process.once('SIGTERM', () => { console.log('SIGTERM'); process.exit(0); });`;

let folder: string;
let registry: Server;
let url: string;
let published: { readonly version: string; readonly bin: object; readonly dist: object }[];
let requests: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-script-'));
  for (const script of ['installed.mjs', 'node-version.mjs', 'pnpm.mjs', 'test.mjs', 'tillgate.mjs', 'workspace.mjs'])
    await cp(new URL(script, SCRIPTS), join(folder, '.ci', script));
  await mkdir(join(folder, 'packages/server/src'), { recursive: true });
  await writeFile(join(folder, 'packages/server/src/main.ts'), SERVER);
  registry = createServer(async ({ url: path = '' }, response) => {
    requests.push(path);
    const versions = Object.fromEntries(published.map((one) => [one.version, one]));
    const packument = JSON.stringify({ name: NAME, 'dist-tags': { latest: '1.0.0' }, versions });
    response.end(path.endsWith('.tgz') ? await readFile(join(folder, path)) : packument);
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  await rm(join(folder, 'cache'), { recursive: true, force: true });
  [published, requests] = [[], []];
});
afterAll(async () => {
  registry?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Publishes a version and names it in package.json. */
async function release(version: string, required = '>=20.19'): Promise<void> {
  const source = join(folder, `source-${version}`);
  const manifest = { name: NAME, version, bin: 'command.js' };
  await mkdir(source, { recursive: true });
  await writeFile(join(source, 'package.json'), JSON.stringify(manifest));
  const command = `#!/usr/bin/env node
    const said = ['${version}', ...process.argv.slice(2)].join(' ');
    console.log(said);
    require('node:fs').appendFileSync(process.env.CALLS, said + '\\n');`;
  await writeFile(join(source, 'command.js'), command);
  await run('npm', ['pack', '--offline', '--pack-destination', folder], { cwd: source });
  const file = `${NAME}-${version}.tgz`;
  const integrity = `sha512-${createHash('sha512')
    .update(await readFile(join(folder, file)))
    .digest('base64')}`;
  published.push({ ...manifest, bin: { [NAME]: 'command.js' }, dist: { tarball: `${url}/${file}`, integrity } });
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'tillgate', packageManager: `${NAME}@${version}`, engines: { node: required } }),
  );
}

const environment = () => ({
  ...process.env,
  npm_config_registry: url,
  npm_config_cache: join(folder, 'cache'),
  CALLS: join(folder, 'calls'),
});

/** Calls of the package manager since the last time, but for its version. */
async function calls(): Promise<string[]> {
  const text = await readFile(join(folder, 'calls'), 'utf8').catch(() => '');
  await rm(join(folder, 'calls'), { force: true });
  return text.split('\n').filter((line) => line && !line.endsWith(' --version'));
}

const WHOLE = 'install --frozen-lockfile';
const FOR_SERVER = 'install --frozen-lockfile --prod --filter=@tillgate/server --reporter=append-only';

/** Runs a script of the root package to completion. Returns what it prints. */
async function npm(script: 'start' | 'test'): Promise<string> {
  const args = script === 'start' ? ['.ci/tillgate.mjs', 'serve'] : ['.ci/test.mjs'];
  const { stdout } = await run(process.execPath, args, { cwd: folder, env: environment() });
  return stdout.replace(/server \d+/, 'server');
}

/** Each test runs npm several times. */
const PATIENCE = { timeout: 300_000 };

describe('npm start', PATIENCE, () => {
  test('fetches the pinned package manager once, and then contacts no registry', async () => {
    await release('1.0.0');
    expect(await npm('test')).toBe(`1.0.0 ${WHOLE}\n1.0.0 run check\n`);
    expect(requests).toContain(`/${NAME}-1.0.0.tgz`);
    requests = [];
    expect(await npm('start')).toBe('server serve\n');
    expect(requests).toEqual([]);
  });

  test('installs what the server needs only where something may be missing, and keeps the tools of development', async () => {
    await release('1.0.0');
    const installed = async (checkout: string, at: number, more: object = {}) => {
      const projects = { [checkout]: {}, [join(checkout, 'packages/server')]: {} };
      const state = { lastValidatedTimestamp: at, projects, ...more };
      await writeFile(join(folder, 'node_modules/.pnpm-workspace-state-v1.json'), JSON.stringify(state));
    };
    /** Installs that a start makes before the server runs. */
    const started = async (): Promise<string[]> => {
      await calls();
      expect(await npm('start')).toBe('server serve\n');
      return calls();
    };
    await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
    for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'packages/server/package.json'])
      await writeFile(join(folder, file), '{}');
    try {
      const later = Date.now() + 60_000;
      await installed(folder, later, { filteredInstall: true });
      expect(await started()).toEqual([]);
      expect(await npm('test')).toBe(`1.0.0 ${WHOLE}\n1.0.0 run check\n`);
      await installed(folder, later);
      expect(await npm('test')).toBe('1.0.0 run check\n');
      await installed('/moved/from/here', later);
      expect(await started()).toEqual([`1.0.0 ${FOR_SERVER}`]);
      await installed(folder, later);
      await utimes(join(folder, 'pnpm-lock.yaml'), new Date(), new Date(later + 60_000));
      expect(await started()).toEqual([`1.0.0 ${FOR_SERVER}`]);
      await writeFile(join(folder, 'node_modules/.bin/turbo'), '');
      await calls();
      expect(await npm('start')).toBe(`1.0.0 ${WHOLE}\nserver serve\n`);
    } finally {
      await rm(join(folder, 'node_modules'), { recursive: true });
    }
  });

  test('shows what the package manager said if it fails', async () => {
    await release('1.0.0');
    const env = { ...environment(), CALLS: join(folder, 'no folder/calls') };
    const { code, stdout, stderr } = await run(process.execPath, ['.ci/tillgate.mjs', 'serve'], {
      cwd: folder,
      env,
    }).catch((error) => error);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Installing packages …\n1\.0\.0 install .*ENOENT/s);
  });

  test('fetches a version published after the registry was last contacted', async () => {
    await release('1.0.0');
    await npm('test');
    await release('1.1.0');
    expect(await npm('test')).toBe(`1.1.0 ${WHOLE}\n1.1.0 run check\n`);
  });

  test('ends the server with itself, though npm leaves its children running', async () => {
    await release('1.0.0');
    // Like npm, puts a shell in between, which dies silently.
    const script = `"${process.execPath}" "${join(folder, '.ci/tillgate.mjs')}" serve; true`;
    const shell = spawn('sh', ['-c', script], { env: { ...environment(), STAYS: '1' }, stdio: 'pipe' });
    let said = '';
    shell.stdout.on('data', (chunk) => {
      said += chunk;
    });
    while (!/server \d+/.test(said)) await once(shell.stdout, 'data');
    shell.kill('SIGTERM');
    await once(shell.stdout, 'close');
    expect(said).toMatch(/SIGTERM\n$/);
  });

  test('names the version of Node.js that it requires on an older one', async () => {
    await release('1.0.0', '>=999.1');
    for (const script of ['start', 'test'] as const) {
      const { code, stderr } = await npm(script).catch((error) => error);
      const found = process.versions.node;
      expect([code, stderr]).toEqual([1, `tillgate requires Node.js 999.1 or newer; this is ${found}.\n`]);
    }
  });

  test('is run by the root package for start and test', async () => {
    const root = JSON.parse(await readFile(new URL('../../../../../package.json', import.meta.url), 'utf8'));
    expect([root.scripts.start, root.scripts.test]).toEqual(['node .ci/tillgate.mjs serve', 'node .ci/test.mjs']);
  });
});
