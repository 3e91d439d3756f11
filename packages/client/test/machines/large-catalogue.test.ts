import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newProject, partnerEnv, printedBy, readGuides } from '../support/guide-code.ts';
import { type Service, startService } from '../support/service.ts';
import { findingsIn } from '../support/traffic.ts';

let service: Service;
let folder: string;

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
  folder = await newProject(new Map([...(await readGuides()), ['runs.ts', RUNS]]));
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

test("The guide's program connects 10,000 items at the default limits, and keeps them equal", {
  timeout: 300_000,
}, async () => {
  const outcome = JSON.parse(await printedBy(join(folder, 'runs.ts'), partnerEnv(service)));
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
