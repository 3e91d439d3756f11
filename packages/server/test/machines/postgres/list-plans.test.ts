import type { PoolClient, QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Explained, explainList } from '../../../bench/explain.ts';
import { LISTED } from '../../../bench/lists.ts';
import { arrangeMerchant } from '../../../bench/merchant.ts';
import { CursorCodec } from '../../../src/changes/cursor.ts';
import { type Databases, openPostgres } from '../../../src/database/database.ts';
import { inRegion, type Statement } from '../../../src/database/statement.ts';
import type { TenantStore } from '../../../src/database/tenant.ts';
import { Lists, type Page } from '../../../src/lists/lists.ts';
import type { ListQuery } from '../../../src/lists/plan.ts';
import { ITEMS as CATALOGUE } from '../../../src/records/items/store.ts';
import { PURCHASE_ORDERS } from '../../../src/records/purchase-orders/orders.ts';
import { freshPostgresUrl, templateName } from '../../support/databases.ts';

const ITEMS = 20_000;

/** In milliseconds; long enough for any machine. */
const HOUR = 3_600_000;

/** 1,001 records are collected. More are never sorted, except for the first records of many days. */
const MOST_SORTED = 1_001;

/** Pages that a list may read: part of an index for counting, and a few for each record on the page. */
const MOST_PAGES = 350;

/** Lists that read more pages, but no more for a larger merchant. */
const MORE_PAGES: Readonly<Record<string, number>> = {
  // One page per record, up to a thousand, where the index that finds the records does not contain
  // the sort key; and a few for each record on the page.
  'items, one category, by code': 1_200,
  'items, one tax of a category, by code': 1_200,
  'items, one category, 100 by price': 1_700,
  'items, weighed, by code': 1_200,
  // A few pages per record for a thousand records, which are found in one table and compared in another.
  'items, low stock, active, by code': 4_500,
  'items, search, a fifth of a category': 4_500,
  'items, search, a fifth of the stock': 4_500,
  'modifiers, of many items': 8_000,
  // A few pages for each of a hundred records, for counting and reading them.
  'items, 100 ids': 1_200,
  'items, 100 ids, by name': 1_700,
  'orders, 100 ids': 1_200,
  'transactions, 100 ids': 1_700,
  // 3,600 changes that are sorted by something else.
  'items, changed in an hour, first to last': 3_700,
  'items, changed in an hour, by name': 3_700,
  // Counts up to 10,000 changes.
  'items, changed ever': 1_500,
  'items, changed ever, one category': 1_200,
  // The newest record of each of 732 days.
  'orders, two years': 732 * 4,
};

let databases: Databases;
let drop: () => Promise<void>;
let client: PoolClient;
let companyId: number;

describe('A list of a merchant with many records', () => {
  beforeAll(async () => {
    const template = templateName(process.env.TEST_DATABASE_URL as string);
    const fresh = await freshPostgresUrl(template);
    drop = fresh.drop;
    databases = await openPostgres(
      fresh.url,
      {},
      { limits: { connect: HOUR, silence: HOUR, probe: HOUR, statement: HOUR, lock: HOUR, answer: HOUR } },
    );
    ({ companyId } = await arrangeMerchant(databases, 'Many', ITEMS));
    client = await databases.regions.UK.connect();
  }, HOUR);
  afterAll(async () => {
    client?.release(true);
    await databases?.close();
    await drop?.();
  });

  test.each(LISTED)('is read by its indexes: $name', async (listed) => {
    const most = MORE_PAGES[listed.name] ?? MOST_PAGES;
    for (const { nodes, pages } of await explainList(client, companyId, listed)) {
      expect(pages).toBeLessThanOrEqual(most);
      expect(wrongIn(nodes, Math.max(most, MOST_SORTED))).toEqual([]);
    }
  });

  test('is planned once on each connection, whatever its limit and page', async () => {
    const { UK } = databases.regions;
    const lists = new Lists(new CursorCodec(new Uint8Array(32)));
    const tenant = tenantOn((query, sql) => UK.read(query, sql));
    const query = { sort: 'entryDate', order: 'desc', page: 1 } as const;
    for (let limit = 1; limit <= 10; limit += 1) {
      const { nextCursor } = await lists.read(tenant, CATALOGUE, { ...query, limit });
      await lists.read(tenant, CATALOGUE, { ...query, limit, cursor: nextCursor as string });
    }
    const { rows } = await UK.query(
      `select generic_plans::integer as kept, custom_plans::integer as made from pg_prepared_statements where name like 'list.items%'`,
    );
    expect(rows).toEqual([
      { kept: 10, made: 0 },
      { kept: 10, made: 0 },
    ]);
  });

  test.each(['asc', 'desc'] as const)(
    'is of a range of days in its order, whatever their records’ order: %s',
    async (order) => {
      // Orders entered long after their day, or long before it.
      await client.query(
        'update region_uk.purchase_orders set order_date = order_date + (id % 9 - 4)::integer * 50 where id % 3 = 0',
      );
      const days = { fromDate: '2024-01-01', toDate: '2025-10-31' };
      const { rows } = await client.query<{ id: number }>(
        `select id from region_uk.purchase_orders where company_id = $1 and status = 1 and order_date between $2 and $3
       order by entry_date ${order}, id ${order}`,
        [companyId, days.fromDate, days.toDate],
      );
      const pages = await readPages({ sort: 'entryDate', order, page: 1, limit: 100, status: 1, ...days });
      expect(rows.length).toBeGreaterThan(1000);
      expect(pages).toEqual(rows.map(({ id }) => id));
    },
  );
});

type Run = (query: QueryConfig, sql: Statement) => Promise<{ readonly rows: object[] }>;

/** The merchant's store as lists use it. */
function tenantOn(run: Run): TenantStore {
  const read = async (sql: Statement, values: readonly unknown[] = []) =>
    (await run({ ...inRegion(sql, 'UK'), values: [companyId, ...values] }, sql)).rows;
  return { scope: { companyId }, read } as unknown as TenantStore;
}

/** Ids of the orders in a list, read page by page. */
async function readPages(query: ListQuery): Promise<number[]> {
  const lists = new Lists(new CursorCodec(new Uint8Array(32)));
  const tenant = tenantOn((query) => client.query(query));
  const ids: number[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: Page = await lists.read(tenant, PURCHASE_ORDERS, { ...query, ...(cursor && { cursor }) });
    ids.push(...(JSON.parse(`[${page.rows}]`) as { id: number }[]).map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}

/** Plan nodes that read a whole table or sort too many rows. */
function wrongIn(nodes: Explained['nodes'], mostSorted: number): string[] {
  return nodes.flatMap((node) => {
    const { 'Node Type': type, 'Relation Name': table } = node;
    const rows = Math.max(0, ...(node.Plans ?? []).map((child) => child['Actual Rows'] * child['Actual Loops']));
    if (type === 'Seq Scan') return [`${type} of ${table}`];
    return /Sort/.test(type) && rows > mostSorted ? [`${type} of ${rows} rows`] : [];
  });
}
