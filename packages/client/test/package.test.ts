import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import ts from 'typescript-5.5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle, gzipped, TYPICAL } from '../bench/size.ts';
import { type Service, startService } from './support/service.ts';

const run = promisify(execFile);
const PACKAGE = join(import.meta.dirname, '..');
const MODULES = join(PACKAGE, 'node_modules');
const README = await readFile(join(PACKAGE, 'README.md'), 'utf8');

/** The README's snippets, each of which says the name of its file. */
const SNIPPETS = new Map(
  [...README.matchAll(/```ts\n\/\/ (\S+\.ts)\n([\s\S]*?)```/g)].map(
    ([, name, text]) => [name, text] as [string, string],
  ),
);

let project: string;
let tarball: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'tillgate-client-'));
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', project], { cwd: PACKAGE });
  tarball = join(project, packed.stdout.trim().split('\n').at(-1) as string);
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'partner', private: true, type: 'module' }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
  for (const [name, text] of SNIPPETS) await writeFile(join(project, name), text);
  await writeFile(join(project, 'journey.ts'), JOURNEY);
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** Plays the merchant's browser, and a partner's handlers. */
const JOURNEY = `
import { callback, connect, disconnect } from './connect.ts';
import { app } from './app.ts';
import { tokens } from './tokens.ts';

const merchantId = Number(process.env.MERCHANT_ID);
const session = {};
const url = await connect(session);
const answer = await fetch(process.env.CONSENT_URL + '?' + new URLSearchParams({ url }));
const cameBackTo = await answer.text();
console.log(await callback(session, cameBackTo));
console.log(await callback(session, cameBackTo));
console.log((await app.merchant(merchantId).items.list({ limit: 1 })).data.length);
await tokens.set(merchantId, { ...(await tokens.get(merchantId))!, expiresAt: 0 });
await disconnect(merchantId);
await app.merchant(merchantId).items.list().catch((error) => console.log(error.code));
`;

describe('The package', () => {
  test('has no dependencies', async () => {
    const { dependencies } = JSON.parse(
      await readFile(join(project, 'node_modules/@tillgate/client/package.json'), 'utf8'),
    );
    expect(dependencies ?? {}).toEqual({});
    const lock = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8'));
    expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/@tillgate/client']);
  });

  test('passes publint', async () => {
    const { stdout } = await run(join(MODULES, '.bin/publint'), ['run', tarball, '--strict']);
    expect(stdout).toContain('All good');
  });

  test('has types for every way of module resolution', async () => {
    const attw = run(join(MODULES, '.bin/attw'), [tarball, '--profile', 'esm-only', '--format', 'json']);
    const { analysis } = JSON.parse((await attw).stdout);
    expect(analysis.types).toMatchObject({ kind: 'included' });
  });

  test('is at most 12 kB in a page, minified and gzipped', async () => {
    expect(gzipped(await bundle(TYPICAL))).toBeLessThanOrEqual(12_000);
    expect(gzipped(await bundle(`export * from '@tillgate/client';`))).toBeLessThanOrEqual(12_000);
  });

  test('leaves nothing in a bundle if unused', async () => {
    expect(await bundle(`import '@tillgate/client';`)).toBe('');
    expect(await bundle(`import { money } from '@tillgate/client'; console.log(money('1'));`)).not.toContain('fetch');
  });

  test('needs no more of its platform than workers have', async () => {
    const source = `
      import { createTillgate, memoryTokenStore, oauth, sandbox } from '@tillgate/client';
      const app = createTillgate({ baseUrl: 'https://api.example/v1', credentials: sandbox({ clientId: '', clientSecret: '' }) });
      const partner = createTillgate({ baseUrl: 'https://api.example/v1', credentials: oauth({
        clientId: '', clientSecret: '', authUrl: 'https://auth.example', redirectUri: '', tokens: memoryTokenStore() }) });
      globalThis.result = (async () => [
        (await partner.authorizationUrl()).url,
        await app.merchant(1).items.list(),
      ])();
    `;
    const { AbortController, URL, URLSearchParams, TextEncoder, Headers, Response, crypto, btoa } = globalThis;
    const web = {
      AbortController,
      URL,
      URLSearchParams,
      TextEncoder,
      Headers,
      Response,
      crypto,
      btoa,
      setTimeout,
      clearTimeout,
    };
    const answers = { access_token: 'x', expires_in: 900, api_base_url: 'https://api.example/v1/', data: [] };
    const context = createContext({ ...web, fetch: async () => Response.json(answers), result: undefined });
    runInContext(`(() => {${await bundle(source)}})()`, context);
    await expect(context.result).resolves.toEqual([
      expect.stringMatching(/^https:\/\/auth\.example\/oauth\/authorize\?/),
      expect.objectContaining({ data: [] }),
    ]);
  });
});

