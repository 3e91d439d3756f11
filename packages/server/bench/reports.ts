// Reports and one list of a merchant with few sales and of one with many: the same requests should cost the same. Rows of
// the ledger are a few for a sale, so sizes are in ledger rows: `node bench/reports.ts 1000 1000000`. Needs
// BENCH_DATABASE_URL, an empty PostgreSQL database.
import { type ChildProcess, fork } from 'node:child_process';
import autocannon from 'autocannon';
import { type Databases, openPostgres } from '../src/storage/database.ts';
import { migrate } from '../src/storage/migrate.ts';
import type { ReportsResult } from './measured.ts';
import { recordResult } from './results.ts';
import { arrangeScene, type Scene } from './scene.ts';
import { median } from './statistics.ts';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 8;

/** The same for every size: days, stores' items. Only what was sold on them grows. */
const DAYS = 366;
const ITEMS = 200;
const LAST_DAY = '2026-06-30';

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('Set BENCH_DATABASE_URL to an empty PostgreSQL database.');
const sizes = process.argv.slice(2).map(Number).filter(Number.isFinite);

const REQUESTS: Record<string, string> = {
  'daily sales, 30 days': `/v1/reports/daily-sales?from=2026-06-01&to=${LAST_DAY}`,
  'daily sales, 366 days': `/v1/reports/daily-sales?from=2025-06-30&to=${LAST_DAY}`,
  'sales by item, 30 days': `/v1/reports/sales-by-item?from=2026-06-01&to=${LAST_DAY}&limit=100`,
  'stock on hand, 100 levels': '/v1/reports/stock-on-hand?limit=100',
  'list of 100 items': '/v1/items?limit=100',
};

/** Sales of two lines each, spread over the days, with the stock that they moved and the sums of their days. */
async function arrangeSales({ regions: { UK: pool } }: Databases, scene: Scene, rows: number): Promise<void> {
  const { companyId, storeId, firstItem } = scene;
  const db = await pool.connect();
  // Sums of a million rows take longer than any request may.
  await db.query('set statement_timeout = 0');
  for (let from = 0; from < rows; from += 50_000) {
    const chunk = [companyId, storeId, firstItem, from, Math.min(rows, from + 50_000) - 1, ITEMS, DAYS, LAST_DAY];
    for (const text of SALES) {
      const used = chunk.slice(0, Math.max(...[...text.matchAll(/\$(\d)/g)].map(([, n]) => Number(n))));
      await db.query(text, used);
    }
  }
  const raw = ['sales', 'sale_lines', 'stock_movements'];
  for (const table of raw) await db.query(`vacuum analyze region_uk.${table}`);
  await db.query(SUMS, [companyId]);
  await db.query(ITEM_SUMS, [companyId]);
  await db.query(LEVELS, [companyId]);
  for (const table of ['daily_sales', 'daily_item_sales', 'stock_levels']) {
    await db.query(`vacuum analyze region_uk.${table}`);
  }
  db.release(true);
}

const SALES = [
  `insert into region_uk.sales (company_id, id, kind, store_id, number, external_id, channel, sold_at, business_date, currency,
     gross, discounts, tax, paid_cash, paid_card, paid_online, paid_gift_card, paid_account, paid_other, entry_date)
   select $1, 2000000000 + g, 'sale', $2, g::text, g::text, 'counter', day + interval '12 hours', day, 'GBP', 7, 0, 1.16,
     0, 7, 0, 0, 0, 0, now()
   from (select g, $8::date - (g % $7::integer) as day from generate_series($4::integer, $5::integer) g where g % 2 = 0
     and $3::bigint > 0 and $6::integer > 0) s`,
  `insert into region_uk.sale_lines (company_id, sale_id, id, item_id, quantity, gross, discount, tax)
   select $1, 2000000000 + g - g % 2, 1 + g % 2, $3::bigint + (g / 2 * 7 + g % 2) % $6::integer, 1, 3.5, 0, 0.58
   from generate_series($4::integer, $5::integer) g where $2::bigint > 0`,
  `insert into region_uk.stock_movements (company_id, id, store_id, item_id, change, document_kind, document_id, line_id, at)
   select $1, 3000000000 + g, $2, $3::bigint + (g / 2 * 7 + g % 2) % $6::integer, -1, 'sale', 2000000000 + g - g % 2,
     1 + g % 2, now() from generate_series($4::integer, $5::integer) g`,
];

