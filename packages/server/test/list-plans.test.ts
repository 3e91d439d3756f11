import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Explained, explainList } from '../bench/explain.ts';
import { LISTED } from '../bench/lists.ts';
import { arrangeMerchant } from '../bench/merchant.ts';
import { type Databases, openPostgres } from '../src/storage/database.ts';
import { freshPostgresUrl, storage, templateName } from './support/databases.ts';

const ITEMS = 20_000;

/** Milliseconds; long enough for any machine. */
const HOUR = 3_600_000;

/** A thousand records and one are collected. More are not sorted, but for the first records of many days. */
const MOST_SORTED = 1_001;

/** Pages that a list may look at: some of its index for those it counts, and a few for each record of the page. */
const MOST_PAGES = 350;

/** Lists that look at more, but no more of a larger merchant. */
const MORE_PAGES: Readonly<Record<string, number>> = {
  // A page for each of up to a thousand records, where the index that finds them does not hold what they are sorted by.
  'items, one category, by code': 1_200,
  'items, one category, 100 by price': 2_300,
  'items, weighed, by code': 1_200,
  // A few pages for each of a thousand, which are found in one table and compared in another.
  'items, out of stock, by price': 4_500,
  'items, low stock, active, by code': 4_500,
  'items, search, a fifth of a category': 4_500,
  'items, search, a fifth of the stock': 4_500,
  // The first records of each of 732 days.
  'orders, two years': 732 * 7,
};

let databases: Databases;
let drop: () => Promise<void>;
let client: PoolClient;
let companyId: number;

describe.skipIf(storage !== 'postgres')('A list of a merchant with many records', () => {
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
});

/** Nodes that read a whole table, or sort more than few rows. */
function wrongIn(nodes: Explained['nodes'], mostSorted: number): string[] {
  return nodes.flatMap((node) => {
    const { 'Node Type': type, 'Relation Name': table } = node;
    const rows = Math.max(0, ...(node.Plans ?? []).map((child) => child['Actual Rows'] * child['Actual Loops']));
    if (type === 'Seq Scan') return [`${type} of ${table}`];
    return /Sort/.test(type) && rows > mostSorted ? [`${type} of ${rows} rows`] : [];
  });
}
