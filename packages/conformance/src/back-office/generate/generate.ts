import { type Draw, drawing } from '../../draw.ts';
import type { Line, OpenOrderLine, ReceiptLine, TradeLine } from '../lines.ts';
import { MOMENTS } from './moments.ts';
import { CHANGED_ITEMS, ITEMS, OPENINGS, REFERENCES, STORES } from './references.ts';
import { lineOf, openOrderAt, paidExactly, priced, refundAt, returnOf, saleAt } from './trade.ts';

/** Merchants that have a file. All have the same stores and items; their sales differ. */
export const FILES = ['main', 'other', 'live'] as const;
export type FileName = (typeof FILES)[number];

/** Every line of a merchant's file, in an order that can be imported. */
export function linesFor(name: FileName): Line[] {
  const draw = drawing(7919 * (FILES.indexOf(name) + 1));
  const sales = STORES.flatMap(({ externalId }) => salesAt(externalId, draw));
  const refunds = refundsOf(sales, draw);
  const orders = openOrders(draw);
  return [
    ...REFERENCES,
    ...ITEMS,
    ...OPENINGS,
    ...sales,
    ...refunds,
    ...orders,
    ...returnsOf(FILES.indexOf(name) + 1),
    ...changedOrders(orders, draw),
    ...acrossChanges(draw),
    ...tendered(),
  ];
}

export const textFor = (name: FileName): string =>
  linesFor(name)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

/** One or two sales at each moment. The first is free; the last sells out the jam. */
function salesAt(store: string, draw: Draw): TradeLine[] {
  const moments = MOMENTS[store] ?? [];
  const drawn = moments.flatMap((at) => Array.from({ length: 1 + draw(2) }, () => ({ at, lines: lines(draw) })));
  const [first = '', last = ''] = [moments[0], moments.at(-1)];
  const all = [
    { at: first, lines: [priced('gift', undefined, '1', '1')] },
    ...drawn,
    { at: last, lines: [priced('jam', undefined, '7', '0'), priced('tea', undefined, '10', '0')] },
  ];
  return all.map((sale, i) => saleAt({ store, at: sale.at, number: i + 1 }, sale.lines, draw));
}

const lines = (draw: Draw) => Array.from({ length: 1 + draw(3) }, () => lineOf(draw));

/** Cash rounded up and down, with change and tips, in a sale, in its refund, and at a store with another currency. */
function tendered(): TradeLine[] {
  const receipt = (store: string, number: number, lines: readonly ReceiptLine[], more: Partial<TradeLine>) =>
    paidExactly({ store, at: '2025-03-26T12:00:00Z', number }, lines, more);
  const mugs = priced('mug', undefined, '2', '0.0125');
  const teas = priced('tea', undefined, '4', '0');
  const cash = (amount: string) => ({ payments: [{ kind: 'cash' as const, amount }] });
  const card = { kind: 'card' as const, amount: '5' };
  return [
    receipt('quay', 94, [mugs], { ...cash('20'), rounding: '0.2', changeGiven: '4' }),
    receipt('quay', 95, [teas], { payments: [...cash('6.95').payments, card], rounding: '-0.01', tips: '2' }),
    receipt('quay', 94, [mugs], { type: 'refund', ...cash('15.5'), rounding: '-0.3', sale: 'sale-quay-94' }),
    receipt('isle', 94, [teas], { ...cash('11.5'), rounding: '0.04', tips: '0.5', changeGiven: '1' }),
  ];
}

/** Sales before and after their items change, one that arrives late and states its components, and refunds after that. */
function acrossChanges(draw: Draw): Line[] {
  const quay = (day: string, number: number) => ({ store: 'quay', at: `2025-03-${day}T12:00:00Z`, number });
  const sold = [
    priced('box', undefined, '3', '0'),
    priced('roll', undefined, '3', '0'),
    priced('pin', undefined, '3', '0'),
  ];
  const box = priced('box', undefined, '1', '0');
  const late = {
    ...box,
    components: [
      { item: 'beans', quantity: '0.125' },
      { item: 'tea', quantity: '1' },
    ],
  };
  const sale = (number: number) => `sale-quay-${number}`;
  return [
    saleAt(quay('20', 90), sold, draw),
    ...CHANGED_ITEMS,
    saleAt(quay('20', 91), [late], draw),
    saleAt(quay('20', 92), [box], draw),
    refundAt(quay('21', 90), [box, ...sold.slice(1)], draw, sale(90)),
    ...[91, 92].map((number) => refundAt(quay('21', number), [box], draw, sale(number))),
    saleAt(quay('22', 93), [box], draw),
  ];
}

