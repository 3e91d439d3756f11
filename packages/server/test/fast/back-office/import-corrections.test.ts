import { beforeEach, describe, expect, test } from 'vitest';
import { describe as describeProblem } from '../../../src/back-office/import/lines.ts';
import { MOST_PROBLEMS } from '../../../src/back-office/import/run-import.ts';
import type { Caller } from '../../support/api-caller.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { DISAGREEMENTS, importAll, importValid, itemLine, saleLine, storeLine } from '../../support/import-lines.ts';
import { sharedService } from '../../support/service.ts';

const AT = '2026-02-10T12:00:00Z';
const LINE = { item: 'A', quantity: '1', gross: '3.50', tax: '0.58' };

let caller: Caller;

const service = await sharedService();
beforeEach(async () => {
  caller = await service.connect();
  await importValid(service, caller.merchant, [storeLine('S'), storeLine('S2'), itemLine('A'), itemLine('B')]);
});

const importing = (...lines: (object | string)[]) => importAll(service, caller.merchant, lines);

async function problemsOf(...lines: object[]): Promise<string[]> {
  return (await importing(...lines)).problems.map(describeProblem);
}

/** A sale of some pieces of one item at 3.50. */
const saleOf = (externalId: string, quantity: number, more: object = {}) => {
  const gross = (quantity * 3.5).toFixed(2);
  return saleLine(externalId, 'S', AT, {
    lines: [{ item: 'A', quantity: String(quantity), gross }],
    payments: [{ kind: 'card', amount: gross }],
    ...more,
  });
};
const refundOf = (externalId: string, sale: string | null, quantity: number, more: object = {}) => ({
  ...saleOf(externalId, quantity),
  type: 'refund',
  sale,
  ...more,
});
const voidOf = (externalId: string, more: object = {}) => ({ type: 'void', externalId, ...more });

const DAYS = 'from=2026-02-01&to=2026-02-28';

async function figures(): Promise<unknown> {
  const daily = (await caller.get(`/reports/daily-sales?${DAYS}`)).body;
  const byItem = (await caller.get(`/reports/sales-by-item?${DAYS}`)).body;
  const { body: stock } = await caller.get('/reports/stock-on-hand');
  const levels = stock.data.filter(({ onHand }: { onHand: string }) => Number(onHand) !== 0);
  return { daily: [daily.data, daily.totals], byItem: [byItem.data, byItem.pagination], levels };
}

const disagreements = async () => (await service.databases.regions.UK.query(DISAGREEMENTS)).rows;

