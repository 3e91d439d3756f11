import { MONEY, QUANTITY, units } from '../../decimals.ts';
import { pageOf, type Rec, recordOf } from '../../engine/caller.ts';
import type { Answer } from '../../http/send.ts';
import { equal, type Fields, same } from './compare.ts';
import type { Product } from './levels.ts';
import { isZero } from './quantities.ts';
import type { Rules } from './rules.ts';
import { Departure, due } from './sequence.ts';
import type { Scene } from './stock-fixture.ts';

/** What is on hand, what explains it, and the lists of documents, held against the model. */

type Tell = (what: string, answer: Answer) => void;

/** Of one product at one store, both counted through. */
export async function holdStock(scene: Scene, which: number, tell: Tell): Promise<void> {
  const product = scene.products[which % scene.products.length] as Product;
  const storeId = scene.stores[Math.floor(which / scene.products.length) % 2 === 0 ? 0 : 1];
  const { itemId } = product;
  const answer = await scene.reader().get(`/items/${itemId}?storeId=${storeId}`);
  tell(`read item ${itemId} at store ${storeId}`, answer);
  due(answer, ['200']);
  holdItem(scene, product, storeId, answer);
  const explained = await scene.reader().get(`/items/${itemId}/stock?storeId=${storeId}&limit=100`);
  tell(`read the stock of item ${itemId} at store ${storeId}`, explained);
  due(explained, ['200']);
  holdLedger(scene, itemId, storeId, explained);
}

const ofItem = ({ products }: Scene, itemId: number): Product[] => products.filter((one) => one.itemId === itemId);

function holdItem(scene: Scene, product: Product, storeId: number, answer: Answer): void {
  const { levels, stores } = scene;
  const parts = ofItem(scene, product.itemId);
  const here = levels.sum(parts.map((one) => ({ ...one, storeId })));
  const everywhere = levels.sum(parts.flatMap((one) => stores.map((store) => ({ ...one, storeId: store }))));
  const item = recordOf(answer);
  const seen = { atStore: stockOf(item.atStore), everywhere: stockOf(item.stock) };
  same(`stock of item ${product.itemId}`, seen, { atStore: stateOf(here), everywhere: stateOf(everywhere) }, answer);
  same(`item ${product.itemId}`, item, lasting(scene.items.get(product.itemId) as Rec), answer);
  const variants = (item.atStore as { variants: Fields[] }).variants;
  const costs = [item, ...(item.variants as Fields[])];
  for (const part of parts) {
    const owner = part.variantId === null ? item : costs.find(({ id }) => id === part.variantId);
    equal(`cost of item ${part.itemId}, variant ${part.variantId}`, owner?.cost, levels.costOf(part), answer);
    if (part.variantId === null) continue;
    const seenLevel = variants.find(({ variantId }) => variantId === part.variantId)?.onHand;
    equal(`variant ${part.variantId} on hand`, seenLevel, levels.at({ ...part, storeId }), answer);
  }
}

/** What stays of an item whatever documents do with it: all but its cost, and when it was written. */
function lasting({ version: _, updatedAt: __, cost: ___, variants, ...item }: Rec): Fields {
  return { ...item, variants: (variants as Fields[]).map(({ cost: ____, ...variant }) => variant) };
}

const stockOf = (stock: unknown): Fields => {
  const { onHand, stockStatus } = (stock ?? {}) as Fields;
  return { onHand, stockStatus };
};

/** Of an item without a low-stock level. */
const stateOf = (onHand: string): Fields => ({
  onHand,
  stockStatus: units(onHand, QUANTITY) > 0n ? 'inStock' : 'out',
});

