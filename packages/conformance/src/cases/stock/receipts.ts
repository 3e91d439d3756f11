import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { expectConflict, expectRejectedAt } from '../expect/rejections.ts';
import {
  allowedBy,
  arrived,
  bodyOf,
  change,
  type Kind,
  lineFor,
  lineOf,
  newDocument,
  newDocumentOfTwo,
  ofEachKind,
  progress,
  receive,
  TRANSFERS,
} from '../fixtures/documents.ts';
import { onHand, stockFixture } from '../fixtures/stock.ts';

/** Receipts of purchase orders and of stock transfers. */

const example = subject('examples', 'receipts');

const state = ({ state: name }: Kind, record: Rec): unknown => record[name];

const each = ofEachKind(example);

/** Asserts state and stock at the second store, where both transfers and purchases deliver. */
async function expectReceived(t: CaseContext, kind: Kind, flag: string, expected: [number, number]): Promise<void> {
  const { document, place } = await newDocument(t, kind, {}, flag);
  t.equal(
    [state(kind, document), await arrived(t, place, place.itemId)],
    expected,
    `state and stock with receive=${flag}`,
  );
}

export const RECEIPT_CASES: readonly Case[] = [
  ...each(
    'on-create',
    ({ name, noun }) => [`${name}.receive_on_create`, `op.create${noun}.param.receive`, 'lists.boolean_like'],
    'receive is true or 1 to receive everything at once, false or 0 to leave a draft',
    async (t, kind) => {
      for (const flag of ['true', '1']) await expectReceived(t, kind, flag, [2, 10_000]);
      for (const flag of ['false', '0']) await expectReceived(t, kind, flag, [0, 0]);
    },
  ),
  ...each(
    'receive-required',
    ({ name, noun }) => [`${name}.receive_required`, `op.create${noun}.param.receive`],
    'nothing is created without receive',
    async (t, kind) => {
      const place = await stockFixture(t);
      const body = bodyOf(kind, place, [lineFor(kind, place.itemId, '1')]);
      expectRejectedAt(t, await t.as().post(kind.path, body), 400, 'partner.validation_failed', 'receive');
    },
  ),
  ...each(
    'lines',
    ({ name, noun }) => [`${name}.state_from_lines`, `${name}.receive`, `op.receive${noun}.body.lines`],
    'a document is partial while anything is outstanding on any line, and done when nothing is',
    async (t, kind) => {
      const { document, place, second } = await newDocumentOfTwo(t, kind);
      const [one, two] = [lineOf(document, 0), lineOf(document, 1)];
      const first = t.requireRecord(await receive(t, kind, document, [{ lineId: one, quantity: '10' }]));
      t.equal(progress(kind, first), '1: 10 + 0, 0 + 4', 'with one line received whole');
      const most = t.requireRecord(await receive(t, kind, document, [{ lineId: two, quantity: '3.999' }]));
      t.equal(progress(kind, most), '1: 10 + 0, 3.999 + 0.001', 'with 0.001 outstanding');
      const all = t.requireRecord(await receive(t, kind, document, [{ lineId: two, quantity: '0.001' }]));
      t.equal(progress(kind, all), '2: 10 + 0, 4 + 0', 'with nothing outstanding');
      t.equal(
        [await arrived(t, place, place.itemId), await arrived(t, place, second)],
        [10_000, 4_000],
        'stock of both items',
      );
    },
  ),
  ...each(
    'all',
    ({ name, noun }) => [
      `${name}.receive_all`,
      `${name}.receive_empty`,
      `op.receive${noun}.call`,
      `op.receive${noun}.status.400`,
    ],
    'without lines everything outstanding is received; an empty list is rejected, and nothing is received',
    async (t, kind) => {
      const { document, place, second } = await newDocumentOfTwo(t, kind);
      const url = `${kind.path}/${document.id}`;
      const partly = await receive(t, kind, document, [{ lineId: lineOf(document), quantity: '4' }]);
      const before = t.requireRecord(partly);
      const stock = async () => [await arrived(t, place, place.itemId), await arrived(t, place, second)];
      expectRejectedAt(
        t,
        await t.as().patch(`${url}/receive`, { lines: [] }),
        400,
        'partner.validation_failed',
        '/lines',
      );
      t.equal(await t.as().read(url), before, 'the document after an empty list');
      t.equal(await stock(), [4_000, 0], 'stock after an empty list');
      const answer = await t.as().patch(`${url}/receive`, {});
      t.equal(state(kind, t.requireRecord(answer)), 2, 'state after a receipt without lines');
      t.equal(await stock(), [10_000, 4_000], 'stock after a receipt without lines');
    },
  ),
  ...each(
    'void',
    ({ name, noun }) => [`${name}.void`, `op.update${noun}.status.409`, `op.receive${noun}.status.409`],
    'a draft can be voided, for good; a partly or fully received document cannot',
    async (t, kind) => {
      const { document } = await newDocument(t, kind);
      t.equal(t.requireRecord(await change(t, kind, document, { status: 0 })).status, 0, 'status');
      for (const fields of [{ narration: 'conf' }, { status: 1 }])
        expectConflict(t, await change(t, kind, document, fields), []);
      expectConflict(t, await receive(t, kind, document), []);
      const now = await t.as().read(`${kind.path}/${document.id}`);
      t.equal([now.status, now.version, state(kind, now)], [0, 2, 0], 'the voided document');
      const { document: partly } = await newDocument(t, kind);
      t.requireStatus(await receive(t, kind, partly, [{ lineId: lineOf(partly), quantity: '0.001' }]), 200);
      expectConflict(t, await change(t, kind, partly, { status: 0 }), ['receive', 'update']);
      const { document: whole } = await newDocument(t, kind, {}, 'true');
      expectConflict(t, await change(t, kind, whole, { status: 0 }), ['update']);
      expectConflict(t, await receive(t, kind, whole), ['update']);
    },
  ),
  ...each(
    'allowed-actions',
    ({ name, noun }) => [`${name}.allowed_actions`, `op.get${noun}.call`],
    'allowedActions match the state',
    async (t, kind) => {
      const { document } = await newDocument(t, kind);
      t.equal(allowedBy(document), ['receive', 'update', 'void'], 'of a draft');
      const partly = await receive(t, kind, document, [{ lineId: lineOf(document), quantity: '1' }]);
      t.equal(allowedBy(t.requireRecord(partly)), ['receive', 'update'], 'of a partly received one');
      t.equal(allowedBy(t.requireRecord(await receive(t, kind, document))), ['update'], 'of a received one');
      const { document: voided } = await newDocument(t, kind);
      t.requireStatus(await change(t, kind, voided, { status: 0 }), 200);
      t.equal(allowedBy(await t.as().read(`${kind.path}/${voided.id}`)), [], 'of a voided one');
    },
  ),
  example(
    'transfers.both-stores',
    ['transfers.receive', 'stock.ledger'],
    'a transfer takes from the source store what it delivers to the destination, and only when received',
    async (t) => {
      const { document, place } = await newDocument(t, TRANSFERS);
      const stock = async () => [await onHand(t, place.itemId, place.here), await arrived(t, place, place.itemId)];
      t.equal(await stock(), [100_000, 0], 'of a draft');
      t.requireStatus(await receive(t, TRANSFERS, document, [{ lineId: lineOf(document), quantity: '2.125' }]), 200);
      t.equal(await stock(), [97_875, 2_125], 'after 2.125 of 10');
      t.requireStatus(await receive(t, TRANSFERS, document), 200);
      t.equal(await stock(), [90_000, 10_000], 'after all 10');
    },
  ),
];
