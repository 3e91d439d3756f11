import { MONEY, QUANTITY, units } from '../../decimals.ts';
import { pageOf, type Rec, recordOf } from '../../engine/record.ts';
import type { Answer } from '../../http/send.ts';
import { expectEqual, expectSame, type Fields } from './compare.ts';
import type { Product } from './levels.ts';
import { isZero } from './quantities.ts';
import type { Rules } from './rules.ts';
import { expectOutcome, Mismatch } from './sequence.ts';
import type { StockFixture } from './stock-fixture.ts';

/** Compares stock levels, ledgers and lists of documents with the model. */

type Note = (what: string, answer: Answer) => void;

/** Compares the stock and the ledger of one product at one store. */
export async function expectStock(fixture: StockFixture, which: number, note: Note): Promise<void> {
  const product = fixture.products[which % fixture.products.length] as Product;
  const storeId = fixture.stores[Math.floor(which / fixture.products.length) % 2 === 0 ? 0 : 1];
  const { itemId } = product;
  const answer = await fixture.reader().get(`/items/${itemId}?storeId=${storeId}`);
  note(`read item ${itemId} at store ${storeId}`, answer);
  expectOutcome(answer, ['200']);
  expectItem(fixture, product, storeId, answer);
  const explained = await fixture.reader().get(`/items/${itemId}/stock?storeId=${storeId}&limit=100`);
  note(`read the stock of item ${itemId} at store ${storeId}`, explained);
  expectOutcome(explained, ['200']);
  expectLedger(fixture, itemId, storeId, explained);
}

const ofItem = ({ products }: StockFixture, itemId: number): Product[] =>
  products.filter((one) => one.itemId === itemId);

function expectItem(fixture: StockFixture, product: Product, storeId: number, answer: Answer): void {
  const { levels, stores } = fixture;
  const parts = ofItem(fixture, product.itemId);
  const here = levels.sum(parts.map((one) => ({ ...one, storeId })));
  const everywhere = levels.sum(parts.flatMap((one) => stores.map((store) => ({ ...one, storeId: store }))));
  const item = recordOf(answer);
  const seen = { atStore: stockOf(item.atStore), everywhere: stockOf(item.stock) };
  expectSame(
    `stock of item ${product.itemId}`,
    seen,
    { atStore: stateOf(here), everywhere: stateOf(everywhere) },
    answer,
  );
  expectSame(`item ${product.itemId}`, item, withoutCost(fixture.items.get(product.itemId) as Rec), answer);
  const variants = (item.atStore as { variants: Fields[] }).variants;
  const costs = [item, ...(item.variants as Fields[])];
  for (const part of parts) {
    const owner = part.variantId === null ? item : costs.find(({ id }) => id === part.variantId);
    expectEqual(`cost of item ${part.itemId}, variant ${part.variantId}`, owner?.cost, levels.costOf(part), answer);
    if (part.variantId === null) continue;
    const seenLevel = variants.find(({ variantId }) => variantId === part.variantId)?.onHand;
    expectEqual(`variant ${part.variantId} on hand`, seenLevel, levels.at({ ...part, storeId }), answer);
  }
}

/** The part of an item that documents never change: everything except cost and times. */
function withoutCost({ version: _, updatedAt: __, cost: ___, variants, ...item }: Rec): Fields {
  return { ...item, variants: (variants as Fields[]).map(({ cost: ____, ...variant }) => variant) };
}

const stockOf = (stock: unknown): Fields => {
  const { onHand, stockStatus } = (stock ?? {}) as Fields;
  return { onHand, stockStatus };
};

/** Stock state of an item without a low-stock level. */
const stateOf = (onHand: string): Fields => ({ onHand, stockStatus: units(onHand, QUANTITY) > 0n ? 'inStock' : 'out' });

