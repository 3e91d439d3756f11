import { describe, expect, test } from 'vitest';
import { statement } from '../../../src/storage/statement.ts';
import { idsOf, inOrder, type ListedRecord, page, walkCursor, walkPages } from '../../support/lists.ts';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

const COUNT = 10_400;
/** In another order by each sort. Every fortieth record has the name of its number as external id. */
const BRANDS = statement(
  undefined,
  `insert into region.brands (company_id, id, status, name, app_id, external_id, entry_date, updated_at)
   select $1::bigint, id, case when n % 20 = 0 then 0 else 1 end, 'Brand ' || (n * 7919) % ${COUNT},
     0, case when n % 40 = 0 then 'b' || n end, timestamptz '2026-01-01Z' + (n * 31) % ${COUNT} * interval '1 minute',
     timestamptz '2026-03-01Z' + n / 3 * interval '1 millisecond'
   from unnest($2::bigint[]) with ordinality as i (id, n)`,
);

const service = await sharedService();
const caller = await service.connect();
await service.arrange(caller.merchant, async (tx) => tx.query(BRANDS, [await tx.newIds(COUNT)]));
const records = (await walkCursor(caller, '/brands', '', 100)).flatMap(({ data }) => data);
const updatedAt = (n: number): string => String(inOrder(records, 'updatedAt', 'asc')[n]?.updatedAt);

const isBetween = (from: string | undefined, to: string | undefined) => (record: ListedRecord) =>
  (from === undefined || String(record.updatedAt) >= from) && (to === undefined || String(record.updatedAt) < to);

describe('GET /brands?updatedFrom=&updatedTo=', () => {
  const orders = ['entryDate', 'updatedAt', 'name'].flatMap((sort) =>
    ['asc', 'desc'].map((order) => ({ sort, order })),
  );

  test.each([
    { what: 'few', from: updatedAt(9_500), to: updatedAt(9_900) },
    { what: 'more than are counted', from: updatedAt(COUNT - 1_500), to: undefined },
    { what: 'more than are sorted', from: updatedAt(120), to: undefined },
    { what: 'more than are sorted, before an instant', from: undefined, to: updatedAt(COUNT - 120) },
  ])('returns each record of the range once, in every order: $what', async ({ from, to }) => {
    const range = [from && `updatedFrom=${from}`, to && `updatedTo=${to}`].filter(Boolean).join('&');
    const matching = records.filter(isBetween(from, to));
    for (const { sort, order } of orders) {
      const pages = await walkCursor(caller, '/brands', `${range}&sort=${sort}&order=${order}`, 100);
      expect(pages.flatMap(({ data }) => idsOf(data))).toEqual(idsOf(inOrder(matching, sort, order)));
      const total = Math.min(matching.length, 1000);
      for (const { pagination } of pages)
        expect(pagination).toMatchObject({ total, totalIsExact: matching.length <= 1000 });
    }
  });

  test('combines with other filters and numbered pages', async () => {
    const from = updatedAt(8_000);
    const matching = records.filter((record) => isBetween(from, undefined)(record) && record.status === 0);
    const pages = await walkPages(caller, '/brands', `updatedFrom=${from}&status=0&sort=name&order=asc`, 50);
    expect(pages.flatMap(({ data }) => idsOf(data))).toEqual(idsOf(inOrder(matching, 'name', 'asc')));
    const some = matching.slice(0, 3);
    const ids = [...idsOf(some), records.find(({ status }) => status === 1)?.id, 999_999_999];
    const { data, pagination } = await page(caller, '/brands', `updatedFrom=${from}&status=0&ids=${ids}&sort=name`);
    expect(idsOf(data)).toEqual(idsOf(inOrder(some, 'name', 'desc')));
    expect(pagination).toMatchObject({ total: 3, totalIsExact: true, hasMore: false });
  });

  test('compares what a record shows, even if its instant is stored in microseconds', async () => {
    const { id } = await caller.create('/brands', { name: 'In microseconds' });
    await service.arrange(caller.merchant, (tx) =>
      tx.query(
        statement(
          undefined,
          `update region.brands set updated_at = '2026-04-01 00:00:00.123999Z' where company_id = $1 and id = $2`,
        ),
        [id],
      ),
    );
    const { data } = await page(caller, '/brands', `ids=${id}`);
    const [record] = data;
    expect(record?.updatedAt).toBe('2026-04-01T00:00:00.123Z');
    const found = async (query: string) => (await page(caller, '/brands', `ids=${id}&${query}`)).data.length;
    expect(await found(`updatedFrom=${record?.updatedAt}`)).toBe(1);
    expect(await found(`updatedTo=${record?.updatedAt}`)).toBe(0);
    expect(await found('updatedFrom=2026-04-01T00:00:00.1231Z')).toBe(0);
    expect(await found('updatedTo=2026-04-01T00:00:00.1231Z')).toBe(1);
  });

  test('takes the first and the last instants that can be written', async () => {
    const total = async (query: string) => (await page(caller, '/brands', `limit=1&${query}`)).pagination.total;
    expect(await total('updatedFrom=1000-01-01T00:00:00%2B23:59')).toBe(1000);
    expect(await total('updatedFrom=9999-12-31T23:59:59.999999999-23:59')).toBe(0);
    expect(await total('updatedTo=9999-12-31T23:59:59.999999999-23:59')).toBe(1000);
  });
});

describe('A cursor of a range of changes', () => {
  test('fits every spelling of the range, and no other', async () => {
    const list = (from: string) => `/brands?limit=2&updatedFrom=${encodeURIComponent(from)}`;
    const { nextCursor } = (await caller.get(list('2026-03-01T00:00:01Z'))).body.pagination;
    for (const same of ['2026-03-01T05:30:01+05:30', '2026-03-01T00:00:01.000000Z', '2026-03-01T00:00:00.9999Z'])
      expect((await caller.get(`${list(same)}&cursor=${nextCursor}`)).status).toBe(200);
    const other = await caller.get(`${list('2026-03-01T00:00:01.001Z')}&cursor=${nextCursor}`);
    expect(rejectionOf(other)).toEqual(invalid('query cursor cursor'));
  });
});

describe('GET /brands?externalId=', () => {
  test('finds the records of every app that have exactly this one', async () => {
    const { id } = await caller.create('/brands', { name: 'Of this app', externalId: 'b40' });
    const expected = [...records.filter(({ externalId }) => externalId === 'b40').map((one) => one.id), id];
    expect(expected).toHaveLength(2);
    const { data } = await page(caller, '/brands', 'externalId=b40');
    expect(idsOf(data).toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
    for (const other of ['B40', 'b4', 'b400000'])
      expect((await page(caller, '/brands', `externalId=${other}`)).pagination.total).toBe(0);
  });
});
