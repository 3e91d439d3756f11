import type { ProxyFault } from '../fault.ts';
import { dropHeader, fault, isToken, setHeader, turnStatus } from '../kinds/answers.ts';

/** Headers and statuses that are not what they should be. */

export const ANSWER_HEADER_FAULTS: readonly ProxyFault[] = [
  dropHeader('x-ratelimit-limit', 'http.headers_documented'),
  dropHeader('x-ratelimit-remaining', 'http.headers_documented'),
  dropHeader('x-ratelimit-reset', 'http.headers_documented'),
  dropHeader('x-correlation-id', 'http.correlation_id'),
  dropHeader('content-type', 'http.content_type'),
  dropHeader('cache-control', 'http.private_cache'),
  dropHeader('etag', 'http.if_none_match'),
  dropHeader('location', 'http.location'),
  dropHeader('allow', 'http.method_not_allowed'),
  dropHeader('www-authenticate', 'auth.challenge'),
  dropHeader('idempotent-replayed', 'http.idempotency_replay'),
  dropHeader('retry-after', 'limits.retry_after'),
  setHeader('html', 'content-type', 'text/html', 'http.content_type'),
  setHeader('shared-cache', 'cache-control', 'public, max-age=60', 'http.private_cache'),
  setHeader('limit-of-another', 'x-ratelimit-limit', '120', 'limits.rate'),
  setHeader('never-fewer', 'x-ratelimit-remaining', '999', 'limits.headers_consistent'),
  setHeader('reset-in-seconds', 'x-ratelimit-reset', '60', 'limits.headers_consistent'),
  setHeader('one-correlation-id', 'x-correlation-id', '5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11', 'http.correlation_id'),
  setHeader('etag-always-1', 'etag', '"1"', 'http.if_none_match'),
  setHeader('location-elsewhere', 'location', '/v1/brands/1', 'http.location'),
  fault('undocumented-header', 'http.headers_documented', 'sends a header that is not documented', ({ headers }) => {
    headers['x-powered-by'] = 'conf';
  }),
  fault(
    'token-cached',
    'oauth.no_store',
    'lets caches keep tokens',
    (passed) => {
      if (isToken(passed)) passed.headers['cache-control'] = 'private, max-age=900';
    },
    ['mint.'],
  ),
  fault(
    'token-cache-unsaid',
    'oauth.no_store',
    'does not say that tokens are not to be kept',
    (passed) => {
      if (isToken(passed)) delete passed.headers['cache-control'];
    },
    ['mint.'],
  ),
  fault('reset-between-minutes', 'limits.headers_consistent', 'windows end between minutes', ({ headers }) => {
    if (headers['x-ratelimit-reset']) headers['x-ratelimit-reset'] = String(Number(headers['x-ratelimit-reset']) + 7);
  }),
  fault('counts-twice', 'limits.headers_consistent', 'every request takes two', ({ headers, count }) => {
    const remaining = Number(headers['x-ratelimit-remaining']);
    if (remaining > 10_000) headers['x-ratelimit-remaining'] = String(remaining - count);
  }),
  fault(
    'other-correlation-in-body',
    'errors.partner_envelope',
    'the body has another correlation id than the header',
    (passed) => {
      passed.body = passed.body.replace(/"correlationId":"./, '"correlationId":"0');
    },
  ),
  turnStatus(201, 200, 'http.status_documented'),
  turnStatus(200, 206, 'http.status_documented'),
  turnStatus(200, 203, 'http.status_documented'),
  turnStatus(200, 500, 'http.no_server_error'),
  turnStatus(404, 403, 'tenancy.other_merchants_id'),
  turnStatus(404, 410, 'tenancy.unknown_id'),
  turnStatus(404, 500, 'http.no_server_error', /./, ['http.route']),
  turnStatus(400, 422, 'http.validation_details'),
  turnStatus(400, 500, 'http.no_server_error'),
  turnStatus(401, 403, 'auth.token_required'),
  turnStatus(403, 401, 'auth.scope'),
  turnStatus(405, 404, 'http.method_not_allowed'),
  turnStatus(409, 400, 'brands.unique_name'),
  turnStatus(412, 409, 'http.if_match'),
  turnStatus(413, 400, 'http.body_limit'),
  turnStatus(415, 400, 'http.media_types'),
  turnStatus(422, 400, 'tenancy.references'),
  turnStatus(429, 503, 'limits.rate_limited'),
  turnStatus(304, 200, 'http.if_none_match'),
  turnStatus(401, 400, 'mint.error.developer.invalid_client', /\/v1\/token/),
  turnStatus(403, 400, 'mint.error.developer.grant_missing', /\/v1\/token/),
];
