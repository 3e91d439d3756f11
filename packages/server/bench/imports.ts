// Imports files with lines of one kind, and prints the lines a second of each: into PostgreSQL at BENCH_DATABASE_URL, an empty
// database, or else into an embedded database in memory. `node bench/imports.ts [lines] [rounds]`
import { Readable } from 'node:stream';
import { readLines } from '../src/back-office/import/lines.ts';
import { type ImportResult, importLines } from '../src/back-office/import/run-import.ts';
import { openPostgres } from '../src/database/database.ts';
import { openMemory } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { Regions } from '../src/database/regions.ts';
import { BACK_OFFICE, statement } from '../src/database/statement.ts';
import type { TenantStore } from '../src/database/tenant.ts';
import { systemClock } from '../src/process/time.ts';
import { createAdjustment } from '../src/records/stock-adjustments/handlers.ts';
import { arrangeScene, UNHURRIED } from './scene.ts';
import { median } from './statistics.ts';

const LINES = Number(process.argv[2] ?? 5_000);
const ROUNDS = Number(process.argv[3] ?? 3);

const url = process.env.BENCH_DATABASE_URL;
const databases = url ? await openPostgres(url, {}, UNHURRIED) : await openMemory();
await migrate(databases);

const [AT, COUNTED, AFTER] = ['2026-02-10T12:00:00Z', '2026-02-12T12:00:00.000Z', '2026-02-13T12:00:00Z'];
const GROUPS = Math.ceil(LINES / 50);

const STORE = { type: 'store', externalId: 'store', name: 'Store', code: 'S', timezone: 'Europe/London' };
const TAX = { type: 'tax', externalId: 'tax', name: 'VAT', rate: '20.00' };

const item = (n: number, price: string) => ({
  ...{ type: 'item', externalId: `item-${n}`, name: `Item ${n}`, itemCode: `I-${n}`, barcodes: [`50${n}`] },
  ...{ price, cost: '1.20', trackStock: true, tax: 'tax', groupId: `category-${n % GROUPS}` },
});

const times = (count: number, line: (n: number) => object): object[] =>
  Array.from({ length: count }, (_, n) => line(n));

const sales = (prefix: string, at: string): object[] =>
  times(LINES, (n) => ({
    ...{ type: 'sale', externalId: `${prefix}-${n}`, store: 'store', number: `${n}`, at },
    lines: [0, 1].map((more) => ({ item: `item-${(n + more) % LINES}`, quantity: '1', gross: '3.60', tax: '0.60' })),
    payments: [{ kind: 'card', amount: '7.20' }],
  }));

/** Files in the order of their imports; later ones refer to records of earlier ones. */
const FILES: Readonly<Record<string, readonly object[]>> = {
  'new categories': [
    STORE,
    TAX,
    ...times(GROUPS, (n) => ({ type: 'category', externalId: `category-${n}`, name: `Group ${n}` })),
  ],
  'new items': times(LINES, (n) => item(n, '3.50')),
  'new prices': times(LINES, (n) => item(n, '3.60')),
  'unchanged items': times(LINES, (n) => item(n, '3.60')),
  sales: sales('sale', AT),
  // After this one, everything is counted.
  'more sales': sales('more', AT),
  'after a count': sales('after', AFTER),
  'before a count': sales('before', AT),
};

/** Counts all items, so that each line of the next sales has a count before or after it. */
async function countAll(tenant: TenantStore): Promise<void> {
  const items = await tenant.read<{ id: number }>(
    statement(undefined, 'select id from region.items where company_id = $1'),
  );
  const [store] = await tenant.read<{ id: number }>(
    statement(undefined, 'select id from region.stores where company_id = $1'),
  );
  const count = { storeId: store?.id ?? 0, date: '2026-02-12', type: 0, countedAt: COUNTED } as const;
  for (let from = 0; from < items.length; from += 1_000) {
    const lines = items.slice(from, from + 1_000).map(({ id }) => ({ itemId: id, quantity: '100' }));
    await tenant.write((tx) => createAdjustment(tx, { ...count, lines }, true));
  }
}

const speeds = new Map<string, number[]>();

async function importFiles(): Promise<void> {
  const { companyId } = await arrangeScene(databases, 'Bench of imports', 0);
  const place = { companyId, currency: 'GBP', region: 'UK', cell: 1, moving: false } as const;
  const tenant = new Regions(databases, systemClock).tenant({ ...place, ...BACK_OFFICE });
  for (const [name, lines] of Object.entries(FILES)) {
    await databases.regions.UK.query('analyze');
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const from = performance.now();
    requireWhole(await importLines(tenant, readLines(Readable.from([bytes]))), lines.length);
    const seconds = (performance.now() - from) / 1000;
    speeds.set(name, [...(speeds.get(name) ?? []), lines.length / seconds]);
    if (name === 'more sales') await countAll(tenant);
  }
}

function requireWhole({ lines, problems }: ImportResult, expected: number): void {
  if (lines !== expected) throw new Error(`Imported ${lines} of ${expected} lines: ${JSON.stringify(problems[0])}`);
}

for (let round = 0; round <= ROUNDS; round += 1) {
  // The first round only warms up.
  if (round === 1) speeds.clear();
  await importFiles();
}
for (const [name, rates] of speeds)
  console.log(`${name.padEnd(16)} ${median(rates).toFixed(0).padStart(7)} lines a second`);
await databases.close();
