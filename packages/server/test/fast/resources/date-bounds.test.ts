import { describe, expect, test } from 'vitest';
import { statement } from '../../../src/storage/statement.ts';
import { walkCursor } from '../../support/lists.ts';
import { arrangePurchasing, newOrder } from '../../support/purchasing.ts';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

/** Stores around the world, from the first in which a day begins to the last. */
const ZONES = ['Pacific/Kiritimati', 'Asia/Kolkata', 'Europe/London', 'America/New_York', 'Pacific/Pago_Pago'];
const DAYS = ['2026-05-30', '2026-05-31', '2026-06-01', '2026-06-02'];

const INSTANTS = [
  '2026-06-01T00:00:00Z',
  '2026-05-31T23:59:59.999999999Z',
  '2026-06-01T00:00:00+05:30',
  '2026-05-31T20:00:00-04:00',
  '2026-05-31T09:59:59Z',
  '2026-05-31T10:00:00Z',
  '2026-06-01T11:00:00.000Z',
];

interface Dated {
  readonly id: number;
  readonly day: string;
  readonly zone: string;
}

const orders: Dated[] = [];
const returns: Dated[] = [];
const transfers: Dated[] = [];

const SET_ZONE = statement(undefined, 'update region.stores set timezone = $3 where company_id = $1 and id = $2');

const service = await sharedService();
const caller = await service.connect();
const scene = await arrangePurchasing(service, caller);
for (const zone of ZONES) {
  const storeId = await service.newStore(caller.merchant, zone);
  await service.arrange(caller.merchant, (tx) => tx.query(SET_ZONE, [storeId, zone]));
  for (const day of DAYS) await writeDocuments(storeId, zone, day);
}

/** Writes one order, one return and one transfer out of the store, all dated this day. */
async function writeDocuments(storeId: number, zone: string, day: string): Promise<void> {
  orders.push({ id: (await newOrder(scene, { storeId, orderDate: day })).id, day, zone });
  const gone = { itemId: scene.itemId, variantId: null, quantity: '1', unitCost: '1' };
  const { supplierId } = scene;
  const returned = await service.newReturn(caller.merchant, { supplierId, storeId, date: day, lines: [gone] });
  returns.push({ id: returned, day, zone });
  const lines = [{ itemId: scene.itemId, quantity: '1' }];
  const moved = { fromStoreId: storeId, toStoreId: scene.storeId, date: day, lines };
  transfers.push({ id: (await caller.create('/stock-transfers?receive=false', moved)).id, day, zone });
}

/** The local day at an instant. */
const dayAt = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date(instant));

const from = (bound: string) => (row: Dated) => row.day >= dayAt(bound, row.zone);
const to = (bound: string) => (row: Dated) => row.day <= dayAt(bound, row.zone);
const ids = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id).sort((a, b) => a - b);

async function listed(path: string): Promise<number[]> {
  const { body, text } = await caller.get(path);
  expect(body.pagination?.total, text).toBe(body.data.length);
  return ids(body.data);
}

describe.each([
  ['/purchase-orders', () => orders, ''],
  ['/purchase-orders', () => [...orders, ...returns], '&transactions=true'],
  ['/stock-transfers', () => transfers, ''],
])('GET %s', (path, rows, more) => {
  test.each(INSTANTS)(`?fromDate=%s${more} starts at the date at the record’s store`, async (instant) => {
    const bound = encodeURIComponent(instant);
    expect(await listed(`${path}?limit=100&fromDate=${bound}${more}`)).toEqual(ids(rows().filter(from(instant))));
  });

  test.each(INSTANTS)(`?toDate=%s${more} ends with the date at the record’s store`, async (instant) => {
    const bound = encodeURIComponent(instant);
    expect(await listed(`${path}?limit=100&toDate=${bound}${more}`)).toEqual(ids(rows().filter(to(instant))));
  });

  test(`accepts an instant on one side and a date on the other, by cursor too${more}`, async () => {
    const expected = rows().filter((row) => from('2026-06-01T00:00:00Z')(row) && row.day <= '2026-06-01');
    const pages = await walkCursor(caller, path, `fromDate=2026-06-01T00:00:00Z&toDate=2026-06-01${more}`, 2);
    expect(ids(pages.flatMap(({ data }) => data))).toEqual(ids(expected));
  });

  test(`accepts the ends of the calendar${more}`, async () => {
    const ends = ['1000-01-01T00:00:00%2B23:59', '9999-12-31T23:59:59-23:59'];
    expect(await listed(`${path}?limit=100&fromDate=${ends[0]}&toDate=${ends[1]}${more}`)).toEqual(ids(rows()));
  });

  test(`explains how to send an offset${more}`, async () => {
    const answer = await caller.get(`${path}?fromDate=2026-06-01T00:00:00+05:30${more}`);
    expect(rejectionOf(answer)).toEqual(invalid('query fromDate format', 'query fromDate pattern'));
    const [format, pattern] = answer.body.details;
    expect(format.message).toBe('must be a valid date and time in RFC 3339 format, with an offset');
    expect(pattern.message).toContain('RFC 3339 format with an offset, whose + is sent as %2B');
  });
});