describe('A sale that is imported again', () => {
  const SALE = saleLine('1', 'S', AT, {
    lines: [LINE, { ...LINE, item: 'B' }],
    payments: [{ kind: 'card', amount: '7.00' }],
  });

  test.each<[string, object]>([
    ['/store', { store: 'S2' }],
    ['/number', { number: '2' }],
    ['/at', { at: '2026-02-10T12:00:01Z' }],
    ['/channel', { channel: 'delivery' }],
    ['/lines', { lines: [{ ...LINE, quantity: '2' }, SALE.lines[1]] }],
    ['/lines', { lines: SALE.lines.toReversed() }],
    ['/lines', { lines: [{ ...LINE, gross: '7.00' }] }],
    ['/payments', { payments: [{ kind: 'cash', amount: '7.00' }] }],
    ['/payments', { payments: [{ kind: 'card', amount: '7.40' }], rounding: '0.40' }],
  ])('with another %s changes nothing, with a warning that names it', async (path, change) => {
    await importing(SALE);
    const before = await figures();
    const result = await importing(saleOf('new', 1), { ...SALE, ...change });
    expect(result).toMatchObject({ lines: 2, written: 1, problems: [], warned: 1 });
    expect(result.warnings.map(describeProblem)).toEqual([
      `line 2: ${path} differs from the sale imported before, which is kept; to replace it, void it and send it under another externalId`,
    ]);
    await importing(voidOf('new'));
    expect(await figures()).toEqual(before);
  });

  test('in another form with the same meaning is recognized without a warning', async () => {
    await importing(SALE);
    const [store] = (await caller.get('/stores?search=Store%20S&sort=name&order=asc')).body.data;
    const [first, second] = SALE.lines;
    const same = {
      ...SALE,
      store: store.id,
      at: '2026-02-10T13:00:00.000+01:00',
      lines: [
        { ...first, quantity: '1.000', discount: '0.00' },
        { ...second, gross: '3.5' },
      ],
      payments: [
        { kind: 'card', amount: '3' },
        { kind: 'card', amount: '4.00' },
      ],
    };
    expect(await importing(same)).toMatchObject({ lines: 1, written: 0, warned: 0, warnings: [] });
  });

  test('with different content in the same file, or as a refund of another sale, gives a warning', async () => {
    const result = await importing(saleOf('1', 1), saleOf('1', 2), saleOf('2', 1), refundOf('r', '1', 1));
    expect(result).toMatchObject({ written: 3, warned: 1, warnings: [{ line: 2, path: '/lines' }] });
    const { warnings } = await importing(refundOf('r', '2', 1));
    expect(warnings.map(describeProblem)).toEqual([
      expect.stringMatching(/^line 1: \/sale differs from the refund imported before/),
    ]);
  });

  test('is counted, and listed among the first hundred warnings', async () => {
    const sales = Array.from({ length: MOST_PROBLEMS + 20 }, (_, i) => saleOf(`${i}`, 1));
    await importing(...sales);
    const result = await importing(...sales.map((sale) => ({ ...sale, number: 'other' })));
    expect(result.warnings).toHaveLength(MOST_PROBLEMS);
    expect(result.warned).toBe(MOST_PROBLEMS + 20);
  });
});

describe('What is paid beyond the total', () => {
  const CASH = saleOf('1', 1, {
    lines: [{ ...LINE, gross: '99.60', tax: '16.60' }],
    ...{ payments: [{ kind: 'cash', amount: '150.00' }], rounding: '0.40', changeGiven: '45', tips: '5' },
  });
  const daily = async () => (await caller.get(`/reports/daily-sales?${DAYS}`)).body.totals;
  const paid = (cash: string, rounding: string, changeGiven: string, tips: string) => ({
    ...{ payments: { cash, card: '0.00', online: '0.00', giftCard: '0.00', account: '0.00', other: '0.00' } },
    ...{ rounding, changeGiven, tips },
  });

  test('is reported beside the payments, and is in neither gross nor net nor tax', async () => {
    expect(await importing(CASH)).toMatchObject({ written: 1, problems: [] });
    const sold = { gross: '99.60', net: '83.00', tax: '16.60' };
    expect(await daily()).toMatchObject([{ ...sold, ...paid('150.00', '0.40', '45.00', '5.00') }]);
    const back = {
      type: 'refund',
      sale: '1',
      changeGiven: '0',
      payments: [{ kind: 'cash', amount: '104.50' }],
      rounding: '-0.10',
    };
    await importing({ ...CASH, ...back });
    expect(await daily()).toMatchObject([{ gross: '99.60', net: '0.00', ...paid('45.50', '0.50', '45.00', '0.00') }]);
    expect(await disagreements()).toEqual([]);
    await importing(voidOf('1', { kind: 'refund' }), voidOf('1'));
    expect(await daily()).toEqual([]);
  });

  test.each([
    ['/rounding', { rounding: '0.30', tips: '5.10' }],
    ['/changeGiven', { changeGiven: '44.00', tips: '6.00' }],
  ])('is compared when the sale is imported again: %s', async (path, other) => {
    await importing(CASH);
    expect((await importing({ ...CASH, ...other })).warnings.map((warning) => warning.path)).toEqual([path]);
  });

  test("rounds by less than the merchant's smallest coin", async () => {
    const operations = controlPlaneOf(service).as({ kind: 'operator' }, { source: 'test' });
    const { companyId } = caller.merchant;
    expect(await operations.call('merchant.update', { companyId, cashRounding: '0.05' })).toMatchObject({
      cashRounding: '0.05',
    });
    const merchant = await operations.call('merchant.show', { companyId });
    const rounded = (rounding: string, amount: string) =>
      saleOf('1', 1, { rounding, payments: [{ kind: 'cash', amount }] });
    const { problems } = await importAll(service, merchant, [rounded('-0.05', '3.45')]);
    expect(problems.map(describeProblem)).toEqual([
      'line 1: /rounding must be smaller than the smallest coin, which is 0.05',
    ]);
    expect(await importAll(service, merchant, [rounded('-0.04', '3.46')])).toMatchObject({ written: 1, problems: [] });
    for (const cashRounding of ['0', '-1', '1,00', 'x'])
      await expect(operations.call('merchant.update', { companyId, cashRounding })).rejects.toThrow(/value of a coin/);
  });
});

