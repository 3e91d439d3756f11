import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { DailySales, DailySalesReport } from '../../../src/contract/generated/types.gen.ts';
import type { Caller } from '../../support/api-caller.ts';
import { importValid, itemLine, storeLine } from '../../support/import-lines.ts';
import { startService } from '../../support/service.ts';

const KINDS = ['cash', 'card', 'online', 'giftCard', 'account', 'other'] as const;

// After the last sale.
const service = await startService({ now: Date.parse('2026-12-01T08:00:00Z') });
afterAll(() => service.stop());

async function storesOf(app: Caller): Promise<Record<string, number>> {
  const { data } = (await app.get('/stores?limit=100')).body;
  return Object.fromEntries(data.map(({ externalId, id }: { externalId: string; id: number }) => [externalId, id]));
}

async function report(app: Caller, from: string, to: string, more = ''): Promise<DailySalesReport> {
  const { status, body, text } = await app.get(`/reports/daily-sales?from=${from}&to=${to}${more}`);
  if (status !== 200) throw new Error(text);
  return body;
}

const HOUR = 60 * 60_000;
const ZONES = ['Europe/London', 'Asia/Kolkata', 'America/New_York', 'Pacific/Auckland'];

const units = (amount: string): bigint => {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(2, '0')}`);
};
const text = (value: bigint, decimals = 2): string =>
  value === 0n && decimals === 0
    ? '0'
    : `${value / 10n ** BigInt(decimals)}.${String(value % 10n ** BigInt(decimals)).padStart(decimals, '0')}`;

const aLine = fc
  .record({
    gross: fc.bigInt(0n, 9_999_999n),
    discount: fc.nat(1000),
    tax: fc.nat(1000),
    quantity: fc.integer({ min: 1, max: 9999 }),
  })
  .map(({ gross, discount, tax, quantity }) => {
    const off = (gross * BigInt(discount)) / 1000n;
    const within = ((gross - off) * BigInt(tax)) / 1000n;
    return { item: 'A', quantity: String(quantity), gross: text(gross), discount: text(off), tax: text(within) };
  });

/** Days on which a zone's clock goes forward or back, and which therefore have 23 or 25 hours. */
const CLOCK_CHANGES = ['2026-03-08', '2026-03-29', '2026-04-04', '2026-09-26', '2026-10-25', '2026-11-01'];

/**
 * A minute before and after the start of a day: in London and New York around a clock change, in
 * Kolkata and in Auckland.
 */
const EDGES = [
  ...['2026-03-08T04:59Z', '2026-03-08T05:01Z', '2026-03-09T03:59Z', '2026-03-09T04:01Z', '2026-11-01T03:59Z'],
  ...['2026-11-01T04:01Z', '2026-11-02T04:59Z', '2026-11-02T05:01Z', '2026-03-28T23:59Z', '2026-03-29T00:01Z'],
  ...['2026-03-29T22:59Z', '2026-03-29T23:01Z', '2026-10-24T22:59Z', '2026-10-24T23:01Z', '2026-10-25T23:59Z'],
  ...['2026-10-26T00:01Z', '2026-03-08T18:29Z', '2026-03-08T18:31Z', '2026-03-08T10:59Z', '2026-03-08T11:01Z'],
];

/** Instants from the day before until the day after. */
const around = (day: string) => {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return fc.date({ min: new Date(noon - 36 * HOUR), max: new Date(noon + 36 * HOUR), noInvalidDate: true });
};

const aSale = fc.record({
  refund: fc.boolean(),
  store: fc.nat(ZONES.length - 1),
  at: fc.oneof(
    ...CLOCK_CHANGES.map(around),
    fc.constantFrom(...EDGES).map((text) => new Date(text)),
  ),
  lines: fc.array(aLine, { minLength: 1, maxLength: 4 }),
  kinds: fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 3 }),
  share: fc.nat(100),
});
type RandomSale = typeof aSale extends fc.Arbitrary<infer S> ? S : never;

const dueOf = ({ lines }: RandomSale): bigint =>
  lines.reduce((sum, line) => sum + units(line.gross) - units(line.discount), 0n);

/** The first kind of payment covers a share, the last one the rest. */
function paymentsOf(sale: RandomSale): { kind: (typeof KINDS)[number]; amount: string }[] {
  const due = dueOf(sale);
  const first = (due * BigInt(sale.share)) / 100n;
  return [
    { kind: sale.kinds[0] ?? 'cash', amount: text(first) },
    { kind: sale.kinds.at(-1) ?? 'cash', amount: text(due - first) },
  ];
}

/** Expected report row for a store's day, computed here. */
function expectedOf(sales: readonly RandomSale[]) {
  const days = new Map<string, Record<string, bigint>>();
  for (const sale of sales) {
    const zone = ZONES[sale.store] as string;
    const key = `${new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(sale.at)} ${sale.store}`;
    const sums = days.get(key) ?? {};
    const add = (name: string, value: bigint) => {
      sums[name] = (sums[name] ?? 0n) + value;
    };
    const sign = sale.refund ? -1n : 1n;
    for (const line of sale.lines) {
      add('tax', sign * units(line.tax));
      add('gross', sale.refund ? 0n : units(line.gross));
      add('discounts', sale.refund ? 0n : units(line.discount));
    }
    add('refunds', sale.refund ? dueOf(sale) : 0n);
    add(sale.refund ? 'refundOrders' : 'orders', 1n);
    for (const { kind, amount } of paymentsOf(sale)) add(kind, sign * units(amount));
    days.set(key, sums);
  }
  return days;
}

test('The report of random sales has their sums, and its totals are the sums of its rows', async () => {
  let n = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(aSale, { minLength: 1, maxLength: 60 }), async (sales) => {
      const app = await service.connect();
      const lines = sales.map((sale) => ({
        type: sale.refund ? 'refund' : 'sale',
        externalId: `x${n++}`,
        store: `S${sale.store}`,
        number: '1',
        at: sale.at.toISOString(),
        lines: sale.lines,
        payments: paymentsOf(sale),
      }));
      await importValid(service, app.merchant, [
        ...ZONES.map((zone, i) => storeLine(`S${i}`, zone)),
        itemLine('A'),
        ...lines,
      ]);
      const names = Object.fromEntries(Object.entries(await storesOf(app)).map(([name, id]) => [id, name.slice(1)]));
      const { data, totals } = await report(app, '2026-03-01', '2026-11-30');
      const expected = expectedOf(sales);
      expect(data).toHaveLength(expected.size);
      for (const row of data) checkRow(row, expected.get(`${row.date} ${names[row.storeId]}`) ?? {});
      const [total] = totals;
      for (const name of ['gross', 'discounts', 'tax', 'refunds', 'net'] as const) {
        expect(units(total?.[name] ?? '')).toBe(data.reduce((sum, row) => sum + units(row[name]), 0n));
      }
      expect(total?.orders).toBe(data.reduce((sum, row) => sum + row.orders, 0));
    }),
    { numRuns: 12 },
  );
});

function checkRow(row: DailySales, expected: Record<string, bigint>): void {
  const of = (name: string) => expected[name] ?? 0n;
  const { gross, discounts, tax, refunds, net, orders, refundOrders, payments } = row;
  const found = { gross, discounts, tax, refunds, ...payments };
  for (const [name, value] of Object.entries(found)) expect([name, units(value)]).toEqual([name, of(name)]);
  expect([BigInt(orders), BigInt(refundOrders)]).toEqual([of('orders'), of('refundOrders')]);
  expect(units(net)).toBe(of('gross') - of('discounts') - of('refunds') - of('tax'));
  expect(Object.values(payments).reduce((sum, amount) => sum + units(amount), 0n)).toBe(units(net) + units(tax));
}
