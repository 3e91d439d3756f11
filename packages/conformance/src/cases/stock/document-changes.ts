import { exact } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { expectConflict, expectRejectedAt, expectTaken } from '../expect/rejections.ts';
import { storesOf, suppliersOf } from '../fixtures/directory.ts';
import {
  bodyOf,
  change,
  type Kind,
  lineFor,
  lineOf,
  linesOf,
  type NewDocument,
  newDocument,
  newDocumentOfTwo,
  ofEachKind,
  receive,
} from '../fixtures/documents.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';
import { sizedItem, stockFixture } from '../fixtures/stock.ts';

/** Changes to purchase orders and stock transfers, by received quantity. */

const example = subject('examples', 'documents');

const each = ofEachKind(example);

const PARTLY = ['receive', 'update'];
const WHOLE = ['update'];

/** A document with two lines, of which 3 units of the first are received. */
async function partly(t: CaseContext, kind: Kind): Promise<NewDocument> {
  const { document, place } = await newDocumentOfTwo(t, kind);
  const answer = await receive(t, kind, document, [{ lineId: lineOf(document), quantity: '3' }]);
  return { document: t.requireRecord(answer), place };
}

/** Header fields that name stores and suppliers, each with another value. */
async function otherParties(t: CaseContext, kind: Kind): Promise<Record<string, number>> {
  const [first = 0, , third = 0] = await storesOf(t, 3);
  if (kind.name === 'transfers') return { fromStoreId: third, toStoreId: third };
  const [, supplierId = 0] = await suppliersOf(t, 2);
  return { supplierId, storeId: first };
}

/** A line as sent back. */
const sent = (kind: Kind, record: Rec, index: number, fields: object = {}): object => {
  const line = linesOf(record)[index];
  const cost = kind.name === 'purchases' ? { unitCost: line?.unitCost } : {};
  return { id: line?.id, itemId: line?.itemId, quantity: line?.quantity, ...cost, ...fields };
};

const shown = (record: Rec): unknown[] => linesOf(record).map((line) => [line.id, line.itemId, exact(line.quantity)]);