describe('A refund', () => {
  test('is limited to what earlier refunds left, including those of its own batch and line', async () => {
    await importing(saleOf('1', 5), refundOf('r1', '1', 2));
    expect(await problemsOf(refundOf('r2', '1', 2), refundOf('r3', '1', 2))).toEqual([
      'line 2: /lines/0/quantity is more than the 1 left to refund',
    ]);
    const twice = {
      lines: [
        { ...LINE, quantity: '2' },
        { ...LINE, quantity: '2' },
      ],
      payments: [{ kind: 'card', amount: '7.00' }],
    };
    expect(await problemsOf(refundOf('r2', '1', 2, twice))).toEqual([
      'line 1: /lines/1/quantity is more than the 1 left to refund',
    ]);
    expect(await importing(refundOf('r2', '1', 2), refundOf('r3', '1', 1))).toMatchObject({ written: 2, problems: [] });
  });

  test('is limited in money to what earlier refunds left, over all lines of an item', async () => {
    const line = (item: string, gross: string, discount = '0') => ({ item, quantity: '1', gross, discount });
    const receipt = (amount: string, ...lines: object[]) => ({ lines, payments: [{ kind: 'card', amount }] });
    const free = line('A', '5.00', '5.00');
    await importing(saleOf('1', 0, receipt('21.00', line('A', '10.00', '2.00'), free, line('B', '13.00'))));
    const refund = (externalId: string, amount: string, ...lines: object[]) =>
      refundOf(externalId, '1', 1, receipt(amount, ...lines));
    const left = (amount: string) => [`line 1: /lines/0/gross less discount is more than the ${amount} left to refund`];
    expect(await problemsOf(refund('r1', '8.01', line('A', '8.01')))).toEqual(left('8.00'));
    expect(await importing(refund('r1', '5.00', line('A', '6.00', '1.00')))).toMatchObject({ written: 1 });
    expect(await problemsOf(refund('r2', '3.01', line('A', '3.01')))).toEqual(left('3.00'));
    expect(await importing(voidOf('r1', { kind: 'refund' }))).toMatchObject({ written: 1 });
    expect(await importing(refund('r2', '8.00', line('A', '8.00'), line('A', '0')))).toMatchObject({ written: 1 });
    expect(await problemsOf(refund('r3', '700.00', line('B', '700.00')))).toEqual(left('13.00'));
    expect(await importing(refund('r3', '13.00', line('B', '13.00')))).toMatchObject({ written: 1 });
  });

  test.each<[string, string, object]>([
    ['/at', 'must not be before the sale, which was at 2026-02-10T12:00:00.000Z', { at: '2026-02-10T11:59:59.999Z' }],
    ['/store', 'must sell in the currency of the sale, which is GBP', { store: 'JP' }],
  ])('of a sale has a possible %s', async (path, message, wrong) => {
    await importing(storeLine('JP', 'Asia/Tokyo', { currency: 'JPY' }), saleOf('1', 2, { at: AT }));
    const refund = refundOf('r', '1', 2, { at: AT, ...wrong });
    expect(await problemsOf(refund)).toEqual([`line 1: ${path} ${message}`]);
    expect(await importing(refundOf('r', '1', 2, { at: AT, store: 'S2' }))).toMatchObject({ written: 1 });
  });

  test('that is imported twice counts once against its sale', async () => {
    const all = [saleOf('1', 2), refundOf('r1', '1', 1), refundOf('r1', '1', 1), refundOf('r2', '1', 1)];
    expect(await importing(...all)).toMatchObject({ written: 3, problems: [], warned: 0 });
    expect(await importing(...all)).toMatchObject({ written: 0, problems: [], warned: 0 });
  });

  test('of an unknown sale can have any quantity', async () => {
    await importing(refundOf('r', null, 50));
    expect(await figures()).toMatchObject({ daily: [[{ refunds: '175.00' }], [{}]] });
  });

  test('concurrent with another refund of the last piece is rejected', async () => {
    await importing(saleOf('1', 1));
    const both = await Promise.all([importing(refundOf('r1', '1', 1)), importing(refundOf('r2', '1', 1))]);
    expect(both.map(({ written }) => written).sort()).toEqual([0, 1]);
    expect(both.flatMap(({ problems }) => problems)).toHaveLength(1);
  });
});

