import type { PoolClient } from 'pg';
import { readChanges } from '../../src/changes/read.ts';
import type { Databases } from '../../src/database/database.ts';
import { type Explained, explainReads } from '../explain.ts';
import type { FeedResult, PageCost } from '../measured.ts';
import { median } from '../statistics.ts';

const FILL = `
  insert into region_uk.changes (company_id, position, mark, at, app_id, correlation_id, kinds, store_ids, entries)
  select $1, n, n, now() - make_interval(secs => $2::integer - n), 1, gen_random_uuid(), 1, '{}',
    jsonb_build_array(jsonb_build_object('r', 1, 'id', 100000 + n, 'k', 'updated', 'v', 2, 'p', array['price']))
  from generate_series($3::integer, $4::integer) n`;

const STEP = 100_000;

/** Writes the log of a merchant without one: `length` rows with one change each. */
export async function fillLog(client: PoolClient, companyId: number, length: number): Promise<void> {
  for (let from = 1; from <= length; from += STEP)
    await client.query(FILL, [companyId, length, from, Math.min(length, from + STEP - 1)]);
  await client.query('vacuum analyze region_uk.changes');
}

/** Places from which pages are read: the beginning of the log, its middle, and ten rows before its end. */
export const PLACES = {
  'the first page': () => 1,
  'a page in the middle': (length: number) => length / 2,
  'the last ten changes': (length: number) => length - 10,
  'nothing new': (length: number) => length,
} as const;

/** Explains a page of 100 changes after a row, as a reader of all resources and stores gets it. */
export async function explainPage(client: PoolClient, companyId: number, position: number): Promise<Explained> {
  const request = {
    after: { position, mark: position, entries: null },
    limit: 100,
    view: { resources: 2 ** 14 - 1, storeIds: null },
  };
  const [page] = await explainReads(client, companyId, (tenant) => readChanges(tenant, request));
  return page as Explained;
}

const LENGTHS = [1_000, 1_000_000] as const;

/** Not merchants of the bench, which have logs of their own. */
const FIRST_COMPANY = 900_000_000;

const RUNS = 7;

/** Explains pages of a short log and of a long one. */
export async function comparePages({ regions }: Databases): Promise<FeedResult['pages']> {
  const client = await regions.UK.connect();
  for (const [n, length] of LENGTHS.entries()) await fillLog(client, FIRST_COMPANY + n, length);
  const rows: FeedResult['pages'][number][] = [];
  for (const [what, placeIn] of Object.entries(PLACES)) {
    const costs: PageCost[] = [];
    for (const [n, length] of LENGTHS.entries()) {
      const runs: Explained[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await explainPage(client, FIRST_COMPANY + n, placeIn(length)));
      const of = (part: 'pages' | 'milliseconds') => median(runs.map((one) => one[part]));
      costs.push({ pages: of('pages'), milliseconds: of('milliseconds') });
      console.log(what.padEnd(24), String(length).padStart(9), costs.at(-1));
    }
    rows.push({ what, costs });
  }
  client.release();
  return rows;
}
