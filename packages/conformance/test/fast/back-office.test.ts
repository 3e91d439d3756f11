import { describe, expect, test } from 'vitest';
import { fileOf } from '../../src/back-office/files.ts';
import { type BackOfficeFile, readBackOffice } from '../../src/back-office/read-back-office.ts';
import { levelsOf } from '../../src/back-office/stock.ts';
import { textOf } from '../../src/decimals.ts';
import { daysOf, itemsOf, totalsOf } from '../../src/specification/sales.ts';
import { toTarget } from '../../src/target/read-target.ts';
import { written } from '../support/command.ts';

const read = (lines: readonly (object | string)[], period: Omit<BackOfficeFile, 'file'> = {}) => {
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  return readBackOffice({ file: written('back-office.ndjson', text), ...period });
};

const STORE = { type: 'store', externalId: 'S', name: 'West', code: 'W', timezone: 'America/Los_Angeles' };
const ITEM = { type: 'item', externalId: 'A', name: 'Tea', itemCode: 'A', trackStock: true };
const BOX = {
  type: 'item',
  externalId: 'B',
  name: 'Box',
  itemCode: 'B',
  itemType: 2,
  components: [{ item: 'A', quantity: '0.25' }],
};
const line = (more: object = {}) => ({
  item: 'A',
  quantity: '2',
  gross: '10.0005',
  discount: '1',
  tax: '1.5',
  ...more,
});
const sale = (externalId: string, at: string, lines: object[] = [line()], more: object = {}) => ({
  type: 'sale',
  externalId,
  store: 'S',
  number: externalId,
  at,
  lines,
  payments: [{ kind: 'card', amount: '9.0005' }],
  ...more,
});
const refund = (externalId: string, at: string) => sale(externalId, at, [line()], { type: 'refund' });

describe('The files that come with the package', () => {
  test.each(['main', 'other', 'live'] as const)('%s.ndjson has every kind of trade that report cases need', (name) => {
    const known = readBackOffice({ file: fileOf(name) });
    const zones = new Set([...known.stores.values()].map(({ timezone }) => timezone));
    expect(zones.size).toBe(4);
    expect(known.trade.filter(({ type }) => type === 'refund').length).toBeGreaterThan(5);
    expect(known.openOrders.filter(({ state }) => state === 'closed')).toHaveLength(2);
    expect(levelsOf(known).filter(({ change }) => change < 0n)).toEqual([]);
    expect(known.trade.length).toBeLessThan(100);
  });
});

describe('Figures of a file', () => {
  const known = read([
    STORE,
    ITEM,
    BOX,
    { type: 'openingStock', externalId: 'o', store: 'S', item: 'A', quantity: '100' },
    // Before and after midnight at the store, on the day its clock goes forward.
    sale('1', '2026-03-09T06:59:59Z'),
    sale('2', '2026-03-09T07:00:00Z', [line(), { item: 'B', quantity: '2', gross: '4' }]),
    sale('2', '2026-03-20T07:00:00Z'),
    refund('1', '2026-03-10T12:00:00Z'),
  ]);
  const currencyAt = () => 'USD';

  test('are by business day, count each sale once, and are exact', () => {
    const nothing = { cash: '0', online: '0', giftCard: '0', account: '0', other: '0' };
    const sold = { orders: 1, refundOrders: 0, discounts: '1', tax: '1.5', refunds: '0' };
    const refunded = { orders: 0, refundOrders: 1, discounts: '0', tax: '-1.5', refunds: '9.0005' };
    expect(daysOf(known.trade)).toEqual(
      [
        { ...sold, date: '2026-03-08', gross: '10.0005', net: '7.5005', payments: { ...nothing, card: '9.0005' } },
        { ...sold, date: '2026-03-09', gross: '14.0005', net: '11.5005', payments: { ...nothing, card: '9.0005' } },
        { ...refunded, date: '2026-03-10', gross: '0', net: '-7.5005', payments: { ...nothing, card: '-9.0005' } },
      ].map((day) => ({ store: 'S', rounding: '0', changeGiven: '0', tips: '0', ...day })),
    );
    expect(totalsOf(known.trade, currencyAt).get('USD')).toMatchObject({ orders: 2, refundOrders: 1, net: '11.5005' });
  });

  test('are sums by item, and a combo moves its components', () => {
    const [tea, box] = itemsOf(known.trade, currencyAt);
    expect(tea).toMatchObject({ item: 'A', quantity: '4', refundedQuantity: '2', gross: '20.001', tax: '1.5' });
    expect(box).toMatchObject({ item: 'B', quantity: '2', gross: '4', net: '4' });
    expect(levelsOf(known).map(({ item, change }) => [item, textOf(change)])).toEqual([['A', '97.5']]);
  });

  test('have the period of the sales, unless the configuration names another', () => {
    const lines = [STORE, ITEM, sale('1', '2026-03-09T12:00:00Z')];
    expect(read(lines)).toMatchObject({ from: '2026-03-09', to: '2026-03-09' });
    const period = { from: '2026-03-10', to: '2026-03-12' };
    expect(read(lines, period)).toMatchObject(period);
  });
});

describe('A file that cannot be used', () => {
  test.each<[string, (object | string)[], RegExp]>([
    ['is not JSON', ['{'], /line 1: not a JSON object with type and externalId/],
    ['names an unknown store', [ITEM, sale('1', '2026-03-09T12:00:00Z')], /sale 1 needs a store S in this file/],
    ['names an unknown item', [STORE, sale('1', '2026-03-09T12:00:00Z')], /sale 1 needs an item A in this file/],
    [
      'names an unknown variant',
      [STORE, ITEM, sale('1', '2026-03-09T12:00:00Z', [line({ variant: 'M' })])],
      /a variant M of A/,
    ],
    ['has an item without a code', [{ ...ITEM, itemCode: undefined }], /item A needs an itemCode/],
    ['has an invalid time zone', [{ ...STORE, timezone: 'Mars/North' }], /not Mars\/North/],
  ])('%s: the error says so', (_, lines, message) => {
    expect(() => read(lines)).toThrow(message);
  });

  test('is missing: the configuration that names it is rejected', () => {
    const app = (role: string) => ({ role, product: 'FULL', env: 'SANDBOX', clientId: 'a', clientSecret: 'b' });
    const merchants = [
      { role: 'main', companyId: 1, backOffice: { file: 'nowhere.ndjson' } },
      { role: 'other', companyId: 2 },
    ];
    const configuration = { baseUrl: 'http://localhost/v1', apps: [app('main'), app('other')], merchants };
    expect(() => toTarget(configuration, {}, '/folder/target.json')).toThrow('Cannot read /folder/nowhere.ndjson');
  });
});
