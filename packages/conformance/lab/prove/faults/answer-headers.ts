import { each, type Fault, type Faults, fault } from '../fault.ts';
import { answer, isToken } from '../how/answers.ts';

/** Wrong headers and statuses. */

type Row = { readonly name: string; readonly breaks: string };

const dropHeader = ({ name, breaks }: Row): readonly [string, Fault] => [
  `answer.drops-${name}`,
  { breaks, text: `drops the header ${name}`, how: answer(({ headers }) => void delete headers[name]) },
];

const setHeader = ({ id, name, value, breaks }: Row & { id: string; value: string }): readonly [string, Fault] => [
  `answer.${id}`,
  {
    breaks,
    text: `sends ${name}: ${value}`,
    how: answer(({ headers }) => {
      if (headers[name] !== undefined) headers[name] = value;
    }),
  },
];

interface Turned {
  readonly from: number;
  readonly to: number;
  readonly breaks: string;
  readonly path?: RegExp;
  readonly by?: readonly string[];
}

const turnStatus = ({ from, to, breaks, path, by = [] }: Turned): readonly [string, Fault] => [
  `answer.${from}-as-${to}${path ? `-at${path.source.replaceAll(/\W/g, '')}` : ''}`,
  {
    breaks,
    text: `returns ${to} instead of ${from}`,
    by,
    how: answer((passed) => {
      if (passed.status === from && (path?.test(passed.url) ?? true)) passed.status = to;
    }),
  },
];

export const ANSWER_HEADER_FAULTS: Faults = {
  ...each(
    [
      { name: 'x-ratelimit-limit', breaks: 'http.headers_documented' },
      { name: 'x-ratelimit-remaining', breaks: 'http.headers_documented' },
      { name: 'x-ratelimit-reset', breaks: 'http.headers_documented' },
      { name: 'ratelimit', breaks: 'http.headers_documented' },
      { name: 'ratelimit-policy', breaks: 'http.headers_documented' },
      { name: 'x-correlation-id', breaks: 'http.correlation_id' },
      { name: 'content-type', breaks: 'http.content_type' },
      { name: 'cache-control', breaks: 'http.private_cache' },
      { name: 'etag', breaks: 'http.etag' },
      { name: 'location', breaks: 'http.location' },
      { name: 'allow', breaks: 'http.method_not_allowed' },
      { name: 'www-authenticate', breaks: 'auth.challenge' },
      { name: 'idempotent-replayed', breaks: 'http.idempotency_replay' },
      { name: 'retry-after', breaks: 'limits.retry_after' },
      { name: 'accept-encoding', breaks: 'http.content_encodings' },
      { name: 'vary', breaks: 'http.vary' },
    ],
    dropHeader,
  ),
  ...each(
    [
      { id: 'html', name: 'content-type', value: 'text/html', breaks: 'http.content_type' },
      { id: 'shared-cache', name: 'cache-control', value: 'public, max-age=60', breaks: 'http.private_cache' },
      { id: 'limit-of-another', name: 'x-ratelimit-limit', value: '120', breaks: 'limits.rate' },
      { id: 'never-fewer', name: 'x-ratelimit-remaining', value: '999', breaks: 'limits.headers_consistent' },
      { id: 'standard-of-another', name: 'ratelimit', value: '"app";r=7;t=1', breaks: 'limits.headers_consistent' },
      { id: 'reset-in-seconds', name: 'x-ratelimit-reset', value: '60', breaks: 'limits.headers_consistent' },
      {
        id: 'one-correlation-id',
        name: 'x-correlation-id',
        value: '5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11',
        breaks: 'http.correlation_id',
      },
      { id: 'etag-always-1', name: 'etag', value: '"1"', breaks: 'http.if_none_match' },
      { id: 'location-elsewhere', name: 'location', value: '/v1/brands/1', breaks: 'http.location' },
    ],
    setHeader,
  ),
  'answer.undocumented-header': fault('http.headers_documented', 'sends a header that is not documented', {
    how: answer(({ headers }) => {
      headers['x-powered-by'] = 'conf';
    }),
  }),
  'answer.undocumented-plain-header': fault('http.headers_documented', 'sends a plain header that is not documented', {
    how: answer(({ headers }) => {
      headers.refresh = '5';
    }),
  }),
  'answer.deprecated': fault('versioning.deprecation', 'announces a deprecation that the contract does not have', {
    how: answer(({ headers }) => {
      headers.deprecation = '@1769817600';
    }),
  }),
  'answer.token-cached': fault('oauth.no_store', 'lets caches keep tokens', {
    by: ['mint.'],
    how: answer((passed) => {
      if (isToken(passed)) passed.headers['cache-control'] = 'private, max-age=900';
    }),
  }),
  'answer.token-cache-unsaid': fault('oauth.no_store', 'responses with tokens may be stored', {
    by: ['mint.'],
    how: answer((passed) => {
      if (isToken(passed)) delete passed.headers['cache-control'];
    }),
  }),
  'answer.reset-between-minutes': fault('limits.headers_consistent', 'windows end between minutes', {
    how: answer(({ headers }) => {
      if (headers['x-ratelimit-reset']) headers['x-ratelimit-reset'] = String(Number(headers['x-ratelimit-reset']) + 7);
    }),
  }),
  'answer.counts-twice': fault('limits.headers_consistent', 'every request counts twice', {
    how: answer(({ headers, count }) => {
      const remaining = Number(headers['x-ratelimit-remaining']);
      if (remaining > 10_000) headers['x-ratelimit-remaining'] = String(remaining - count);
    }),
  }),
  'answer.other-correlation-in-body': fault(
    'errors.partner_envelope',
    'the body has another correlation id than the header',
    {
      how: answer((passed) => {
        passed.body = passed.body.replace(/"correlationId":"./, '"correlationId":"0');
      }),
    },
  ),
  ...each(
    [
      { from: 201, to: 200, breaks: 'http.status_documented' },
      { from: 200, to: 206, breaks: 'http.status_documented' },
      { from: 200, to: 203, breaks: 'http.status_documented' },
      { from: 200, to: 500, breaks: 'http.no_server_error' },
      { from: 404, to: 403, breaks: 'tenancy.other_merchants_id' },
      { from: 404, to: 410, breaks: 'tenancy.unknown_id' },
      { from: 404, to: 500, breaks: 'http.no_server_error', by: ['pinned.http-methods'] },
      { from: 400, to: 422, breaks: 'http.validation_details' },
      { from: 400, to: 500, breaks: 'http.no_server_error' },
      { from: 401, to: 403, breaks: 'auth.token_required' },
      { from: 403, to: 401, breaks: 'auth.scope' },
      { from: 405, to: 404, breaks: 'http.method_not_allowed' },
      { from: 409, to: 400, breaks: 'brands.unique_name' },
      { from: 412, to: 409, breaks: 'http.if_match' },
      { from: 413, to: 400, breaks: 'http.body_limit' },
      { from: 415, to: 400, breaks: 'http.media_types' },
      { from: 422, to: 400, breaks: 'tenancy.references' },
      { from: 429, to: 503, breaks: 'limits.rate_limited' },
      { from: 304, to: 200, breaks: 'http.if_none_match' },
      { from: 401, to: 400, breaks: 'mint.error.developer.invalid_client', path: /\/v1\/token/ },
      { from: 403, to: 400, breaks: 'mint.error.developer.grant_missing', path: /\/v1\/token/ },
    ],
    turnStatus,
  ),
};
