import { createReadStream } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '../../../src/demo/read-catalogue.ts';
import { SHOPS, sandboxShop } from '../../../src/demo/shops.ts';
import { changeControl } from '../../../src/directory/control.ts';
import { createMerchant } from '../../../src/directory/merchants/merchants.ts';
import { importMerchant } from '../../../src/import/import-merchant.ts';
import type { Databases } from '../../../src/storage/database.ts';
import { REGIONS } from '../../../src/storage/region.ts';
import { Regions } from '../../../src/storage/regions.ts';
import { freshDatabases } from '../../support/databases.ts';

const NOW = Date.parse('2026-03-02T08:15:30.000Z');
const ALL = [...SHOPS, ...REGIONS.map((region) => sandboxShop(`Sandbox ${region}`, region, 'GBP'))];

let databases: Databases;
beforeAll(async () => {
  databases = await freshDatabases();
});
afterAll(() => databases?.close());

/** Reads the files of a shop as one. */
async function* bytesOf(files: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const file of files) {
    yield* createReadStream(new URL(`../../../src/demo/shops/${file}.ndjson`, import.meta.url));
  }
}

test.each(ALL)('tillgate import accepts every line of $name', async ({ name, region, currency, files }) => {
  const control = { pool: databases.control, clock: () => NOW };
  const { companyId } = await changeControl(control, { source: 'test' }, (tx) =>
    createMerchant(tx, { name, region, demo: true, currency, organizationId: null }),
  );
  const target = { pool: databases.control, regions: new Regions(databases, () => NOW), companyId };
  const result = await importMerchant(target, bytesOf(files), {});
  expect(result).toMatchObject({ problems: [], warnings: [], written: result.lines });
  expect(result.lines).toBeGreaterThan(20);
});

test('each override is for an item and a store of a shop', async () => {
  const catalogues = await Promise.all(ALL.map(({ files }) => readCatalogue(files)));
  const pairs = catalogues.flatMap(({ stores, items }) =>
    stores.flatMap((store) => items.map((item) => `${store.externalId} ${item.externalId}`)),
  );
  const [{ overrides } = { overrides: [] }] = catalogues;
  expect(overrides.length).toBeGreaterThan(20);
  for (const { store, item } of overrides) expect(pairs).toContain(`${store} ${item}`);
});