/** Asserts that the movements equal the model's and add up to the level. */
function expectLedger(fixture: StockFixture, itemId: number, storeId: number, answer: Answer): void {
  const { levels } = fixture;
  const { onHand, data } = recordOf(answer) as Rec & { onHand: string; data: Rec[] };
  const here = levels.sum(ofItem(fixture, itemId).map((one) => ({ ...one, storeId })));
  expectEqual(`item ${itemId} on hand at store ${storeId}`, onHand, here, answer);
  const moves = levels.moves.filter((move) => move.itemId === itemId && move.storeId === storeId);
  const expected = moves.map((move) => rowOf(move.variantId, move.change, move.document, move.lineId)).toSorted();
  const seen = data
    .filter(({ change }) => units(String(change), QUANTITY) !== 0n)
    .map(({ variantId, change, documentId, lineId }) => rowOf(variantId, change, documentId, lineId))
    .toSorted();
  expectEqual(`movements of item ${itemId} at store ${storeId}`, seen, expected, answer);
}

const rowOf = (variantId: unknown, change: unknown, documentId: unknown, lineId: unknown): string =>
  `${units(String(change), QUANTITY)} thousandths of variant ${variantId} by line ${lineId} of ${documentId}`;

/** Asserts the model's levels and costs in the stock-on-hand report. */
export async function expectReport(fixture: StockFixture, note: Note): Promise<void> {
  const ids = [...new Set(fixture.products.map(({ itemId }) => itemId))];
  const answer = await fixture.reader().get(`/reports/stock-on-hand?itemId=${ids.join()}&limit=100`);
  note('read the report of stock on hand', answer);
  expectOutcome(answer, ['200']);
  const rows = pageOf(answer).data as unknown as Fields[];
  for (const product of fixture.products)
    for (const storeId of fixture.stores) {
      const row = rows.filter(
        (one) => one.storeId === storeId && one.variantId === product.variantId && one.itemId === product.itemId,
      );
      const [onHand, unitCost] = [fixture.levels.at({ ...product, storeId }), fixture.levels.costOf(product)];
      // A level without movements may be missing.
      expectEqual('rows of one level in the report', row.length, isZero(onHand) ? Math.min(row.length, 1) : 1, answer);
      if (!row[0]) continue;
      expectSame(`item ${product.itemId} in the report`, row[0], { onHand, unitCost }, answer);
      expectValue(row[0].value, onHand, unitCost, fixture.decimals, answer);
    }
}

/**
 * Asserts that the value is level times cost, rounded to the currency. Below zero, halves may be rounded either way.
 */
function expectValue(value: unknown, onHand: string, unitCost: string | null, decimals: number, answer: Answer): void {
  expectEqual('presence of a value', value !== null, unitCost !== null, answer);
  if (unitCost === null) return;
  const exact = units(onHand, QUANTITY) * units(unitCost, MONEY);
  const off = units(String(value), MONEY) * 1000n - exact;
  const half = 5n * 10n ** BigInt(6 - decimals);
  if (off > half || off < -half) throw new Mismatch(`the value ${value} is not ${onHand} at ${unitCost}`, answer);
}

interface Listed {
  readonly rules: Rules;
  readonly id: number;
  readonly fields: Fields;
}

/** Asserts that every filter of a list selects exactly the matching documents. */
export async function expectLists(
  fixture: StockFixture,
  rules: Rules,
  all: readonly Listed[],
  note: Note,
): Promise<void> {
  const documents = all.filter((one) => one.rules === rules);
  for (const { query, matches } of rules.filters) {
    const answer = await fixture.reader().get(`${rules.path}?search=${fixture.mark}&limit=100&${query}`);
    note(`list ${rules.path}, ${query}`, answer);
    expectOutcome(answer, ['200']);
    const { data, pagination } = pageOf(answer);
    const expected = documents.filter(({ fields }) => matches(fields));
    const ids = (records: readonly { id: number }[]) => records.map(({ id }) => id).toSorted((a, b) => a - b);
    expectEqual(`${rules.name}s listed by ${query}`, ids(data), ids(expected), answer);
    expectEqual(`total of ${rules.path} by ${query}`, pagination.total, expected.length, answer);
    for (const row of data)
      expectSame(
        `${rules.name} ${row.id} as listed`,
        row,
        documents.find(({ id }) => id === row.id)?.fields ?? {},
        answer,
      );
  }
}
