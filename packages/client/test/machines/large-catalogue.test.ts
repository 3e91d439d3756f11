import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INHERITED } from '../../../server/test/support/inherited.ts';
import { type Service, startService } from '../support/service.ts';
import { findingsIn } from '../support/traffic.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const GUIDES = join(PACKAGE, '../../docs/guides');

let service: Service;
let folder: string;

/** The code with this name in a guide. */
async function snippet(guide: string, name: string): Promise<string> {
  const text = await readFile(join(GUIDES, guide), 'utf8');
  const [, code] = new RegExp(`\`\`\`ts\\n(// ${name}\\n[\\s\\S]*?)\`\`\``).exec(text) ?? [];
  if (code === undefined) throw new Error(`${guide} has no code ${name}.`);
  return code;
}

/** Runs the guide's program three times: for a new merchant, for unchanged products, and after changes. */
const RUNS = `
import { tillgate } from './shop.ts';
import { makeEqual } from './equal.ts';

const products = (first, price) =>
  Array.from({ length: 10_000 }, (_, n) => ({ sku: String(first + n), name: 'Product ' + (first + n), price: price(first + n) }));
const connected = await makeEqual(products(1, () => '3.40'));
const unchanged = await makeEqual(products(1, () => '3.40'));
const changed = await makeEqual(products(11, (n) => (n % 100 === 0 ? '3.60' : '3.40')));
const items = new Map();
for await (const { externalId, price, status } of await tillgate.items.stream()) {
  if (externalId?.startsWith('acme-')) items.set(externalId, [price, status]);
}
const shown = ['acme-10', 'acme-100', 'acme-10010'].map((key) => items.get(key));
console.log(JSON.stringify({ connected, unchanged, changed, stored: items.size, shown }));
`;

beforeAll(async () => {
  service = await startService({ settings: { TILLGATE_RATE_LIMIT: '300', TILLGATE_MINT_LIMIT: '30' } });
  folder = await mkdtemp(join(tmpdir(), 'tillgate-catalogue-'));
  await mkdir(join(folder, 'node_modules/@tillgate'), { recursive: true });
  await symlink(PACKAGE, join(folder, 'node_modules/@tillgate/client'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  await writeFile(join(folder, 'shop.ts'), await snippet('quick-start.md', 'shop.ts'));
  await writeFile(join(folder, 'equal.ts'), await snippet('large-catalogues.md', 'equal.ts'));
  await writeFile(join(folder, 'runs.ts'), RUNS);
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

test("The guide's program connects 10,000 items at the default limits, and keeps them equal", {
  timeout: 300_000,
}, async () => {
  const { full, merchant, apiUrl } = service;
  const env = {
    ...INHERITED,
    API_URL: apiUrl,
    CLIENT_ID: full.clientId,
    CLIENT_SECRET: full.clientSecret,
    MERCHANT_ID: String(merchant.companyId),
  };
  const args = ['--conditions=@tillgate/source', join(folder, 'runs.ts')];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const outcome = JSON.parse(stdout);
  expect(outcome).toEqual({
    ...{ connected: 10_000, unchanged: 0, changed: 10 + 10 + 100, stored: 10_010 },
    shown: [
      ['3.40', 0],
      ['3.60', 1],
      ['3.40', 1],
    ],
  });
});

test('All requests together break no rule of the traffic check', async () => {
  expect(await findingsIn(service, service.full)).toEqual([]);
});
