import type { ReturnLine } from '../../back-office/lines.ts';
import { decimal, halfUp, MONEY, minorUnits, QUANTITY, units } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import {
  companyCurrency,
  expectSameRows,
  type Fields,
  itemIdOf,
  type Records,
  recordsOf,
  storeIdOf,
  variantIdOf,
} from './back-office-records.ts';

/** Purchase returns in the list of transactions, compared with the back-office file. */

const example = subject('examples', 'purchase-returns');

interface Line extends Fields {
  readonly quantity: string;
  readonly unitCost: string;
}

/** Totals of lines, each rounded half up to the currency's decimals. */
function totalOf(lines: readonly Pick<Line, 'quantity' | 'unitCost'>[], currency: unknown): { total: string } {
  const decimals = minorUnits(currency);
  const value = ({ quantity, unitCost }: Pick<Line, 'quantity' | 'unitCost'>) =>
    halfUp(units(quantity, QUANTITY) * units(unitCost, MONEY), 10n ** BigInt(QUANTITY + MONEY - decimals));
  return {
    total: decimal(
      lines.reduce((sum, line) => sum + value(line), 0n),
      decimals,
    ),
  };
}

const lineOf = (records: Records, { item, variant, quantity, unitCost }: ReturnLine['lines'][number]): Line => ({
  itemId: itemIdOf(records, item),
  variantId: variantIdOf(records, item, variant),
  quantity,
  unitCost,
});

const rowOf = (records: Records, line: ReturnLine): Fields => ({
  Type: 1,
  externalId: line.externalId,
  storeId: storeIdOf(records, line.store),
  date: line.date,
  narration: line.narration ?? null,
  ...totalOf(line.lines, companyCurrency(records)),
  ...(line.number !== undefined && { returnNo: line.number }),
  lines: line.lines.map((one) => lineOf(records, one)),
});

/** Ids of the file's suppliers, by externalId. */
async function suppliersOf({ backOffice, caller }: Records): Promise<Map<string, number | undefined>> {
  const listed = await caller.all('/suppliers');
  const idOf = (name: string) => listed.find((one) => one.name === name)?.id;
  return new Map([...backOffice.suppliers.values()].map(({ externalId, name }) => [externalId, idOf(name)]));
}

const asWritten = (row: Fields): Fields => ({
  ...row,
  lines: (row.lines as Fields[]).map(({ itemId, variantId, quantity, unitCost }) => ({
    itemId,
    variantId,
    quantity,
    unitCost,
  })),
});

const returnsAmong = (rows: readonly Fields[]): Fields[] => rows.filter(({ Type }) => Type === 1).map(asWritten);

export const PURCHASE_RETURN_CASES: readonly Case[] = [
  example(
    'suppliers',
    ['purchases.returns', 'purchases.transactions', 'op.listPurchaseOrders.param.supplierId'],
    'returns belong to their supplier',
    async (t) => {
      const records = await recordsOf(t);
      const suppliers = await suppliersOf(records);
      const { returns } = records.backOffice;
      for (const supplier of new Set(returns.map((one) => one.supplier))) {
        const id = suppliers.get(supplier);
        const rows = await records.caller.all(`/purchase-orders?transactions=true&supplierId=${id}`);
        const matching = returns.filter((one) => one.supplier === supplier);
        const expected = matching.map(({ externalId }) => ({ externalId, supplierId: id }));
        expectSameRows(t, returnsAmong(rows), expected, ['externalId']);
      }
    },
  ),
  example(
    'rows',
    ['purchases.returns', 'purchases.transactions', 'op.listPurchaseOrders.param.transactions'],
    'purchase returns as the back office wrote them, by store and day',
    async (t) => {
      const records = await recordsOf(t);
      const { returns } = records.backOffice;
      if (returns.length === 0) throw new Unavailable('no purchase return in the file');
      for (const { store, date } of returns) {
        const at = `storeId=${storeIdOf(records, store)}&fromDate=${date}&toDate=${date}`;
        const rows = await records.caller.all(`/purchase-orders?transactions=true&${at}`);
        const matching = returns.filter((one) => one.store === store && one.date === date);
        expectSameRows(
          t,
          returnsAmong(rows),
          matching.map((line) => rowOf(records, line)),
          ['externalId'],
        );
        const plain = await records.caller.all(`/purchase-orders?${at}`);
        t.equal(
          plain.filter(({ returnNo }) => returnNo !== undefined),
          [],
          'returns in the plain list',
        );
      }
    },
  ),
  example('tenancy', ['purchases.returns', 'tenancy.lists'], "another merchant's returns never appear", async (t) => {
    const [mine, others] = [await recordsOf(t), await recordsOf(t, 'other')];
    for (const records of [mine, others]) {
      const [first] = records.backOffice.returns;
      if (!first) throw new Unavailable('no purchase return in the file');
      const at = `fromDate=${first.date}&toDate=${first.date}`;
      const rows = await records.caller.all(`/purchase-orders?transactions=true&${at}`);
      const matching = records.backOffice.returns.filter(({ date }) => date === first.date);
      expectSameRows(
        t,
        returnsAmong(rows),
        matching.map((line) => rowOf(records, line)),
        ['externalId'],
      );
    }
  }),
];
