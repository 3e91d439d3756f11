import { exact } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import type { Answer } from '../../http/send.ts';
import { detailsOf, expectRejectedAt } from '../expect/rejections.ts';
import {
  bodyOf,
  change,
  KINDS,
  type Kind,
  lineFor,
  lineOf,
  linesOf,
  newDocument,
  ofEachKind,
  PURCHASES,
  receive,
  TRANSFERS,
} from '../fixtures/documents.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';
import { addStock, DAY, onHand, stockFixture } from '../fixtures/stock.ts';

/** A rejection with several reasons names each of them. A rejected change leaves everything unchanged. */

const example = subject('examples', 'refused');

const each = ofEachKind(example);

const pathsOf = (answer: Answer): string[] =>
  detailsOf(answer)
    .map(({ path }) => path)
    .toSorted();

/** A document with three lines, each for a different item. */
async function newDocumentOfThree(
  t: CaseContext,
  kind: Kind,
): Promise<{ document: Rec; items: number[]; there: number }> {
  const place = await stockFixture(t);
  const items = [place.itemId, (await stockFixture(t)).itemId, (await stockFixture(t)).itemId];
  const lines = items.map((itemId, i) => lineFor(kind, itemId, `${i + 2}`));
  const document = await t.as().create(`${kind.path}?receive=false`, bodyOf(kind, place, lines));
  return { document, items, there: place.there };
}

/** Asserts that the record is unchanged as read and as listed. */
async function expectUnchanged(t: CaseContext, path: string, before: Rec, what: string): Promise<void> {
  t.equal(await t.as().read(`${path}/${before.id}`), before, `the record after ${what}`);
  const number = String(before.orderNo ?? before.transferNo ?? before.adjustmentNo);
  const rows = (await t.as().all(`${path}?search=${encodeURIComponent(number)}`)).filter(({ id }) => id === before.id);
  t.equal(rows, [before], `the row of the list after ${what}`);
}

/** Rejected changes to a draft, each together with a change that would be accepted alone. */
const REFUSED = (kind: Kind, document: Rec, itemId: number): [object, number, string, string][] => {
  const line = { id: lineOf(document), ...lineFor(kind, itemId, '3') };
  const store = kind.name === 'purchases' ? 'storeId' : 'toStoreId';
  const both: [object, number, string, string][] = [
    [{ [store]: UNKNOWN_ID }, 422, 'partner.reference_not_found', `/${store}`],
    [{ lines: [{ ...line, itemId: UNKNOWN_ID }] }, 422, 'partner.reference_not_found', '/lines/0/itemId'],
    [{ lines: [{ ...line, variantId: UNKNOWN_ID }] }, 422, 'partner.reference_not_found', '/lines/0/variantId'],
  ];
  if (kind.name === 'transfers')
    return [...both, [{ toStoreId: document.fromStoreId }, 400, 'partner.validation_failed', '/toStoreId']];
  return [
    ...both,
    [{ supplierId: UNKNOWN_ID }, 422, 'partner.reference_not_found', '/supplierId'],
    [{ lines: [{ ...line, taxId: UNKNOWN_ID }] }, 422, 'partner.reference_not_found', '/lines/0/taxId'],
    [{ lines: [{ ...line, discount: '999' }] }, 400, 'partner.validation_failed', '/lines/0/discount'],
  ];
};