describe('Stock that a refund gives back', () => {
  const combo = (...parts: string[]) =>
    itemLine('C', { itemType: 2, components: parts.map((item) => ({ item, quantity: '1' })) });
  const ofCombo = (quantity: number, ...more: object[]) => ({
    lines: [{ ...LINE, item: 'C', quantity: String(quantity), gross: (quantity * 3.5).toFixed(2) }, ...more],
  });
  const opening = (item: string) => ({
    ...{ type: 'openingStock', externalId: `O${item}`, store: 'S', item, quantity: '10' },
  });
  const levels = async () => {
    const { body } = await caller.get('/reports/stock-on-hand');
    return Object.fromEntries(body.data.map((row: { name: string; onHand: string }) => [row.name, row.onHand]));
  };

  test('is what the sale took, even if the combo has other components now', async () => {
    await importing(itemLine('D'), combo('A', 'B'), opening('A'), opening('B'), opening('D'));
    await importing(saleOf('1', 3, ofCombo(3)), combo('A', 'D'), refundOf('r1', '1', 1, ofCombo(1)));
    expect(await levels()).toEqual({ 'Item A': '8', 'Item B': '8', 'Item D': '10' });
    await importing(refundOf('r2', '1', 2, ofCombo(2)));
    expect(await levels()).toEqual({ 'Item A': '10', 'Item B': '10', 'Item D': '10' });
    await importing({ type: 'void', kind: 'refund', externalId: 'r1' }, refundOf('r3', '1', 1, ofCombo(1)));
    expect(await levels()).toEqual({ 'Item A': '10', 'Item B': '10', 'Item D': '10' });
    expect(await disagreements()).toEqual([]);
  });

  test.each([
    [true, false, '10'],
    [false, true, '10'],
  ])('is what the sale took: tracked then %s, now %s', async (then, now, onHand) => {
    await importing(itemLine('A', { trackStock: true }), opening('A'), itemLine('A', { trackStock: then }));
    await importing(saleOf('1', 3), itemLine('A', { trackStock: now }), refundOf('r', '1', 3));
    expect(await levels()).toEqual({ 'Item A': onHand });
    expect(await disagreements()).toEqual([]);
  });

  test('is in the ratio of pieces, and the refund of the last piece gets what rounding left', async () => {
    const components = (quantity: string) => ({ components: [{ item: 'A', quantity }] });
    const other = { ...LINE, item: 'C', quantity: '2', gross: '7.00', ...components('0.5') };
    const { lines } = ofCombo(1, other);
    await importing(combo('B'), opening('A'));
    await importing(saleOf('1', 3, { lines: [{ ...lines[0], ...components('1') }, other] }));
    const seen: unknown[] = [await levels()];
    for (const refund of ['r1', 'r2', 'r3']) {
      await importing(refundOf(refund, '1', 1, ofCombo(1)));
      seen.push(await levels());
    }
    expect(seen).toEqual(['8', '8.666', '9.332', '10'].map((level) => ({ 'Item A': level })));
  });

  test('without a sale is that of the item as it is', async () => {
    await importing(combo('A', 'B'), refundOf('r', null, 2, ofCombo(2)));
    expect(await levels()).toEqual({ 'Item A': '2', 'Item B': '2' });
  });
});