const SUMS = `
  insert into region_uk.daily_sales (company_id, day, store_id, currency, orders, refund_orders, gross, discounts, tax, refunds,
    paid_cash, paid_card, paid_online, paid_gift_card, paid_account, paid_other)
  select company_id, business_date, store_id, currency, count(*), 0, sum(gross), 0, sum(tax), 0, 0, sum(paid_card), 0, 0, 0, 0
  from region_uk.sales where company_id = $1 group by 1, 2, 3, 4`;

const ITEM_SUMS = `
  insert into region_uk.daily_item_sales (company_id, day, store_id, item_id, currency, quantity, refunded_quantity, gross,
    discounts, tax, refunds)
  select s.company_id, s.business_date, s.store_id, l.item_id, s.currency, sum(l.quantity), 0, sum(l.gross), 0, sum(l.tax), 0
  from region_uk.sales s join region_uk.sale_lines l on l.company_id = s.company_id and l.sale_id = s.id
  where s.company_id = $1 group by 1, 2, 3, 4, 5`;

const LEVELS = `
  insert into region_uk.stock_levels (company_id, item_id, store_id, on_hand)
  select company_id, item_id, store_id, sum(change) from region_uk.stock_movements where company_id = $1 group by 1, 2, 3`;

interface Server {
  readonly child: ChildProcess;
  readonly origin: string;
}

function start(): Promise<Server> {
  const child = fork(new URL('./tillgate.ts', import.meta.url), [url as string]);
  return new Promise((resolve, reject) => {
    child.once('message', ({ port }: { port: number }) => resolve({ child, origin: `http://localhost:${port}` }));
    child.once('exit', (code) => reject(new Error(`tillgate.ts ended with ${code}`)));
  });
}

async function mint(origin: string, { clientId, clientSecret, companyId }: Scene): Promise<string> {
  const body = JSON.stringify({ client_id: clientId, client_secret: clientSecret, merchant_id: companyId });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${origin}/v1/token`, { method: 'POST', headers, body });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function measure(origin: string, path: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const result = await autocannon({ url: origin + path, connections: CONNECTIONS, duration: SECONDS, headers });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

const databases = await openPostgres(url, {});
await migrate(databases);
const merchants: { size: number; token: string }[] = [];
const { child, origin } = await start();
for (const size of sizes.length > 0 ? sizes : [1000]) {
  const scene = await arrangeScene(databases, `Reports of ${size}`, ITEMS);
  await arrangeSales(databases, scene, size);
  merchants.push({ size, token: await mint(origin, scene) });
}
const rows: ReportsResult['rows'][number][] = [];
for (const [work, path] of Object.entries(REQUESTS)) {
  // Rounds alternate between the sizes, so that a noisy machine slows all of them.
  const rates = merchants.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [i, { token }] of merchants.entries()) rates[i]?.push(await measure(origin, path, token));
  }
  const [first = []] = rates;
  for (const [i, { size }] of merchants.entries()) {
    const ratio = median((rates[i] ?? []).map((rate, round) => rate / (first[round] ?? Number.NaN)));
    const rate = median(rates[i] ?? []);
    rows.push({ rows: size, work, rate, ratio });
    const figures = `${rate.toFixed(0).padStart(6)}/s  ratio ${ratio.toFixed(2)}`;
    console.log(`${String(size).padStart(8)} ledger rows  ${work.padEnd(26)} ${figures}`);
  }
}
child.disconnect();
await recordResult('reports', databases.control, { rows });
await databases.close();
