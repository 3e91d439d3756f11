import type { Fault, Passed } from '../fault.ts';
import { fault } from '../kinds/answers.ts';
import { asks } from '../kinds/requests.ts';
import { handle, server, withBody } from '../kinds/server.ts';

const replay = (id: string, text: string, change: (passed: Passed) => void): Fault =>
  fault(`replay-${id}`, 'http.idempotency_replay', text, (passed) => {
    if (passed.headers['idempotent-replayed']) change(passed);
  });

/** What cuts across all operations. */
export const HTTP_FAULTS: readonly Fault[] = [
  replay('location-lost', 'a replay has no Location', ({ headers }) => void delete headers.location),
  replay('etag-lost', 'a replay has no ETag', ({ headers }) => void delete headers.etag),
  replay('status-200', 'what was created is replayed as 200', (passed) => {
    if (passed.status === 201) passed.status = 200;
  }),
  replay('body-short', 'a replay answers the id alone', (passed) => {
    passed.body = passed.body.replace(/^\{("id":\d+).*/, '{$1}');
  }),
  fault(
    'replayed-always',
    'http.idempotency_replay',
    'the first answer under a key says that it is a replay',
    ({ requestHeaders, headers, status }) => {
      if (requestHeaders['idempotency-key'] && status < 300) headers['idempotent-replayed'] = 'true';
    },
  ),
  fault('etag-weak', 'http.if_match', 'ETags are weak', ({ headers }) => {
    if (headers.etag?.startsWith('"')) headers.etag = `W/${headers.etag}`;
  }),
  asks('if-none-match-first', 'http.if_none_match', 'of several ETags the first is heeded', ({ requestHeaders }) => {
    const tags = requestHeaders['if-none-match'];
    if (tags?.includes(',')) requestHeaders['if-none-match'] = tags.split(',')[0] ?? '';
  }),
  asks('if-none-match-star', 'http.if_none_match', 'If-None-Match: * is not understood', ({ requestHeaders }) => {
    if (requestHeaders['if-none-match'] === '*') delete requestHeaders['if-none-match'];
  }),
  asks('if-match-star', 'http.if_match', 'If-Match: * is not understood', ({ requestHeaders }) => {
    if (requestHeaders['if-match'] === '*') requestHeaders['if-match'] = '"0"';
  }),
  fault('head-405', 'http.head', 'HEAD is not allowed', (passed) => {
    if (passed.method === 'HEAD') passed.status = 405;
  }),
  fault('head-typeless', 'http.head', 'HEAD has no content type', (passed) => {
    if (passed.method === 'HEAD') delete passed.headers['content-type'];
  }),
  fault(
    'correlation-echoed',
    'http.correlation_id',
    'what is brought as a correlation id is kept, whatever it is',
    ({ requestHeaders, headers }) => {
      const brought = requestHeaders['x-correlation-id'];
      if (brought) headers['x-correlation-id'] = brought;
    },
  ),
  fault(
    'nosniff-lost',
    'http.nosniff',
    'X-Content-Type-Options is missing',
    ({ headers }) => void delete headers['x-content-type-options'],
  ),
  asks('encoding-forgiven', 'http.encoding', 'a query that is no UTF-8 is mended', (passing) => {
    passing.url = passing.url.replaceAll(/%(?:ff|fe|c3(?=&|$))/gi, '%EF%BF%BD');
  }),
  fault('body-half', 'http.body_limit', 'a body of more than half a MiB is refused', (passed) => {
    const { length } = passed.requestBody;
    if (length <= 524_288 || length > 1_048_576) return;
    passed.status = 413;
  }),
  fault('charset-refused', 'http.media_types', 'a media type with its charset is refused', (passed) => {
    if (/json; ?charset=utf-8/i.test(passed.requestHeaders['content-type'] ?? '')) passed.status = 415;
  }),
  fault('shape-before-token', 'http.order_of_checks', 'the body is looked at before the token', (passed) => {
    if (passed.status !== 401 || passed.requestBody === '' || passed.requestBody.startsWith('{"')) return;
    passed.status = 400;
  }),
  fault(
    'record-before-shape',
    'http.order_of_checks',
    'the record is looked for before the body is looked at',
    (passed) => {
      if (passed.status === 400 && passed.method === 'PATCH' && /\/9\d{6,}/.test(passed.url)) passed.status = 404;
    },
  ),
  server(
    'refused-and-written',
    'http.nothing_written',
    'a brand whose name is taken is written under another',
    (deps, mark) =>
      handle(
        deps,
        ['createBrand'],
        (sound) => (request) =>
          sound(request).catch(async (error: { status?: number }) => {
            if (error.status === 409 && request.body.name && !request.body.externalId) {
              mark();
              await sound(withBody(request, { name: `${request.body.name} (2)` })).catch(() => undefined);
            }
            throw error;
          }),
      ),
  ),
  server('location-of-menus', 'http.location', "a created menu's Location leads nowhere", (deps, mark) =>
    handle(deps, ['createMenuWithItems', 'createModifier'], (sound) => async (request) => {
      const reply = await sound(request);
      mark();
      return {
        ...reply,
        headers: { ...reply.headers, Location: String(reply.headers?.Location).replace('/full', '') },
      };
    }),
  ),
  fault('retry-hour', 'limits.retry_after', 'Retry-After is an hour', ({ headers }) => {
    if (headers['retry-after']) headers['retry-after'] = '3600';
  }),
  asks('one-value-of-list', 'http.csv_or_repeated', 'of a repeated parameter the last counts', (passing) => {
    const [path = '', query] = passing.url.split('?');
    if (query) passing.url = `${path}?${new URLSearchParams(Object.fromEntries(new URLSearchParams(query)))}`;
  }),
  asks('csv-as-text', 'http.csv_or_repeated', 'of a comma-separated list the first counts', (passing) => {
    passing.url = passing.url.replace(/((?:groupId|storeId|supplierId)=\d+)(?:,|%2C)[^&]*/i, '$1');
  }),
];