const REFUND_DAYS: Readonly<Record<string, readonly string[]>> = {
  quay: ['2025-03-04T10:00:00Z', '2025-03-16T23:59:59Z', '2025-03-31T00:30:00+01:00'],
  hill: ['2025-03-16T22:00:00-07:00', '2025-03-30T17:45:00-07:00'],
  mill: ['2025-03-17T02:00:00+05:30', '2025-03-31T05:20:00+05:30'],
  isle: ['2025-04-07T11:00:00+12:00'],
};

/**
 * Refunds of the first line of some sales, on a later day that may have no sales; one refers to no sale in the file.
 */
function refundsOf(sales: readonly TradeLine[], draw: Draw): TradeLine[] {
  return STORES.flatMap(({ externalId: store }) => {
    const own = sales.filter((sale) => sale.store === store);
    return (REFUND_DAYS[store] ?? []).map((at, i) => {
      const sale = own[i + 1];
      return refundAt({ store, at, number: i + 1 }, sale?.lines.slice(0, 1) ?? [], draw, refunded(sale, i));
    });
  });
}

const refunded = (sale: TradeLine | undefined, i: number): string | undefined =>
  i === 1 ? undefined : sale?.externalId;

/** Two orders opened at the same moment. One is closed; the other was opened before that. */
function openOrders(draw: Draw): OpenOrderLine[] {
  const at = (store: string, number: number, time: string) => ({ store, number, at: `2025-04-07T${time}Z` });
  const closed = at('quay', 5, '08:00:00');
  const ordered = lines(draw);
  return [
    openOrderAt(
      at('quay', 1, '09:00:00'),
      [priced('shirt', 'M', '2', '0.25'), priced('tea', undefined, '3', '0')],
      draw,
    ),
    openOrderAt(at('quay', 2, '09:30:00.250'), lines(draw), draw),
    openOrderAt(at('quay', 3, '09:30:00.250'), lines(draw), draw),
    openOrderAt(at('quay', 4, '07:00:00'), [priced('beans', undefined, '0.333', '0.0125')], draw),
    openOrderAt(closed, ordered, draw),
    openOrderAt(closed, ordered, draw, 'closed'),
    openOrderAt(at('quay', 6, '10:00:00'), lines(draw), draw, 'closed'),
    openOrderAt(at('hill', 1, '06:30:00'), lines(draw), draw),
    openOrderAt(at('hill', 2, '23:59:59'), lines(draw), draw),
  ];
}

/**
 * The order opened first changes last, after lines of another type, so that it is written in a
 * later batch. So does the first of all, whose sums stay the same. One opened earlier arrives just as late through another channel.
 */
const changedOrders = (orders: readonly OpenOrderLine[], draw: Draw): OpenOrderLine[] => [
  openOrderAt(
    { store: 'quay', number: 4, at: '2025-04-07T07:00:00Z' },
    [priced('beans', undefined, '0.333', '0.0125'), priced('mug', undefined, '2', '0')],
    draw,
  ),
  { ...openOrderAt({ store: 'quay', number: 7, at: '2025-04-07T06:00:00Z' }, lines(draw), draw), channel: 'counter' },
  ...orders.slice(0, 1).map((first) => ({ ...first, lines: first.lines.toReversed() })),
];

/** Merchants return different quantities. */
const returnsOf = (n: number) => [
  returnOf(1, 'north', 'quay', '2025-03-05', [
    { item: 'scone', quantity: String(n), unitCost: '1.1025' },
    { item: 'shirt', variant: 'L', quantity: '2', unitCost: '6.5' },
  ]),
  returnOf(2, 'south', 'hill', '2025-03-06', [{ item: 'beans', quantity: '1.5', unitCost: `${n}.5` }]),
];