export const DOCUMENT_CHANGE_CASES: readonly Case[] = [
  ...each(
    'draft',
    ({ name, noun }) => [`${name}.update_draft`, `op.update${noun}.call`],
    'every property of a draft may change',
    async (t, kind) => {
      const { document } = await newDocument(t, kind);
      const parties = Object.entries(await otherParties(t, kind));
      const { itemId } = await stockFixture(t);
      const changes: Record<string, unknown>[] = [
        ...parties.map(([name, value]) => ({ [name]: value })).slice(0, kind.name === 'transfers' ? 1 : 2),
        { [kind.date]: '2026-04-05', [kind.number]: t.name('no'), narration: 'conf', externalId: t.name('external') },
        { lines: [sent(kind, document, 0, { itemId, quantity: '7' })] },
      ];
      for (const fields of changes) {
        const changed = t.requireRecord(await change(t, kind, document, fields));
        for (const [name, value] of Object.entries(fields))
          if (name !== 'lines') t.equal(changed[name], value, `${name} of a draft`);
      }
      const now = await t.as().read(`${kind.path}/${document.id}`);
      t.equal(shown(now), [[lineOf(document), itemId, '7']], 'lines of a draft');
      t.equal(now.version, 1 + changes.length, 'version');
    },
  ),
  ...each(
    'lines',
    ({ name, noun }) => [`${name}.lines_replaced`, `op.update${noun}.body.lines`],
    'lines are replaced as a whole; those sent with their id keep it, and others are removed',
    async (t, kind) => {
      const { document } = await newDocumentOfTwo(t, kind);
      const { itemId } = await stockFixture(t);
      const lines = [lineFor(kind, itemId, '1'), sent(kind, document, 1, { quantity: '5' })];
      const changed = t.requireRecord(await change(t, kind, document, { lines }));
      const [added, kept] = linesOf(changed);
      t.equal(linesOf(changed).length, 2, 'lines');
      t.equal([added?.itemId, kept?.id, exact(kept?.quantity)], [itemId, lineOf(document, 1), '5'], 'lines');
      t.check(!linesOf(document).some(({ id }) => id === added?.id), 'a new line has the id of an old one');
      t.equal(shown(await t.as().read(`${kind.path}/${document.id}`)), shown(changed), 'lines, read again');
      t.requireStatus(await change(t, kind, document, { narration: 'conf' }), 200);
      t.equal(shown(await t.as().read(`${kind.path}/${document.id}`)), shown(changed), 'lines that are not named');
    },
  ),
  ...each(
    'lines-refused',
    ({ name, noun }) => [`${name}.lines_replaced`, `op.update${noun}.status.422`, `op.update${noun}.status.400`],
    'a line id belongs to this document and occurs once',
    async (t, kind) => {
      const { document } = await newDocument(t, kind);
      const { document: other } = await newDocument(t, kind);
      for (const id of [lineOf(other), UNKNOWN_ID]) {
        const lines = [sent(kind, document, 0, { id })];
        expectRejectedAt(
          t,
          await change(t, kind, document, { lines }),
          422,
          'partner.reference_not_found',
          '/lines/0/id',
        );
      }
      const lines = [sent(kind, document, 0), sent(kind, document, 0)];
      expectRejectedAt(t, await change(t, kind, document, { lines }), 400, 'partner.validation_failed', '/lines/1/id');
    },
  ),
  ...each(
    'partial',
    ({ name, noun }) => [`${name}.update_partial`, `op.update${noun}.status.409`],
    'once something is received, the parties and the items of received lines are fixed',
    async (t, kind) => {
      const { document, place } = await partly(t, kind);
      for (const [name, value] of Object.entries(await otherParties(t, kind)))
        expectConflict(t, await change(t, kind, document, { [name]: value }), PARTLY);
      const { itemId } = await stockFixture(t);
      const other = sent(kind, document, 1);
      const wrong = [
        [sent(kind, document, 0, { itemId }), other],
        [sent(kind, document, 0, { quantity: '2.999' }), other],
        [other],
        [lineFor(kind, place.itemId, '10'), other],
        ...(kind.name === 'purchases' ? [[sent(kind, document, 0, { unitCost: '1.26' }), other]] : []),
      ];
      for (const lines of wrong) expectConflict(t, await change(t, kind, document, { lines }), PARTLY);
      t.equal((await t.as().read(`${kind.path}/${document.id}`)).version, 2, 'version after rejected changes');
    },
  ),
  ...each(
    'partial-allowed',
    ({ name, noun }) => [`${name}.update_partial`, `op.update${noun}.call`],
    'once something is received, texts, dates, new lines and quantities not below it may change',
    async (t, kind) => {
      const { document } = await partly(t, kind);
      const texts = {
        narration: 'conf',
        [kind.date]: '2026-04-06',
        ...(kind.name === 'purchases' && { invoice: 'c', expectedDate: '2026-04-09' }),
      };
      const changed = t.requireRecord(await change(t, kind, document, texts));
      for (const [name, value] of Object.entries(texts)) t.equal(changed[name], value, name);
      const { itemId } = await stockFixture(t);
      const lines = [sent(kind, document, 0, { quantity: '3' }), lineFor(kind, itemId, '2')];
      const relined = t.requireRecord(await change(t, kind, document, { lines }));
      const [kept, added] = linesOf(relined);
      t.equal([kept?.id, exact(kept?.received), exact(kept?.outstanding)], [lineOf(document), '3', '0'], 'a kept line');
      t.equal(
        [added?.itemId, exact(added?.outstanding), relined[kind.state]],
        [itemId, '2', 1],
        'a new line, and state',
      );
      const rest = { lines: [sent(kind, document, 0, { quantity: '3' })] };
      t.equal(t.requireRecord(await change(t, kind, document, rest))[kind.state], 2, 'state of 3 of 3');
    },
  ),
  ...each(
    'received',
    ({ name, noun }) => [`${name}.update_received`, `op.update${noun}.status.409`],
    'once everything is received, only a few texts may change',
    async (t, kind) => {
      const { document } = await newDocument(t, kind, {}, 'true');
      const fixed = {
        ...(await otherParties(t, kind)),
        [kind.date]: '2026-04-07',
        [kind.number]: t.name('no'),
        ...(kind.name === 'purchases' && { expectedDate: '2026-04-08' }),
        lines: [sent(kind, document, 0, { quantity: '11' })],
      };
      for (const [name, value] of Object.entries(fixed))
        expectConflict(t, await change(t, kind, document, { [name]: value }), WHOLE);
      const texts = { narration: 'conf', ...(kind.name === 'purchases' && { invoice: 'conf' }) };
      const changed = t.requireRecord(await change(t, kind, document, texts));
      for (const [name, value] of Object.entries(texts)) t.equal(changed[name], value, name);
    },
  ),
  ...each(
    'same-value',
    ({ name }) => [`${name}.same_value`],
    'a property sent with its present value is not a change',
    async (t, kind) => {
      const { document } = await newDocument(t, kind, {}, 'true');
      const names = kind.name === 'purchases' ? ['supplierId', 'storeId'] : ['fromStoreId', 'toStoreId'];
      const same = Object.fromEntries([...names, kind.date, kind.number].map((name) => [name, document[name]]));
      t.expectStatus(await change(t, kind, document, { ...same, narration: 'conf' }), 200);
    },
  ),
  ...each(
    'number',
    ({ name, noun, number }) => [
      `${name}.number`,
      `op.create${noun}.body.${number}`,
      `op.create${noun}.status.409`,
      `op.update${noun}.status.409`,
    ],
    'the number is generated if absent and unique per merchant',
    async (t, kind) => {
      const [{ document: one, place }, { document: two }] = [await newDocument(t, kind), await newDocument(t, kind)];
      const numbers = [one[kind.number], two[kind.number]];
      t.check(
        numbers.every((text) => typeof text === 'string' && text !== ''),
        `numbers are ${numbers}`,
      );
      t.check(numbers[0] !== numbers[1], 'two documents have the same number');
      const body = bodyOf(kind, place, [lineFor(kind, place.itemId, '1')], { [kind.number]: one[kind.number] });
      const taken = await t.as().post(`${kind.path}?receive=false`, body);
      expectTaken(t, taken, `/${kind.number}`, one.id);
      const renamed = await change(t, kind, two, { [kind.number]: one[kind.number] });
      expectTaken(t, renamed, `/${kind.number}`, one.id);
      const own = t.name('no');
      t.equal(
        (await newDocument(t, kind, { [kind.number]: own })).document[kind.number],
        own,
        'a number that was sent',
      );
    },
  ),
  ...each(
    'stockable',
    ({ name, noun }) => [`${name}.stockable`, `op.create${noun}.status.422`, `op.update${noun}.status.422`],
    'a line names an item that holds stock: no combo, and a variant where the item has variants',
    async (t, kind) => {
      const place = await stockFixture(t);
      const [one, other] = [await sizedItem(t), await sizedItem(t)];
      const components = [{ itemId: place.itemId, quantity: '1' }];
      const combo = await t.as().create('/items', { name: t.name('combo'), type: 2, components });
      const wrong: [object, string][] = [
        [lineFor(kind, combo.id, '1'), '/lines/1/itemId'],
        [lineFor(kind, UNKNOWN_ID, '1'), '/lines/1/itemId'],
        [lineFor(kind, one.itemId, '1'), '/lines/1/variantId'],
        [lineFor(kind, one.itemId, '1', { variantId: other.small }), '/lines/1/variantId'],
        [lineFor(kind, place.itemId, '1', { variantId: one.small }), '/lines/1/variantId'],
      ];
      const good = lineFor(kind, one.itemId, '1', { variantId: one.small });
      const draft = await t.as().create(`${kind.path}?receive=false`, bodyOf(kind, place, [good]));
      t.equal(linesOf(draft)[0]?.variantId, one.small, 'variantId');
      for (const [line, path] of wrong) {
        const created = await t.as().post(`${kind.path}?receive=false`, bodyOf(kind, place, [good, line]));
        expectRejectedAt(t, created, 422, 'partner.reference_not_found', path);
        expectRejectedAt(
          t,
          await change(t, kind, draft, { lines: [good, line] }),
          422,
          'partner.reference_not_found',
          path,
        );
      }
    },
  ),
];
