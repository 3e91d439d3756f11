import { type Case, subject } from '../../run/case.ts';
import type { Rec } from '../../run/record.ts';
import { LINES } from '../../specification/streams.ts';

/**
 * How a client asks for a stream, and one stream compared with the pages of its list. The cases of the specification read
 * every list as a stream and predict its lines.
 */

const example = subject('examples', 'streams');

/** Values of Accept with which a list is a stream, and others. */
const STREAMS = [
  LINES,
  `${LINES}, */*;q=0.1`,
  `application/json;q=0.5, ${LINES}`,
  'Application/X-NDJSON',
  `${LINES}; charset=utf-8`,
  'APPLICATION/x-ndjson;Charset="UTF-8";q=0.5, application/json;charset=utf-8;Q=0.4',
];
const PAGES = [
  undefined,
  '*/*',
  'application/json',
  `application/json, ${LINES};q=0.9`,
  `${LINES};q=0`,
  `${LINES};charset=utf-8;q=0`,
  'application/x-ndjsonl',
];

export const STREAM_CASES: readonly Case[] = [
  example(
    'negotiated',
    ['streams.negotiated', 'streams.no_pages', 'http.vary'],
    'a list is a stream if the client prefers one, which has neither page nor limit',
    async (t) => {
      for (const [type, values] of [
        [LINES, STREAMS],
        ['application/json', PAGES],
      ] as const)
        for (const accept of values) {
          const answer = await t.asAny().get('/brands', accept === undefined ? {} : { Accept: accept });
          t.equal(answer.headers['content-type']?.split(';')[0], type, `Content-Type for Accept ${accept}`, answer);
          t.check(/\baccept(?!-)/i.test(answer.headers.vary ?? ''), 'Vary has no Accept', answer);
        }
      const answer = await t.asAny().get('/brands?page=1&limit=5', { Accept: LINES });
      t.expectStatus(answer, 400, 'partner.validation_failed');
      const { details = [] } = answer.body as { readonly details?: readonly { path: string; rule: string }[] };
      const named = details.map(({ path, rule }) => `${path} ${rule}`).toSorted();
      t.equal(named, ['limit exclusive', 'page exclusive'], 'errors', answer);
    },
  ),
  example(
    'brands',
    ['streams.records', 'streams.last_line', 'streams.cursors', 'streams.snapshot'],
    "a stream has the records of the list's pages from its cursor on, and a last line; the changes after it are the ones that it does not show",
    async (t) => {
      for (const _ of ['first', 'second']) await t.as().create('/brands', { name: t.name() });
      const before = await t.as().create('/brands', { name: t.name() });
      const pages = await t.asAny().all('/brands');
      const { pagination } = await t.asAny().page('/brands?limit=2');
      const [whole, rest] = [
        t.requireStatus(await t.asAny().get('/brands', { Accept: LINES }), 200),
        t.requireStatus(await t.asAny().get(`/brands?cursor=${pagination.nextCursor}`, { Accept: LINES }), 200),
      ];
      for (const [answer, records] of [
        [whole, pages],
        [rest, pages.slice(2)],
      ] as const) {
        const lines = answer.body as readonly { readonly stream?: { readonly end: boolean } }[];
        t.equal(
          lines.filter(({ stream }) => !stream),
          records,
          'the records',
          answer,
        );
        t.equal(lines.at(-1), { stream: { end: true, count: records.length, cursor: null } }, 'the last line', answer);
      }
      const after = await t.as().create('/brands', { name: t.name() });
      const cursor = whole.headers['tillgate-changes-after'];
      const { data } = await t.asAny().read(`/changes?after=${cursor}&resources=brands`);
      const changed = (data as readonly Rec[]).map(({ id }) => id);
      t.equal(
        [before, after].map(({ id }) => changed.includes(id)),
        [false, true],
        'whether the changes have the brands from before and after the stream',
        whole,
      );
    },
  ),
];
