import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { expectRejectedAt } from '../expect/rejections.ts';
import { DAY, stockFixture } from '../fixtures/stock.ts';

/** Kind of stock document, with the range of its date. */

interface Kind {
  readonly id: string;
  readonly noun: string;
  readonly path: string;
  readonly name: string;
  /** Maximum number of days ahead. */
  readonly days: number;
  readonly body: (place: Awaited<ReturnType<typeof stockFixture>>) => Record<string, unknown>;
}

const ORDER: Omit<Kind, 'id' | 'name' | 'days'> = {
  noun: 'PurchaseOrder',
  path: '/purchase-orders?receive=false',
  body: ({ here, supplierId, itemId }) => ({
    supplierId,
    storeId: here,
    orderDate: DAY,
    lines: [{ itemId, quantity: '1', unitCost: '1' }],
  }),
};

const KINDS: readonly Kind[] = [
  { ...ORDER, id: 'order-date', name: 'orderDate', days: 366 },
  { ...ORDER, id: 'expected-date', name: 'expectedDate', days: 1827 },
  {
    id: 'transfer-date',
    noun: 'StockTransfer',
    path: '/stock-transfers?receive=false',
    name: 'date',
    days: 366,
    body: ({ here, there, itemId }) => ({
      fromStoreId: here,
      toStoreId: there,
      date: DAY,
      lines: [{ itemId, quantity: '1' }],
    }),
  },
  {
    id: 'adjustment-date',
    noun: 'StockAdjustment',
    path: '/stock-adjustments?post=false',
    name: 'date',
    days: 31,
    body: ({ here, itemId }) => ({ storeId: here, type: 1, date: DAY, lines: [{ itemId, quantity: '1' }] }),
  },
];

const example = subject('examples', 'dates');

/** The date a number of days after an instant, in the latest time zone. */
const dayAhead = (instant: unknown, days: number): string => {
  const date = new Date(Date.parse(String(instant)) + 14 * 3_600_000);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

const boundsCase = ({ id, noun, path, name, days, body }: Kind): Case =>
  example(
    id,
    ['dates.bounds', `op.create${noun}.body.${name}`, `op.update${noun}.body.${name}`, `op.create${noun}.status.400`],
    `${name} of a ${path.split('?')[0]?.slice(1)} record is from 2000-01-01 to ${days} days ahead`,
    async (t) => {
      const fields = body(await stockFixture(t));
      const record = await t.as().create(path, fields);
      const url = `${path.split('?')[0]}/${record.id}`;
      const create = (date: string) => t.as().post(path, { ...fields, [name]: date });
      const change = (date: string) => t.as().patch(url, { [name]: date });
      // One day of margin, in case midnight passes between two calls.
      const [last, beyond] = [dayAhead(record.entryDate, days - 1), dayAhead(record.entryDate, days + 2)];
      for (const write of [create, change]) {
        t.equal((t.requireStatus(await write(last), write === create ? 201 : 200).body as Rec)[name], last, name);
        for (const date of ['1999-12-31', '1000-01-01', beyond, '9999-12-31'])
          expectRejectedAt(t, await write(date), 400, 'partner.validation_failed', `/${name}`);
      }
    },
  );

const expectedCase: Case = example(
  'expected-before-ordered',
  ['dates.expected', 'op.createPurchaseOrder.body.expectedDate', 'op.updatePurchaseOrder.body.expectedDate'],
  'an order’s expected date is not before its order date, whichever of the two is sent',
  async (t: CaseContext) => {
    const fields = { ...ORDER.body(await stockFixture(t)), orderDate: '2001-05-02' };
    const post = (expectedDate: string) => t.as().post(ORDER.path, { ...fields, expectedDate });
    expectRejectedAt(t, await post('2001-05-01'), 400, 'partner.validation_failed', '/expectedDate');
    const { id } = t.requireRecord(await post('2001-05-02'), 201);
    const change = (dates: object) => t.as().patch(`/purchase-orders/${id}`, dates);
    expectRejectedAt(
      t,
      await change({ expectedDate: '2001-05-01' }),
      400,
      'partner.validation_failed',
      '/expectedDate',
    );
    expectRejectedAt(t, await change({ orderDate: '2001-05-03' }), 400, 'partner.validation_failed', '/orderDate');
    t.requireStatus(await change({ orderDate: '2001-05-03', expectedDate: '2001-05-03' }), 200);
  },
);

export const DOCUMENT_DATE_CASES: readonly Case[] = [...KINDS.map(boundsCase), expectedCase];
