import { exact } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { Rec } from '../../engine/record.ts';
import { detailsOf, expectRejectedAt } from '../expect/rejections.ts';
import {
  arrived,
  lineOf,
  linesOf,
  newDocument,
  newDocumentOfTwo,
  ofEachKind,
  progress,
  receive,
} from '../fixtures/documents.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';

/** Rejected, concurrent and repeated receipts. */

const example = subject('examples', 'receipts');

const _received = (record: Rec): (string | null)[][] =>
  linesOf(record).map((line) => [exact(line.received), exact(line.outstanding)]);

const each = ofEachKind(example);

export const REJECTED_RECEIPT_CASES: readonly Case[] = [
  ...each(
    'over',
    ({ name, noun }) => [`${name}.over_receipt`, `op.receive${noun}.status.422`, 'http.nothing_written'],
    'receiving more than is outstanding is 422 with line and outstanding, and nothing is written of any line',
    async (t, kind) => {
      const { document, place, second } = await newDocumentOfTwo(t, kind);
      const [one, two] = [lineOf(document, 0), lineOf(document, 1)];
      t.requireStatus(await receive(t, kind, document, [{ lineId: two, quantity: '1.5' }]), 200);
      const lines = [
        { lineId: one, quantity: '10' },
        { lineId: two, quantity: '2.501' },
      ];
      const answer = await receive(t, kind, document, lines);
      expectRejectedAt(t, answer, 422, 'partner.over_receipt', '/lines/1/quantity');
      const reported = (detailsOf(answer) as readonly { lineId?: number; outstanding?: string }[]).map((one) => [
        one.lineId,
        exact(one.outstanding),
      ]);
      t.equal(reported, [[two, '2.5']], 'lineId and outstanding', answer);
      const now = await t.as().read(`${kind.path}/${document.id}`);
      t.equal([now.version, progress(kind, now)], [2, '1: 0 + 10, 1.5 + 2.5'], 'the document after the rejection');
      t.equal([await arrived(t, place, place.itemId), await arrived(t, place, second)], [0, 1_500], 'stock');
    },
  ),
  ...each(
    'refused',
    ({ name, noun }) => [`${name}.receipt_lines`, `op.receive${noun}.status.400`, `op.receive${noun}.status.422`],
    'a receipt names each line of this document at most once, with a quantity above zero',
    async (t, kind) => {
      const { document } = await newDocument(t, kind);
      const { document: other } = await newDocument(t, kind);
      const twice = { lineId: lineOf(document), quantity: '1' };
      expectRejectedAt(
        t,
        await receive(t, kind, document, [twice, twice]),
        400,
        'partner.validation_failed',
        '/lines/1/lineId',
      );
      const none = [{ lineId: lineOf(document), quantity: '0' }];
      expectRejectedAt(
        t,
        await receive(t, kind, document, none),
        400,
        'partner.validation_failed',
        '/lines/0/quantity',
      );
      for (const lineId of [lineOf(other), UNKNOWN_ID]) {
        const answer = await receive(t, kind, document, [{ lineId, quantity: '1' }]);
        expectRejectedAt(t, answer, 422, 'partner.reference_not_found', '/lines/0/lineId');
      }
      t.equal((await t.as().read(`${kind.path}/${document.id}`)).version, 1, 'version after rejected receipts');
    },
  ),
  ...each(
    'race',
    ({ name }) => ['stock.concurrent', `${name}.over_receipt`],
    'of four concurrent receipts of everything, one succeeds',
    async (t, kind) => {
      const { document, place } = await newDocument(t, kind);
      const body = { lines: [{ lineId: lineOf(document), quantity: '10' }] };
      const url = `${kind.path}/${document.id}/receive`;
      const send = () => t.as().send('PATCH', url, { body, concurrent: true });
      const answers = await Promise.all([send(), send(), send(), send()]);
      t.equal(answers.filter(({ status }) => status === 200).length, 1, 'receipts that succeeded');
      t.equal(await arrived(t, place, place.itemId), 10_000, 'stock');
    },
  ),
  ...each(
    'if-match',
    ({ noun }) => ['http.if_match', `op.receive${noun}.status.412`, `op.receive${noun}.param.If-Match`],
    'a receipt on another version is 412 and moves nothing; on the present one it succeeds',
    async (t, kind) => {
      const { document, place } = await newDocument(t, kind);
      const url = `${kind.path}/${document.id}/receive`;
      t.expectStatus(await t.as().patch(url, {}, { 'If-Match': '"7"' }), 412, 'partner.version_mismatch');
      t.equal(await arrived(t, place, place.itemId), 0, 'stock');
      const { etag = '' } = t.requireStatus(await t.as().get(`${kind.path}/${document.id}`), 200).headers;
      t.expectStatus(await t.as().patch(url, {}, { 'If-Match': etag }), 200);
    },
  ),
  ...each(
    'key',
    ({ noun }) => ['http.idempotency_replay', 'http.idempotency_mismatch', `op.receive${noun}.param.Idempotency-Key`],
    'a receipt repeated under its key moves nothing more',
    async (t, kind) => {
      const { document, place } = await newDocument(t, kind);
      const url = `${kind.path}/${document.id}/receive`;
      const headers = { 'Idempotency-Key': t.name('key') };
      const body = { lines: [{ lineId: lineOf(document), quantity: '3' }] };
      const first = t.requireStatus(await t.as().patch(url, body, headers), 200);
      const again = await t.as().patch(url, body, headers);
      t.equal([again.status, again.text], [200, first.text], 'the replay', again);
      t.equal(await arrived(t, place, place.itemId), 3_000, 'stock');
      t.expectStatus(await t.as().patch(url, {}, headers), 422, 'partner.idempotency_mismatch');
    },
  ),
];