describe('A sale that arrives after its combo has changed', () => {
  const COMBO = itemLine('C', { itemType: 2, components: [{ item: 'B', quantity: '1' }] });
  const late = (components?: object[]) =>
    saleOf('1', 1, { lines: [{ ...LINE, item: 'C', ...(components && { components }) }] });

  test('takes the components of the combo as it is, or those that its line states', async () => {
    const parts = [{ item: 'A', quantity: '2' }];
    await importing(COMBO, late(parts), { ...late(), externalId: '2' });
    const { body } = await caller.get('/reports/stock-on-hand');
    const levels = body.data.map(({ name, onHand }: Record<string, string>) => [name, onHand]);
    expect(levels).toEqual([
      ['Item A', '-2'],
      ['Item B', '-1'],
    ]);
    expect(await importing(late([{ item: 'A', variant: null, quantity: '2.0' }]))).toMatchObject({ warned: 0 });
    expect(await importing(late())).toMatchObject({ written: 0, warned: 1, warnings: [{ path: '/lines' }] });
  });
});

describe('A void', () => {
  test('removes a sale from reports and stock as if it had never happened', async () => {
    await importing({ type: 'openingStock', externalId: 'O', store: 'S', item: 'A', quantity: '10' }, saleOf('1', 2));
    const before = await figures();
    const wrong = saleOf('2', 3, {
      lines: [LINE, { ...LINE, item: 'B', quantity: '1.5', discount: '0.50', tax: '0.50' }],
      payments: [
        { kind: 'cash', amount: '2.00' },
        { kind: 'giftCard', amount: '4.50' },
      ],
    });
    await importing(wrong);
    expect(await importing(voidOf('2'))).toMatchObject({ lines: 1, written: 1, problems: [] });
    expect(await figures()).toEqual(before);
    expect(await disagreements()).toEqual([]);
  });

  test('finer than milliseconds counts at the instant that is shown', async () => {
    await importing(saleOf('1', 2), voidOf('1', { at: '2026-02-10T13:00:00.123999Z' }));
    const [{ at, itemId, storeId }] = (await caller.get('/stock-movements?limit=1')).body.data;
    expect(at).toBe('2026-02-10T13:00:00.123Z');
    expect((await caller.get(`/items/${itemId}/stock?storeId=${storeId}&at=${at}`)).body.onHand).toBe('0');
  });

  test('is not before its sale or refund, which a fast clock may have put ahead', async () => {
    const [ahead, before] = ['2026-03-02T08:45:00.000Z', '2026-03-02T08:44:59.999Z'];
    await importing(saleOf('1', 2, { at: ahead }), refundOf('r', '1', 1, { at: ahead }));
    const early = (kind: string) => [`line 1: /at must not be before the ${kind}, which was at ${ahead}`];
    expect(await problemsOf(voidOf('1', { at: before }))).toEqual(early('sale'));
    expect(await problemsOf(voidOf('r', { kind: 'refund', at: before }))).toEqual(early('refund'));
    expect(await importing(voidOf('r', { kind: 'refund' }), voidOf('1'))).toMatchObject({ written: 2 });
    const { data } = (await caller.get('/stock-movements')).body;
    expect(data.map(({ at }: { at: string }) => at)).toEqual([ahead, ahead, ahead, ahead]);
  });

  test("of a day's only sale removes the day", async () => {
    const before = await figures();
    await importing(saleOf('1', 2), saleLine('2', 'S2', '2026-02-11T12:00:00Z'));
    await importing(voidOf('1'), voidOf('2'));
    expect(await figures()).toEqual(before);
    expect(await disagreements()).toEqual([]);
  });

  test('imported again changes nothing, nor does its sale', async () => {
    const all = [saleOf('1', 2), voidOf('1'), voidOf('1')];
    expect(await importing(...all)).toMatchObject({ lines: 3, written: 2, problems: [] });
    const before = await figures();
    expect(await importing(...all)).toMatchObject({ lines: 3, written: 0, problems: [], warned: 0 });
    expect(await figures()).toEqual(before);
  });

  test('returns the components that a combo was sold with, even if it has others now', async () => {
    await importing(itemLine('C', { itemType: 2, components: [{ item: 'A', quantity: '2' }] }));
    await importing(
      saleOf('1', 1, { lines: [{ ...LINE, item: 'C', quantity: '3' }], payments: [{ kind: 'card', amount: '3.50' }] }),
    );
    const [combo] = (await caller.get('/items?search=Item%20C')).body.data;
    const [b] = (await caller.get('/items?search=Item%20B')).body.data;
    const changed = await caller.patch(`/items/${combo.id}`, { components: [{ itemId: b.id, quantity: '1' }] });
    expect(changed.status).toBe(200);
    await importing(voidOf('1'));
    expect(await figures()).toMatchObject({ levels: [] });
    expect(await disagreements()).toEqual([]);
  });

  test('of a refund allows the same quantity to be refunded again', async () => {
    await importing(saleOf('1', 1), refundOf('r1', '1', 1));
    expect(await importing(voidOf('r1', { kind: 'refund' }))).toMatchObject({ written: 1 });
    const { body } = await caller.get(`/reports/daily-sales?${DAYS}`);
    expect(body.totals).toMatchObject([{ orders: 1, refundOrders: 0, gross: '3.50', refunds: '0.00' }]);
    expect(await importing(refundOf('r2', '1', 1))).toMatchObject({ written: 1, problems: [] });
    expect(await disagreements()).toEqual([]);
  });

  test('of a sale with refunds is rejected, unless they are voided before or with it', async () => {
    const before = await figures();
    await importing(saleOf('1', 2), refundOf('r1', '1', 1), refundOf('r2', '1', 1));
    const refused = ['line 1: /externalId names a sale with refunds: 1; void the refunds first'];
    expect(await problemsOf(voidOf('1'))).toEqual(refused);
    await importing(voidOf('r1', { kind: 'refund' }));
    expect(await problemsOf(voidOf('1'))).toEqual(refused);
    expect(await importing(voidOf('1'), voidOf('r2', { kind: 'refund' }))).toMatchObject({ written: 2, problems: [] });
    expect(await figures()).toEqual(before);
  });

  test('concurrent with itself removes the sale once', async () => {
    await importing(saleOf('1', 1), saleOf('2', 1));
    const both = await Promise.all([importing(voidOf('1')), importing(voidOf('1'))]);
    expect(both.map(({ written }) => written).sort()).toEqual([0, 1]);
    const { body } = await caller.get(`/reports/daily-sales?${DAYS}`);
    expect(body.totals).toMatchObject([{ orders: 1, gross: '3.50' }]);
  });

  test('concurrent with a refund of the sale leaves one of them', async () => {
    await importing(saleOf('1', 1));
    const both = await Promise.all([importing(voidOf('1')), importing(refundOf('r', '1', 1))]);
    expect(both.map(({ written }) => written).sort()).toEqual([0, 1]);
    expect(await disagreements()).toEqual([]);
  });
});
