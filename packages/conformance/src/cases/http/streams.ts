import { Script } from '../../driver/script.ts';
import { type Case, subject } from '../../run/case.ts';
import type { Rec } from '../../run/record.ts';
import { LINES } from '../../specification/streams.ts';

/** How a client asks for a stream, and what it has from a cursor on. */

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
          t.about('http.vary').check(/\baccept(?!-)/i.test(answer.headers.vary ?? ''), 'Vary has no Accept', answer);
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
      const script = await Script.open(t);
      const streamed = (url: string) => script.send('GET', url, undefined, { Accept: LINES });
      for (const _ of ['first', 'second', 'third']) await script.post('/brands', { name: t.name() });
      const { pagination } = await script.get('/brands?limit=2');
      const { headers } = await streamed('/brands');
      await streamed(`/brands?cursor=${(pagination as Rec).nextCursor}`);
      await script.post('/brands', { name: t.name() });
      await script.get(`/changes?after=${headers['tillgate-changes-after']}&resources=brands`);
    },
  ),
];
