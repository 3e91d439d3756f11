import { type Faults, fault, type Passed } from '../fault.ts';
import { answer } from '../how/answers.ts';
import { handler, withBody } from '../how/handlers.ts';
import { request } from '../how/requests.ts';

const replay = (change: (passed: Passed) => void) =>
  answer((passed) => {
    if (passed.headers['idempotent-replayed']) change(passed);
  });

/** Violations of HTTP rules that apply to all operations. */
export const HTTP_FAULTS: Faults = {
  'answer.replay-location-lost': fault('http.idempotency_replay', 'a replay has no Location', {
    how: replay(({ headers }) => void delete headers.location),
  }),
  'answer.replay-etag-lost': fault('http.idempotency_replay', 'a replay has no ETag', {
    how: replay(({ headers }) => void delete headers.etag),
  }),
  'answer.replay-status-200': fault('http.idempotency_replay', 'what was created is replayed as 200', {
    how: replay((passed) => {
      if (passed.status === 201) passed.status = 200;
    }),
  }),
  'answer.replay-body-short': fault('http.idempotency_replay', 'a replay returns only the id', {
    how: replay((passed) => {
      passed.body = passed.body.replace(/^\{("id":\d+).*/, '{$1}');
    }),
  }),
  'answer.replayed-always': fault('http.idempotency_replay', 'the first response under a key claims to be a replay', {
    how: answer(({ requestHeaders, headers, status }) => {
      if (requestHeaders['idempotency-key'] && status < 300) headers['idempotent-replayed'] = 'true';
    }),
  }),
  'answer.etag-weak': fault('http.etag', 'ETags are weak', {
    how: answer(({ headers }) => {
      if (headers.etag?.startsWith('"')) headers.etag = `W/${headers.etag}`;
    }),
  }),
  'answer.list-etag-fixed': fault('http.content_etag', 'the ETag of a list never changes', {
    how: answer(({ headers, body }) => {
      if (headers.etag && body.includes('"pagination"')) headers.etag = '"list"';
    }),
  }),
  'request.if-none-match-first': fault('http.if_none_match', 'only the first of several ETags is used', {
    how: request(({ requestHeaders }) => {
      const tags = requestHeaders['if-none-match'];
      if (tags?.includes(',')) requestHeaders['if-none-match'] = tags.split(',')[0] ?? '';
    }),
  }),
  'request.if-none-match-star': fault('http.if_none_match', 'If-None-Match: * is not supported', {
    how: request(({ requestHeaders }) => {
      if (requestHeaders['if-none-match'] === '*') delete requestHeaders['if-none-match'];
    }),
  }),
  'request.if-match-star': fault('http.if_match', 'If-Match: * is not understood', {
    how: request(({ requestHeaders }) => {
      if (requestHeaders['if-match'] === '*') requestHeaders['if-match'] = '"0"';
    }),
  }),
  'request.coding-refused': fault('http.compression', 'no response is compressed', {
    how: request(({ requestHeaders }) => void delete requestHeaders['accept-encoding']),
  }),
  'answer.coding-etag-shared': fault('http.coding_etag', 'all codings of a response have one ETag', {
    how: answer(({ headers }) => {
      headers.etag &&= headers.etag.replace(/-(br|gzip)"$/, '"');
    }),
  }),
  'answer.too-many-values': fault('http.body_values', 'a body of too many values is only rejected by its shape', {
    how: answer((passed) => {
      passed.body = passed.body.replaceAll('"maxValues"', '"type"');
    }),
  }),
  'answer.head-405': fault('http.head', 'HEAD is not allowed', {
    how: answer((passed) => {
      if (passed.method === 'HEAD') passed.status = 405;
    }),
  }),
  'answer.head-typeless': fault('http.head', 'HEAD has no content type', {
    how: answer((passed) => {
      if (passed.method === 'HEAD') delete passed.headers['content-type'];
    }),
  }),
  'answer.correlation-echoed': fault('http.correlation_id', 'an invalid correlation id of the request is accepted', {
    how: answer(({ requestHeaders, headers }) => {
      const brought = requestHeaders['x-correlation-id'];
      if (brought) headers['x-correlation-id'] = brought;
    }),
  }),
  'answer.origin-echoed': fault('cors.unregistered', 'every page may read every response', {
    how: answer(({ requestHeaders, headers }) => {
      if (requestHeaders.origin) headers['access-control-allow-origin'] = requestHeaders.origin;
    }),
  }),
  'answer.origin-refused': fault('cors.registered', "no page may read an app's responses", {
    how: answer(({ headers }) => {
      if (headers['access-control-allow-origin'] !== '*') delete headers['access-control-allow-origin'];
    }),
  }),
  'answer.documents-closed': fault('cors.documents', 'no page may read the public documents', {
    how: answer(({ headers }) => void delete headers['access-control-allow-origin']),
  }),
  'answer.headers-unexposed': fault('cors.headers', 'scripts cannot read the rate limit', {
    how: answer(({ headers }) => {
      const exposed = headers['access-control-expose-headers'];
      if (exposed) headers['access-control-expose-headers'] = exposed.replace('RateLimit, ', '');
    }),
  }),
  'answer.options-405': fault('http.options', 'OPTIONS is not allowed', {
    how: answer((passed) => {
      if (passed.method === 'OPTIONS') passed.status = 405;
    }),
  }),
  'answer.nosniff-lost': fault('http.nosniff', 'X-Content-Type-Options is missing', {
    how: answer(({ headers }) => void delete headers['x-content-type-options']),
  }),
  'request.alias-unknown': fault('hosts.alias', 'the alias serves nothing', {
    how: request((passing) => {
      passing.url = passing.url.replace(/^\/alias/, '/nowhere');
    }),
  }),
  'request.encoding-forgiven': fault('http.encoding', 'a query that is not UTF-8 is repaired', {
    how: request((passing) => {
      passing.url = passing.url.replaceAll(/%(?:ff|fe|c3(?=&|$))/gi, '%EF%BF%BD');
    }),
  }),
  'answer.body-half': fault('http.body_limit', 'a body of more than half a MiB is rejected', {
    how: answer((passed) => {
      const { length } = passed.requestBody;
      if (length <= 524_288 || length > 1_048_576) return;
      passed.status = 413;
    }),
  }),
  'answer.charset-refused': fault('http.media_types', 'a media type with its charset is rejected', {
    how: answer((passed) => {
      if (/json; ?charset=utf-8/i.test(passed.requestHeaders['content-type'] ?? '')) passed.status = 415;
    }),
  }),
  'answer.shape-before-token': fault('http.order_of_checks', 'the body is validated before the token', {
    how: answer((passed) => {
      if (passed.status !== 401 || passed.requestBody === '' || passed.requestBody.startsWith('{"')) return;
      passed.status = 400;
    }),
  }),
  'answer.record-before-shape': fault('http.order_of_checks', 'the record is looked up before the body is validated', {
    how: answer((passed) => {
      if (passed.status === 400 && passed.method === 'PATCH' && /\/9\d{6,}/.test(passed.url)) passed.status = 404;
    }),
  }),
  'server.refused-and-written': fault('http.nothing_written', 'a brand whose name is taken is written under another', {
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
  }),
  'server.location-of-menus': fault('http.location', "a created menu's Location leads nowhere", {
    where: { operation: ['createMenuWithItems', 'createModifier'] },
    how: handler((sound, mark) => async (request) => {
      const reply = await sound(request);
      mark();
      return {
        ...reply,
        headers: { ...reply.headers, Location: String(reply.headers?.Location).replace('/full', '') },
      };
    }),
  }),
  'answer.retry-hour': fault('limits.retry_after', 'Retry-After is an hour', {
    how: answer(({ headers }) => {
      if (headers['retry-after']) headers['retry-after'] = '3600';
    }),
  }),
  'request.one-value-of-list': fault('http.csv_or_repeated', 'of a repeated parameter the last counts', {
    how: request((passing) => {
      const [path = '', query] = passing.url.split('?');
      if (query) passing.url = `${path}?${new URLSearchParams(Object.fromEntries(new URLSearchParams(query)))}`;
    }),
  }),
  'request.csv-as-text': fault('http.csv_or_repeated', 'of a comma-separated list the first counts', {
    how: request((passing) => {
      passing.url = passing.url.replace(/((?:groupId|storeId|supplierId)=\d+)(?:,|%2C)[^&]*/i, '$1');
    }),
  }),
};
