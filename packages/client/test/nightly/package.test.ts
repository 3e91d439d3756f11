import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import clientSamples from '@tillgate/openapi/client-samples.json' with { type: 'json' };
import { newWebhookSecret, signatureHeaders } from '@tillgate/server/webhooks/signature.ts';
import ts from 'typescript-5.5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle, gzipped, TYPICAL } from '../../bench/size.ts';
import { PACKAGE, partnerEnv, serveOwner, snippetsIn } from '../support/guide-code.ts';
import { installPackedClient, NODES } from '../support/packed-client.ts';
import { type Service, shopOf, startService } from '../support/service.ts';

const run = promisify(execFile);
const MODULES = join(PACKAGE, 'node_modules');
const README = await readFile(join(PACKAGE, 'README.md'), 'utf8');

const SNIPPETS = snippetsIn(README);

let project: string;
let tarball: string;

beforeAll(async () => {
  ({ project, tarball } = await installPackedClient());
  for (const [name, text] of SNIPPETS) await writeFile(join(project, name), text);
  await writeFile(join(project, 'journey.ts'), JOURNEY);
  await writeFile(join(project, 'samples.ts'), SAMPLES);
  await writeFile(join(project, 'spans.ts'), SPANS);
  await symlink(join(MODULES, '@opentelemetry'), join(project, 'node_modules/@opentelemetry'));
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** Quick start of the README, valid as both JavaScript and TypeScript. */
const [, QUICK_START = ''] = /```js\n\/\/ quickstart\.mjs\n([\s\S]*?)```/.exec(README) ?? [];

/** With more runtimes from TEST_RUNTIMES (`name=/path/to/it,…`), which bench/runtimes.ts sets. */
const MORE = (process.env.TEST_RUNTIMES ?? '').split(',').filter(Boolean);
const RUNTIMES = [...NODES, ...MORE.map((one) => one.split('='))] as [string, string][];

/** The samples of the API reference, each in its own function. */
const SAMPLES = `
import { createTillgate, money, oauth, type Pending, quantity, sandbox } from '@tillgate/client';

const [baseUrl, clientId, clientSecret] = ['http://localhost:3000/v1', 'svc_app_sb_1', 'svc_sk_sb_1'];
const [authUrl, redirectUri] = ['http://localhost:3001', 'http://localhost:4000/callback'];
const tokens = { get: async () => undefined, set: async () => {}, delete: async () => {} };
const app = createTillgate({ baseUrl, credentials: oauth({ clientId, clientSecret, authUrl, redirectUri, tokens }) });
const [merchantId, id] = [1, 1];
const tillgate = app.merchant(merchantId);
declare const url: string, pending: Pending;
${Object.entries(clientSamples)
  .map(([operation, sample]) => `export async function ${operation}() {\n${sample}\n}`)
  .join('\n')}
export { createTillgate, money, quantity, sandbox };
`;

/** Plays the merchant's browser and a partner's handlers. */
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

/** Prints the spans that the README's hooks create for a call that succeeds at the third attempt. */
const SPANS = `
import { createTillgate, sandbox } from '@tillgate/client';
import { createTestApi } from '@tillgate/client/testing';
import { propagation, trace } from '@opentelemetry/api';
import { telemetry } from './telemetry.ts';

const span = (name) => {
  const seen = { name };
  const context = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 };
  return { spanContext: () => context, setAttributes: (all) => Object.assign(seen, all), setStatus: ({ code }) => (seen.code = code), end: () => console.log(JSON.stringify(seen)) };
};
trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan: span }) });
propagation.setGlobalPropagator({ inject: (context, headers) => (headers.traceparent = trace.getSpan(context).spanContext().traceId), fields: () => [] });
const api = createTestApi();
const app = createTillgate({ ...api.options, hooks: telemetry, credentials: sandbox(api.client) });
api.fail(503);
api.fail('network');
await app.merchant(1).brands.list();
console.log(api.requests.at(-1).headers.get('traceparent'));
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
    const attw = run(join(MODULES, '.bin/attw'), [tarball, '--profile', 'strict', '--format', 'json']);
    const { analysis } = JSON.parse((await attw).stdout);
    expect(analysis.types).toMatchObject({ kind: 'included' });
    expect(analysis.problems).toEqual([]);
  });

  test.each(NODES)('can be required on %s, and its errors are the same as those of the modules', async (_, node) => {
    const source = `
      const { createTillgate, apiKey, isTillgateError } = require('@tillgate/client');
      const { createTestApi } = require('@tillgate/client/testing');
      const { verify } = require('@tillgate/client/webhooks');
      (async () => {
        const modules = await import('@tillgate/client');
        const app = createTillgate({ ...createTestApi().options, credentials: apiKey('svc_ak_sb_key') });
        const error = await app.merchant(1).stores.get(7).catch((caught) => caught);
        console.log(error.code, isTillgateError(error), modules.isTillgateError(error));
        const refused = await verify({ headers: {}, body: '' }, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').catch((caught) => caught);
        console.log(refused.code, isTillgateError(refused));
      })();`;
    await writeFile(join(project, 'required.cjs'), source);
    const { stdout } = await run(node, ['required.cjs'], { cwd: project });
    expect(stdout.trim()).toBe('partner.not_found true true\nwebhook.headers_missing true');
  });

  test('is at most 12 kB in a typical page, and 14 kB with all of it, minified and gzipped', async () => {
    expect(gzipped(await bundle(TYPICAL))).toBeLessThanOrEqual(12_000);
    expect(gzipped(await bundle(`export * from '@tillgate/client';`))).toBeLessThanOrEqual(14_000);
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
    const web =
      'AbortController AbortSignal URL URLSearchParams TextEncoder TextDecoder Headers Response crypto btoa setTimeout clearTimeout';
    const globals = web.split(' ').map((name) => [name, globalThis[name as keyof typeof globalThis]]);
    const token = { access_token: 'x', expires_in: 900, api_base_url: 'https://api.example/v1/' };
    const fetch = async () => Response.json({ ...token, data: [], pagination: {} });
    const context = createContext({ ...Object.fromEntries(globals), fetch, result: undefined });
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
  let owner: { readonly url: string; readonly server: Server };

  beforeAll(async () => {
    service = await startService();
    owner = await serveOwner(service);
    environment = { ...partnerEnv(service), CONSENT_URL: owner.url };
  });
  afterAll(async () => {
    owner?.server.close();
    await service?.stop();
  });

  const output = async (file: string): Promise<string[]> => {
    const { stdout } = await run(process.execPath, [file], { cwd: project, env: environment });
    return stdout.trim().split('\n');
  };

  test('has a snippet for each task', () => {
    const tasks =
      'shop catalogue resume follow hook responses app tokens connect insights refused patience debug telemetry restock.test sum';
    expect([...SNIPPETS.keys()]).toEqual(tasks.split(' ').map((name) => `${name}.ts`));
  });

  test('reads and writes the catalogue', async () => {
    const lines = await output('catalogue.ts');
    expect(lines[0]).toMatch(/^\d+ of \d+$/);
    expect(lines).toContain('Cardamom bun 3.40');
    expect(lines.length).toBeGreaterThan(150);
  });

  test.each(RUNTIMES)('has a quick start that runs on %s', async (_, runtime) => {
    const { clientId, clientSecret } = service.full;
    const filled = QUICK_START.replace('http://localhost:3000/v1', service.apiUrl)
      .replace('svc_app_sb_…', clientId)
      .replace('svc_sk_sb_…', clientSecret)
      .replace('merchant(1)', `merchant(${service.merchant.companyId})`);
    await writeFile(join(project, 'quickstart.mjs'), filled);
    const how = runtime.endsWith('deno') ? ['run', '--allow-net', '--no-prompt'] : [];
    const { stdout } = await run(runtime, [...how, 'quickstart.mjs'], { cwd: project });
    expect(stdout).toMatch(/^\d+ items, such as .+, .+, .+\n$/);
  });

  test('follows changes from a full read, and continues in another process', async () => {
    const read = await output('follow.ts');
    expect(read[0]).toBe('100 items because of start');
    const { brands, items } = shopOf(service);
    await brands.create({ name: 'Followed' });
    await items.create({ name: 'Followed bun' });
    expect(await output('follow.ts')).toEqual(['created Followed bun']);
    expect(await output('follow.ts')).toEqual(['']);
  });

  test('receives a webhook, and rejects a forged one', async () => {
    const secret = newWebhookSecret();
    const body = JSON.stringify({
      type: 'changes',
      merchantId: 1,
      data: [{ position: 7, resource: 'items', kind: 'updated' }],
    });
    const headers = signatureHeaders({ id: 'msg_1', at: Date.now(), body }, [secret]);
    const source = `
      import { POST } from './hook.ts';
      const post = (body) => POST(new Request('https://partner.example', { method: 'POST', headers: ${JSON.stringify(headers)}, body }));
      console.log((await post(${JSON.stringify(body)})).status, (await post('{}')).status);`;
    await writeFile(join(project, 'post.ts'), source);
    environment.WEBHOOK_SECRET = secret;
    expect(await output('post.ts')).toEqual(['1 7 items updated', '204 400']);
  });

  test.each([
    ['resumes from a cursor', 'resume.ts', /^copied 50\n(?:copied \d+\n){3,}.+$/],
    ['reads the headers of a response', 'responses.ts', /^200 \d+ [0-9a-f-]{36}\n200 304$/],
    ['tests an integration', 'restock.test.ts', /^passed$/],
    ['reads with an API key', 'insights.ts', /(?:^|\n)GBP \d+\.\d\d[^\n]*$/],
    ['handles an error', 'refused.ts', /^Already exists: \/name$/],
    ['logs the duration of calls', 'patience.ts', /^sandbox\.mint 200 in \d+ ms(\ntaxes\.list 200 in \d+ ms){2}$/],
    ['adds amounts exactly', 'sum.ts', /^0\.3000$/],
    [
      'connects a merchant, and disconnects them',
      'journey.ts',
      /^Merchant \d+ is connected\.\nPlease start again\.\n1\nclient\.not_connected$/,
    ],
  ])('%s', async (_, file, printed) => expect((await output(file)).join('\n')).toMatch(printed));

  test('logs requests without secrets', async () => {
    const lines = await output('debug.ts');
    expect(lines).toHaveLength(4);
    expect(lines.join()).toContain('"access_token":"[redacted]"');
    expect(lines.join()).not.toContain(service.full.clientSecret);
    expect(lines.join()).not.toMatch(/eyJ/);
  });

  test('creates a span for each request', async () => {
    expect((await output('spans.ts')).map((line) => (line.startsWith('{') ? JSON.parse(line) : line))).toEqual([
      { name: 'sandbox.mint', 'http.response.status_code': 200 },
      { name: 'brands.list', 'http.response.status_code': 503, code: 2 },
      { name: 'brands.list', 'error.type': 'network', code: 2 },
      { name: 'brands.list', 'http.response.status_code': 200 },
      'a'.repeat(32),
    ]);
  });
});

test.each([
  ['items.list', 'List items\n\nOne page of the merchant'],
  ['items.iterate', 'List items, each of them'],
  ['purchaseOrders.receive', 'Receive stock against a purchase order'],
])("an editor shows the contract's documentation on %s", async (method, words) => {
  expect(await documentationOf(method)).toContain(words);
});

/** Documentation that editors show for a method of the package. */
async function documentationOf(method: string): Promise<string> {
  const file = join(project, 'editor.ts');
  const text = `import type { Resources } from '@tillgate/client';\ndeclare const tillgate: Resources;\ntillgate.${method}`;
  await writeFile(file, text);
  const options = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true };
  const program = ts.createProgram([file], options);
  const last = program.getSourceFile(file)?.statements.at(-1) as ts.ExpressionStatement;
  const symbol = program.getTypeChecker().getSymbolAtLocation((last.expression as ts.PropertyAccessExpression).name);
  return ts.displayPartsToString(symbol?.getDocumentationComment(program.getTypeChecker()));
}

describe.each([
  ['5.5', 'typescript-5.5'],
  ['7', 'typescript'],
])('With TypeScript %s', (_, compiler) => {
  /** What the compiler prints for files of a folder in the project. */
  async function compiled(name: string, compilerOptions: object | '--init', files: readonly string[]): Promise<string> {
    const folder = join(project, `${compiler}-${name}`);
    const tsc = (...args: string[]) =>
      run(process.execPath, [join(MODULES, compiler, 'bin/tsc'), ...args], { cwd: folder });
    await mkdir(folder, { recursive: true });
    if (compilerOptions === '--init') await tsc('--init');
    else await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    return (await tsc('-p', '.').catch((error) => error)).stdout;
  }

  test('the snippets compile, and wrong uses do not', async () => {
    await writeFile(join(project, 'types.ts'), await readFile(join(PACKAGE, 'test/types.ts'), 'utf8'));
    const options = {
      ...{ strict: true, noEmit: true, target: 'es2022', lib: ['es2022', 'dom'], module: 'nodenext' },
      ...{ allowImportingTsExtensions: true, exactOptionalPropertyTypes: compiler === 'typescript' },
      ...{ skipLibCheck: false, types: ['node'], typeRoots: [join(MODULES, '@types')] },
    };
    const files = [...SNIPPETS.keys(), 'samples.ts', 'types.ts'].map((name) => `../${name}`);
    expect(await compiled('snippets', options, files)).toBe('');
  });

  test('the quick start compiles with the settings of tsc --init', async () => {
    await mkdir(join(project, `${compiler}-init`), { recursive: true });
    await writeFile(join(project, `${compiler}-init/quickstart.mts`), QUICK_START);
    expect(await compiled('init', '--init', [])).toBe('');
  });

  test('CommonJS compiles under module node16, with types, and runs', async () => {
    const folder = join(project, `${compiler}-commonjs`);
    const source = `
      import { apiKey, createTillgate, type Api } from '@tillgate/client';
      import { createTestApi } from '@tillgate/client/testing';
      const app = createTillgate({ ...createTestApi().options, credentials: apiKey('svc_ak_sb_key') });
      app.merchant(1).stores.list().then(({ data }: Api.StoreList) => console.log(data.length));`;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'partner.cts'), source);
    const options = { strict: true, target: 'es2022', module: 'node16', types: [], lib: ['es2022', 'dom'] };
    expect(await compiled('commonjs', options, ['partner.cts'])).toBe('');
    expect((await run(process.execPath, [join(folder, 'partner.cjs')])).stdout).toBe('1\n');
  });
});