export const REJECTED_WHOLE_CASES: readonly Case[] = [
  ...each(
    'over-each',
    ({ name, noun }) => [
      'documents.details_complete',
      `${name}.over_receipt`,
      `op.receive${noun}.status.422`,
      'http.nothing_written',
    ],
    'a receipt of too much on two lines names both with what is outstanding, and nothing of the third is written',
    async (t, kind) => {
      const { document, items, there } = await newDocumentOfThree(t, kind);
      const lines = ['2.001', '3', '5'].map((quantity, i) => ({ lineId: lineOf(document, i), quantity }));
      const answer = await receive(t, kind, document, lines);
      t.expectStatus(answer, 422, 'partner.over_receipt');
      const reported = (detailsOf(answer) as readonly { path: string; lineId?: number; outstanding?: string }[]).map(
        ({ path, lineId, outstanding }) => [path, lineId, exact(outstanding)],
      );
      const expected = [0, 2].map((i) => [
        `/lines/${i}/quantity`,
        lineOf(document, i),
        exact(linesOf(document)[i]?.outstanding),
      ]);
      t.equal(reported, expected, 'path, lineId and outstanding of each', answer);
      await expectUnchanged(t, kind.path, document, 'a receipt of too much');
      for (const itemId of items) t.equal(await onHand(t, itemId, there), 0, `stock of the item ${itemId}`);
    },
  ),
  ...each(
    'change',
    ({ name, noun }) => [
      'documents.changes_together',
      'http.nothing_written',
      `${name}.update_draft`,
      `op.update${noun}.status.422`,
      `op.update${noun}.status.400`,
    ],
    'a change with one rejected part changes nothing',
    async (t, kind) => {
      const { document: made_, place } = await newDocument(t, kind);
      const document = await t.as().read(`${kind.path}/${made_.id}`);
      for (const [fields, status, code, path] of REFUSED(kind, document, place.itemId)) {
        expectRejectedAt(t, await change(t, kind, document, { narration: 'conf', ...fields }), status, code, path);
        await expectUnchanged(t, kind.path, document, `the change of ${path} was rejected`);
      }
    },
  ),
  example(
    'adjustment-lines',
    [
      'documents.details_complete',
      'adjustments.lines',
      'op.createStockAdjustment.status.400',
      'op.updateStockAdjustment.status.400',
    ],
    'every line that does not fit an adjustment’s type is named, in creates and changes',
    async (t) => {
      const { here, itemId } = await stockFixture(t);
      const body = { storeId: here, date: DAY, type: 1, lines: [{ itemId, quantity: '1' }] };
      const draft = await t.as().create('/stock-adjustments?post=false', body);
      const wrong: [number, string[], string[]][] = [
        [2, ['0', '1', '0.000'], ['/lines/0/quantity', '/lines/2/quantity']],
        [0, ['1', '2', '0'], ['/lines/1/itemId', '/lines/2/itemId']],
      ];
      for (const [type, quantities, expected] of wrong) {
        const lines = quantities.map((quantity) => ({ itemId, quantity }));
        const answers = [
          await t.as().post('/stock-adjustments?post=true', { ...body, type, lines }),
          await t.as().patch(`/stock-adjustments/${draft.id}`, { type, lines, status: 1 }),
        ];
        for (const answer of answers) {
          t.expectStatus(answer, 400, 'partner.validation_failed');
          t.equal(pathsOf(answer), expected, 'paths of the details', answer);
        }
        await expectUnchanged(t, '/stock-adjustments', draft, 'a rejected change');
        t.equal(await onHand(t, itemId, here), 0, 'stock');
      }
    },
  ),
  example(
    'transactions',
    ['documents.details_complete', 'purchases.transactions_exclusive', 'op.listPurchaseOrders.status.400'],
    'all parameters that the transactions view does not have are named at once',
    async (t) => {
      const query = 'purchStatus=0&orderNos=PO-1&provider=conf&sort=total';
      const answer = await t.as().get(`${PURCHASES.path}?transactions=true&${query}`);
      t.expectStatus(answer, 400, 'partner.validation_failed');
      t.equal(pathsOf(answer), ['orderNos', 'provider', 'purchStatus', 'sort'], 'paths of the details', answer);
    },
  ),
  ...[PURCHASES.path, TRANSFERS.path, '/stock-adjustments', '/reports/daily-sales', '/reports/sales-by-item'].map(
    (path) =>
      example(
        `parameters.${path}`,
        ['documents.details_complete', 'http.validation_details'],
        `GET ${path}: all wrong parameters are named at once`,
        async (t) => {
          const names = path.startsWith('/reports')
            ? ['from', 'storeId', 'to']
            : ['fromDate', 'order', 'page', 'toDate'];
          const answer = await t.as().get(`${path}?${names.map((name) => `${name}=nosuch`).join('&')}`);
          t.expectStatus(answer, 400, 'partner.validation_failed');
          t.equal([...new Set(pathsOf(answer).map((one) => one.split('/')[0]))], names, 'paths of the details', answer);
        },
      ),
  ),
  ...KINDS.map((kind) =>
    example(
      `neighbours.${kind.name}`,
      ['documents.neighbours', 'stock.ledger', 'http.nothing_written'],
      `${kind.path}: writes of one document leave others of the same items unchanged`,
      async (t) => {
        const place = await stockFixture(t);
        await addStock(t, place.here, place.itemId, '50');
        const create = () =>
          t.as().create(`${kind.path}?receive=false`, bodyOf(kind, place, [lineFor(kind, place.itemId, '5')]));
        const [one, other, third] = [await create(), await create(), await create()];
        const neighbours = [other, third];
        const writes: [string, () => Promise<Answer>][] = [
          [
            'a change of lines',
            () => change(t, kind, one, { lines: [{ id: lineOf(one), ...lineFor(kind, place.itemId, '4') }] }),
          ],
          ['a receipt of part', () => receive(t, kind, one, [{ lineId: lineOf(one), quantity: '1' }])],
          ['a receipt of the rest', () => receive(t, kind, one)],
          ['a change of the narration', () => change(t, kind, one, { narration: 'conf' })],
        ];
        for (const [what, write] of writes) {
          t.requireStatus(await write(), 200);
          for (const neighbour of neighbours) await expectUnchanged(t, kind.path, neighbour, `${what} of another`);
        }
        t.requireStatus(await change(t, kind, other, { status: 0 }), 200);
        await expectUnchanged(t, kind.path, third, 'the void of another');
      },
    ),
  ),
];
