import type { Fault, Faults, Passed } from '../fault.ts';
import { answer } from '../how/answers.ts';
import { handler, withBody } from '../how/handlers.ts';
import { request } from '../how/requests.ts';

const replay = ({ text, change }: { text: string; change: (passed: Passed) => void }): Fault => ({
  breaks: 'http.idempotency_replay',
  text,
  how: answer((passed) => {
    if (passed.headers['idempotent-replayed']) change(passed);
  }),
});

/** Rules of HTTP that hold for all operations. */
export const HTTP_FAULTS: Faults = {
  'answer.replay-location-lost': replay({
    text: 'a replay has no Location',
    change: ({ headers }) => void delete headers.location,
  }),
  'answer.replay-etag-lost': replay({
    text: 'a replay has no ETag',
    change: ({ headers }) => void delete headers.etag,
  }),
  'answer.replay-status-200': replay({
    text: 'what was created is replayed as 200',
    change: (passed) => {
      if (passed.status === 201) passed.status = 200;
    },
  }),
  'answer.replay-body-short': replay({
    text: 'a replay answers the id alone',
    change: (passed) => {
      passed.body = passed.body.replace(/^\{("id":\d+).*/, '{$1}');
    },
  }),
  'answer.replayed-always': {
    breaks: 'http.idempotency_replay',
    text: 'the first answer under a key says that it is a replay',
    how: answer(({ requestHeaders, headers, status }) => {
      if (requestHeaders['idempotency-key'] && status < 300) headers['idempotent-replayed'] = 'true';
    }),
  },
  'answer.etag-weak': {
    breaks: 'http.if_match',
    text: 'ETags are weak',
    how: answer(({ headers }) => {
      if (headers.etag?.startsWith('"')) headers.etag = `W/${headers.etag}`;
    }),
  },
  'answer.list-etag-fixed': {
    breaks: 'http.content_etag',
    text: 'the ETag of a list stays the same',
    how: answer(({ headers, body }) => {
      if (headers.etag && body.includes('"pagination"')) headers.etag = '"list"';
    }),
  },
  'request.if-none-match-first': {
    breaks: 'http.if_none_match',
    text: 'of several ETags the first is heeded',
    how: request(({ requestHeaders }) => {
      const tags = requestHeaders['if-none-match'];
      if (tags?.includes(',')) requestHeaders['if-none-match'] = tags.split(',')[0] ?? '';
    }),
  },
  'request.if-none-match-star': {
    breaks: 'http.if_none_match',
    text: 'If-None-Match: * is not understood',
    how: request(({ requestHeaders }) => {
      if (requestHeaders['if-none-match'] === '*') delete requestHeaders['if-none-match'];
    }),
  },
  'request.if-match-star': {
    breaks: 'http.if_match',
    text: 'If-Match: * is not understood',
    how: request(({ requestHeaders }) => {
      if (requestHeaders['if-match'] === '*') requestHeaders['if-match'] = '"0"';
    }),
  },
  'answer.head-405': {
    breaks: 'http.head',
    text: 'HEAD is not allowed',
    how: answer((passed) => {
      if (passed.method === 'HEAD') passed.status = 405;
    }),
  },
  'answer.head-typeless': {
    breaks: 'http.head',
    text: 'HEAD has no content type',
    how: answer((passed) => {
      if (passed.method === 'HEAD') delete passed.headers['content-type'];
    }),
  },
  'answer.correlation-echoed': {
    breaks: 'http.correlation_id',
    text: 'what is brought as a correlation id is kept, whatever it is',
    how: answer(({ requestHeaders, headers }) => {
      const brought = requestHeaders['x-correlation-id'];
      if (brought) headers['x-correlation-id'] = brought;
    }),
  },
  'answer.nosniff-lost': {
    breaks: 'http.nosniff',
    text: 'X-Content-Type-Options is missing',
    how: answer(({ headers }) => void delete headers['x-content-type-options']),
  },
  'request.encoding-forgiven': {
    breaks: 'http.encoding',
    text: 'a query that is no UTF-8 is mended',
    how: request((passing) => {
      passing.url = passing.url.replaceAll(/%(?:ff|fe|c3(?=&|$))/gi, '%EF%BF%BD');
    }),
  },
  'answer.body-half': {
    breaks: 'http.body_limit',
    text: 'a body of more than half a MiB is refused',
    how: answer((passed) => {
      const { length } = passed.requestBody;
      if (length <= 524_288 || length > 1_048_576) return;
      passed.status = 413;
    }),
  },
  'answer.charset-refused': {
    breaks: 'http.media_types',
    text: 'a media type with its charset is refused',
    how: answer((passed) => {
      if (/json; ?charset=utf-8/i.test(passed.requestHeaders['content-type'] ?? '')) passed.status = 415;
    }),
  },
  'answer.shape-before-token': {
    breaks: 'http.order_of_checks',
    text: 'the body is looked at before the token',
    how: answer((passed) => {
      if (passed.status !== 401 || passed.requestBody === '' || passed.requestBody.startsWith('{"')) return;
      passed.status = 400;
    }),
  },
  'answer.record-before-shape': {
    breaks: 'http.order_of_checks',
    text: 'the record is looked for before the body is looked at',
    how: answer((passed) => {
      if (passed.status === 400 && passed.method === 'PATCH' && /\/9\d{6,}/.test(passed.url)) passed.status = 404;
    }),
  },
  'server.refused-and-written': {
    breaks: 'http.nothing_written',
    text: 'a brand whose name is taken is written under another',
    where: { operation: 'createBrand' },
    how: handler(
      (sound, mark) => (request) =>
        sound(request).catch(async (error: { status?: number }) => {
          if (error.status === 409 && request.body.name && !request.body.externalId) {
            mark();
            await sound(withBody(request, { name: `${request.body.name} (2)` })).catch(() => undefined);
          }
          throw error;
        }),
    ),
  },
  'server.location-of-menus': {
    breaks: 'http.location',
    text: "a created menu's Location leads nowhere",
    where: { operation: ['createMenuWithItems', 'createModifier'] },
    how: handler((sound, mark) => async (request) => {
      const reply = await sound(request);
      mark();
      return {
        ...reply,
        headers: { ...reply.headers, Location: String(reply.headers?.Location).replace('/full', '') },
      };
    }),
  },
  'answer.retry-hour': {
    breaks: 'limits.retry_after',
    text: 'Retry-After is an hour',
    how: answer(({ headers }) => {
      if (headers['retry-after']) headers['retry-after'] = '3600';
    }),
  },
  'request.one-value-of-list': {
    breaks: 'http.csv_or_repeated',
    text: 'of a repeated parameter the last counts',
    how: request((passing) => {
      const [path = '', query] = passing.url.split('?');
      if (query) passing.url = `${path}?${new URLSearchParams(Object.fromEntries(new URLSearchParams(query)))}`;
    }),
  },
  'request.csv-as-text': {
    breaks: 'http.csv_or_repeated',
    text: 'of a comma-separated list the first counts',
    how: request((passing) => {
      passing.url = passing.url.replace(/((?:groupId|storeId|supplierId)=\d+)(?:,|%2C)[^&]*/i, '$1');
    }),
  },
};