describe('The README', () => {
  let service: Service;
  let environment: NodeJS.ProcessEnv;
  const consents = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url as string, 'http://localhost');
    const callback = await service.consent(searchParams.get('url') as string);
    response.end(callback.pathname + callback.search);
  });

  beforeAll(async () => {
    service = await startService();
    await new Promise<void>((resolve) => consents.listen(0, resolve));
    environment = {
      PATH: process.env.PATH,
      TILLGATE_URL: service.apiUrl,
      TILLGATE_AUTH_URL: service.webUrl,
      CLIENT_ID: service.full.clientId,
      CLIENT_SECRET: service.full.clientSecret,
      MERCHANT_ID: String(service.merchant.companyId),
      API_KEY: service.adsr.apiKey ?? '',
      CONSENT_URL: `http://localhost:${(consents.address() as AddressInfo).port}`,
    };
  });
  afterAll(async () => {
    consents.close();
    await service?.stop();
  });

  const output = async (file: string): Promise<string[]> => {
    const { stdout } = await run(process.execPath, [file], { cwd: project, env: environment });
    return stdout.trim().split('\n');
  };

  test('has a snippet for each task', () => {
    expect([...SNIPPETS.keys()]).toEqual([
      'shop.ts',
      'catalogue.ts',
      'app.ts',
      'tokens.ts',
      'connect.ts',
      'insights.ts',
      'refused.ts',
      'patience.ts',
      'sum.ts',
    ]);
    expect(README.match(/```ts/g)).toHaveLength(SNIPPETS.size);
  });

  test('reads and writes the catalogue', async () => {
    const lines = await output('catalogue.ts');
    expect(lines[0]).toMatch(/^\d+ of \d+$/);
    expect(lines).toContain('Cardamom bun 3.40');
    expect(lines.length).toBeGreaterThan(150);
  });

  test('connects a merchant, and disconnects them', async () => {
    expect(await output('journey.ts')).toEqual([
      `Merchant ${service.merchant.companyId} is connected.`,
      'Please start again.',
      '1',
      'client.not_connected',
    ]);
  });

  test('reads with an API key', async () => {
    expect((await output('insights.ts')).at(-1)).toMatch(/^GBP \d+\.\d\d/);
  });

  test('handles an error', async () => {
    expect(await output('refused.ts')).toEqual(['Already exists: /name']);
  });

  test('logs the duration of calls', async () => {
    expect(await output('patience.ts')).toEqual([
      expect.stringMatching(/^sandbox\.mint 200 in \d+ ms$/),
      expect.stringMatching(/^taxes\.list 200 in \d+ ms$/),
    ]);
  });

  test('adds amounts exactly', async () => expect(await output('sum.ts')).toEqual(['0.3000']));
});

test.each([
  ['items.list', 'List items\n\nOne page of the merchant'],
  ['items.iterate', 'List items, each of them'],
  ['purchaseOrders.receive', 'Receive stock against a purchase order'],
])("an editor shows the contract's documentation on %s", (method, words) => {
  expect(documentationOf(method)).toContain(words);
});

/** Documentation that an editor shows for a method of the package. */
function documentationOf(method: string): string {
  const file = join(project, 'editor.ts');
  const text = `import type { Resources } from '@tillgate/client';\ndeclare const tillgate: Resources;\ntillgate.${method}`;
  const service = ts.createLanguageService({
    directoryExists: ts.sys.directoryExists,
    readFile: ts.sys.readFile,
    realpath: (path) => ts.sys.realpath?.(path) ?? path,
    useCaseSensitiveFileNames: () => true,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    getCompilationSettings: () => ({ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true }),
    getCurrentDirectory: () => project,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    getScriptFileNames: () => [file],
    getScriptSnapshot: (name) => {
      const content = name === file ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getScriptVersion: () => '1',
  });
  return ts.displayPartsToString(service.getQuickInfoAtPosition(file, text.length)?.documentation);
}

describe.each([
  ['5.5', 'typescript-5.5'],
  ['7', 'typescript'],
])('With TypeScript %s', (_, compiler) => {
  test('the snippets compile, and wrong uses do not', async () => {
    const folder = join(project, compiler);
    await mkdir(folder, { recursive: true });
    const config = {
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'es2022',
        lib: ['es2022', 'dom'],
        module: 'nodenext',
        allowImportingTsExtensions: true,
        exactOptionalPropertyTypes: compiler === 'typescript',
        skipLibCheck: false,
        types: ['node'],
        typeRoots: [join(MODULES, '@types')],
      },
      files: [...SNIPPETS.keys(), 'types.ts'].map((name) => `../${name}`),
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    await writeFile(join(project, 'types.ts'), await readFile(join(PACKAGE, 'test/types.ts'), 'utf8'));
    const checked = run(process.execPath, [join(MODULES, compiler, 'bin/tsc'), '-p', folder]).catch((error) => error);
    expect((await checked).stdout).toBe('');
  });
});
