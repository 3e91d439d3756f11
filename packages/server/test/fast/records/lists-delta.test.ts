import { describe, expect, test } from 'vitest';
import { statement } from '../../../src/database/statement.ts';
import { idsOf, inOrder, type ListedRecord, page, walkCursor } from '../../support/lists.ts';
import { sharedService } from '../../support/service.ts';

/** More than are sorted of a range. */
const COUNT = 10_400;
/** In another order by each sort. */
const BRANDS = statement(
  undefined,
  `insert into region.brands (company_id, id, status, name, app_id, entry_date, updated_at)
   select $1::bigint, id, 1, 'Brand ' || (n * 7919) % ${COUNT}, 0,
     timestamptz '2026-01-01Z' + (n * 31) % ${COUNT} * interval '1 minute',
     timestamptz '2026-03-01Z' + n / 3 * interval '1 millisecond'
   from unnest($2::bigint[]) with ordinality as i (id, n)`,
);

const service = await sharedService();
const caller = await service.connect();
await service.arrange(caller.merchant, async (tx) => tx.query(BRANDS, [await tx.newIds(COUNT)]));
const records = (await walkCursor(caller, '/brands', '', 100)).flatMap(({ data }) => data);
const updatedAt = (n: number): string => String(inOrder(records, 'updatedAt', 'asc')[n]?.updatedAt);

describe('GET /brands?updatedFrom=&updatedTo=', () => {
  const ORDERS = ['entryDate desc', 'updatedAt asc', 'name asc', 'name desc'];

  test.each([
    { what: 'few', from: updatedAt(9_500), to: updatedAt(9_900), orders: ORDERS },
    { what: 'more than are counted', from: updatedAt(COUNT - 1_500), to: '9999-12-31T00:00:00Z', orders: ORDERS },
    { what: 'more than are sorted', from: updatedAt(120), to: '9999-12-31T00:00:00Z', orders: ORDERS },
    {
      what: 'more than are sorted, from the first',
      from: undefined,
      to: updatedAt(COUNT - 120),
      orders: ['name asc', 'name desc'],
    },
  ])('returns each record of the range once, by each sort: $what', async ({ from = '', to, orders }) => {
    const range = `${from && `updatedFrom=${from}&`}updatedTo=${to}`;
    const isWithin = (record: ListedRecord) => String(record.updatedAt) >= from && String(record.updatedAt) < to;
    const matching = records.filter(isWithin);
    const counted = { total: Math.min(matching.length, 1000), totalIsExact: matching.length <= 1000 };
    for (const [sort = '', order = ''] of orders.map((each) => each.split(' '))) {
      const pages = await walkCursor(caller, '/brands', `${range}&sort=${sort}&order=${order}`, 100);
      expect(pages.flatMap(({ data }) => idsOf(data))).toEqual(idsOf(inOrder(matching, sort, order)));
      for (const { pagination } of pages) expect(pagination).toMatchObject(counted);
    }
  });

  test('compares what a record shows, even if its instant is stored in microseconds', async () => {
    const { id } = await caller.create('/brands', { name: 'In microseconds' });
    const sql = `update region.brands set updated_at = '2026-04-01 00:00:00.123999Z' where company_id = $1 and id = $2`;
    await service.arrange(caller.merchant, (tx) => tx.query(statement(undefined, sql), [id]));
    const found = async (query: string) => (await page(caller, '/brands', `ids=${id}&${query}`)).data;
    const shown = '2026-04-01T00:00:00.123Z';
    expect(await found(`updatedFrom=${shown}`)).toMatchObject([{ updatedAt: shown }]);
    expect(await found(`updatedTo=${shown}`)).toEqual([]);
    expect(await found('updatedFrom=2026-04-01T00:00:00.1231Z')).toEqual([]);
    expect(await found('updatedTo=2026-04-01T00:00:00.1231Z')).toHaveLength(1);
  });
});