/** The movements are those of the model, and add up to the level. */
function holdLedger(scene: Scene, itemId: number, storeId: number, answer: Answer): void {
  const { levels } = scene;
  const { onHand, data } = recordOf(answer) as Rec & { onHand: string; data: Rec[] };
  const here = levels.sum(ofItem(scene, itemId).map((one) => ({ ...one, storeId })));
  equal(`item ${itemId} on hand at store ${storeId}`, onHand, here, answer);
  const moves = levels.moves.filter((move) => move.itemId === itemId && move.storeId === storeId);
  const due = moves.map((move) => rowOf(move.variantId, move.change, move.document, move.lineId)).toSorted();
  const seen = data
    .filter(({ change }) => units(String(change), QUANTITY) !== 0n)
    .map(({ variantId, change, documentId, lineId }) => rowOf(variantId, change, documentId, lineId))
    .toSorted();
  equal(`movements of item ${itemId} at store ${storeId}`, seen, due, answer);
}

const rowOf = (variantId: unknown, change: unknown, documentId: unknown, lineId: unknown): string =>
  `${units(String(change), QUANTITY)} thousandths of variant ${variantId} by line ${lineId} of ${documentId}`;

/** The report of what is on hand has the levels and the costs of the model. */
export async function holdReport(scene: Scene, tell: Tell): Promise<void> {
  const ids = [...new Set(scene.products.map(({ itemId }) => itemId))];
  const answer = await scene.reader().get(`/reports/stock-on-hand?itemId=${ids.join()}&limit=100`);
  tell('read the report of stock on hand', answer);
  due(answer, ['200']);
  const rows = pageOf(answer).data as unknown as Fields[];
  for (const product of scene.products)
    for (const storeId of scene.stores) {
      const row = rows.filter(
        (one) => one.storeId === storeId && one.variantId === product.variantId && one.itemId === product.itemId,
      );
      const [onHand, unitCost] = [scene.levels.at({ ...product, storeId }), scene.levels.costOf(product)];
      // A level that nothing has moved may be left out.
      equal('rows of one level in the report', row.length, isZero(onHand) ? Math.min(row.length, 1) : 1, answer);
      if (!row[0]) continue;
      same(`item ${product.itemId} in the report`, row[0], { onHand, unitCost }, answer);
      holdValue(row[0].value, onHand, unitCost, scene.decimals, answer);
    }
}

/** Level times cost, to the decimals of the currency; below zero a half may be rounded either way. */
function holdValue(value: unknown, onHand: string, unitCost: string | null, decimals: number, answer: Answer): void {
  equal('whether there is a value', value !== null, unitCost !== null, answer);
  if (unitCost === null) return;
  const exact = units(onHand, QUANTITY) * units(unitCost, MONEY);
  const off = units(String(value), MONEY) * 1000n - exact;
  const half = 5n * 10n ** BigInt(6 - decimals);
  if (off > half || off < -half) throw new Departure(`the value ${value} is not ${onHand} at ${unitCost}`, answer);
}

interface Listed {
  readonly rules: Rules;
  readonly id: number;
  readonly fields: Fields;
}

/** Every filter of a list leaves the documents that it names, as they are. */
export async function holdLists(scene: Scene, rules: Rules, all: readonly Listed[], tell: Tell): Promise<void> {
  const documents = all.filter((one) => one.rules === rules);
  for (const { query, leaves } of rules.filters) {
    const answer = await scene.reader().get(`${rules.path}?search=${scene.mark}&limit=100&${query}`);
    tell(`list ${rules.path}, ${query}`, answer);
    due(answer, ['200']);
    const { data, pagination } = pageOf(answer);
    const expected = documents.filter(({ fields }) => leaves(fields));
    const ids = (records: readonly { id: number }[]) => records.map(({ id }) => id).toSorted((a, b) => a - b);
    equal(`${rules.name}s listed by ${query}`, ids(data), ids(expected), answer);
    equal(`total of ${rules.path} by ${query}`, pagination.total, expected.length, answer);
    for (const row of data)
      same(`${rules.name} ${row.id} as listed`, row, documents.find(({ id }) => id === row.id)?.fields ?? {}, answer);
  }
}
