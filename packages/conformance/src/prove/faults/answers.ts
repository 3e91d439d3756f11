import type { Passed, ProxyFault } from '../fault.ts';

/** Faults of single answers: headers, statuses, codes, fields and types that are not what they should be. */

type Change = (passed: Passed) => void;

const fault = (id: string, breaks: string, text: string, change: Change, by: readonly string[] = []): ProxyFault => ({
  id: `answer.${id}`,
  level: 'proxy',
  breaks,
  text,
  change,
  by,
});

const dropHeader = (name: string, breaks: string, by: readonly string[] = []): ProxyFault =>
  fault(`drops-${name}`, breaks, `drops the header ${name}`, ({ headers }) => void delete headers[name], by);

const setHeader = (id: string, name: string, value: string, breaks: string, by: readonly string[] = []): ProxyFault =>
  fault(
    id,
    breaks,
    `sends ${name}: ${value}`,
    ({ headers }) => {
      if (headers[name] !== undefined) headers[name] = value;
    },
    by,
  );

const turnStatus = (from: number, to: number, breaks: string, path = /./): ProxyFault =>
  fault(
    `${from}-as-${to}${path.source === '.' ? '' : `-at${path.source.replaceAll(/\W/g, '')}`}`,
    breaks,
    `answers ${to} instead of ${from}`,
    (passed) => {
      if (passed.status === from && path.test(passed.url)) passed.status = to;
    },
  );

const renameCode = (from: string, to: string, breaks: string, by: readonly string[] = []): ProxyFault =>
  fault(
    `code-${from}`,
    breaks,
    `says ${to} instead of ${from}`,
    (passed) => {
      passed.body = passed.body.replaceAll(`"code":"${from}"`, `"code":"${to}"`);
    },
    by,
  );

const inBody = (
  id: string,
  breaks: string,
  text: string,
  pattern: RegExp,
  instead: string,
  by: readonly string[] = [],
): ProxyFault =>
  fault(
    id,
    breaks,
    text,
    (passed) => {
      passed.body = passed.body.replaceAll(pattern, instead);
    },
    by,
  );

/** Changes the parsed body of answers that succeed. */
const inRecord = (
  id: string,
  breaks: string,
  text: string,
  change: (body: Record<string, unknown>, passed: Passed) => void,
  by: readonly string[] = [],
): ProxyFault =>
  fault(
    id,
    breaks,
    text,
    (passed) => {
      if (passed.status >= 300 || !passed.body.startsWith('{')) return;
      const body = JSON.parse(passed.body) as Record<string, unknown>;
      change(body, passed);
      passed.body = JSON.stringify(body);
    },
    by,
  );

const isToken = ({ url }: Passed): boolean => /\/token$/.test(url.split('?')[0] ?? '');

/** Drops or changes one member of token responses. */
const inToken = (id: string, breaks: string, name: string, value: unknown): ProxyFault =>
  inRecord(`token-${id}`, breaks, `${name} of a token response is ${JSON.stringify(value)}`, (body, passed) => {
    if (isToken(passed) && name in body) body[name] = value;
  });

export const ANSWER_FAULTS: readonly ProxyFault[] = [
  // Headers
  dropHeader('x-ratelimit-limit', 'http.headers_documented'),
  dropHeader('x-ratelimit-remaining', 'http.headers_documented'),
  dropHeader('x-ratelimit-reset', 'http.headers_documented'),
  dropHeader('x-correlation-id', 'http.correlation_id'),
  dropHeader('content-type', 'http.content_type'),
  dropHeader('cache-control', 'http.private_cache'),
  dropHeader('etag', 'http.if_none_match'),
  dropHeader('location', 'http.location'),
  dropHeader('allow', 'http.method_not_allowed'),
  dropHeader('www-authenticate', 'auth.token_required'),
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
  // Statuses
  turnStatus(201, 200, 'http.status_documented'),
  turnStatus(200, 206, 'http.status_documented'),
  turnStatus(200, 203, 'http.status_documented'),
  turnStatus(200, 500, 'http.no_server_error'),
  turnStatus(404, 403, 'tenancy.other_merchants_id'),
  turnStatus(404, 410, 'tenancy.unknown_id'),
  turnStatus(404, 500, 'http.no_server_error'),
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
  // Codes
  renameCode('partner.validation_failed', 'partner.bad_request', 'errors.partner_envelope'),
  renameCode('partner.malformed_json', 'partner.validation_failed', 'http.malformed_json'),
  renameCode('partner.token_missing', 'partner.token_invalid', 'auth.token_required'),
  renameCode('partner.token_invalid', 'partner.token_missing', 'auth.token_invalid'),
  renameCode('partner.scope_denied', 'partner.env_mismatch', 'auth.scope'),
  renameCode('partner.ip_denied', 'partner.scope_denied', 'auth.ip_denied'),
  renameCode('partner.company_denied', 'partner.env_mismatch', 'keys.company_denied'),
  renameCode('partner.env_mismatch', 'partner.company_denied', 'keys.environment'),
  renameCode('partner.api_key_invalid', 'partner.token_invalid', 'keys.invalid'),
  renameCode('partner.not_found', 'partner.route_not_found', 'tenancy.unknown_id'),
  renameCode('partner.route_not_found', 'partner.not_found', 'http.route_not_found'),
  renameCode('partner.duplicate', 'partner.state_conflict', 'records.external_id'),
  renameCode('partner.state_conflict', 'partner.duplicate', 'categories.no_cycles'),
  renameCode('partner.reference_not_found', 'partner.idempotency_mismatch', 'tenancy.references'),
  renameCode('partner.idempotency_mismatch', 'partner.reference_not_found', 'http.idempotency_mismatch'),
  renameCode('partner.rate_limited', 'partner.too_many', 'errors.partner_envelope', ['limits.rate']),
  renameCode('developer.merchant_required', 'developer.invalid_request', 'mint.error.developer.merchant_required'),
  renameCode('developer.grant_missing', 'developer.env_mismatch', 'mint.error.developer.grant_missing'),
  renameCode('developer.env_mismatch', 'developer.grant_missing', 'mint.error.developer.env_mismatch'),
  renameCode('developer.app_archived', 'developer.invalid_client', 'mint.error.developer.app_archived'),
  renameCode('developer.use_oauth', 'developer.use_api_key', 'mint.error.developer.use_oauth'),
  renameCode('oauth.unsupported_grant_type', 'oauth.invalid_request', 'oauth.error.oauth.unsupported_grant_type'),
  renameCode('oauth.invalid_request', 'oauth.unsupported_grant_type', 'oauth.error.oauth.invalid_request'),
  // Envelopes
  inBody('no-status-word', 'http.body_documented', 'the envelope has no status', /"status":"error",/g, '', [
    'http.route',
  ]),
  inBody(
    'wrong-status-code',
    'errors.partner_envelope',
    'statusCode is not the status',
    /"statusCode":\d+/g,
    '"statusCode":418',
    ['http.route'],
  ),
  inBody(
    'old-timestamp',
    'errors.partner_envelope',
    'timestamps do not move',
    /"timestamp":"[^"]+"/g,
    '"timestamp":"2020-01-01T00:00:00.000Z"',
    ['http.route'],
  ),
  inBody(
    'local-timestamp',
    'http.body_documented',
    'timestamps are not in UTC',
    /"timestamp":"([^"]+)Z"/g,
    '"timestamp":"$1+01:00"',
    ['http.route'],
  ),
  inBody(
    'wrong-path',
    'errors.partner_envelope',
    'the envelope names another path',
    /"path":"\/v1[^"]*"/g,
    '"path":"/v1"',
    ['http.route'],
  ),
  inBody('no-details', 'http.validation_details', 'a refusal does not say what is wrong', /,"details":\[.*\]/g, ''),
  inBody(
    'details-misplaced',
    'http.validation_details',
    'details name the query where it is the body',
    /"in":"body"/g,
    '"in":"query"',
  ),
  inBody(
    'flat-mint-error',
    'http.body_documented',
    'mint errors are not nested',
    /^\{"error":(\{"code":.*\})\}$/g,
    '$1',
    ['mint.'],
  ),
  inBody(
    'stack',
    'http.no_internals',
    'errors carry a stack trace',
    /"message":"[^"]*"/g,
    '"message":"failed\\n    at run (/srv/app.ts:1:2)"',
    ['http.route'],
  ),
  fault(
    'stack-page',
    'http.no_internals',
    'a refusal is a page with the stack',
    (passed) => {
      if (passed.status === 404) passed.body = 'Error: none\n    at run (/srv/node_modules/koa/app.js:10:2)';
    },
    ['http.route'],
  ),
  fault(
    'repeats-secret',
    'http.no_secrets',
    'a refusal repeats the secret it was sent',
    (passed) => {
      const secret = /"client_secret":"([^"]+)"/.exec(passed.requestBody)?.[1];
      if (secret && passed.status >= 400) passed.body = passed.body.replace(/"message":"/, `"message":"${secret} `);
    },
    ['mint.'],
  ),
  inBody(
    'no-error-description',
    'errors.oauth_envelope',
    'OAuth errors have no error_description',
    /"error_description":"[^"]*",/g,
    '',
    ['oauth.fields'],
  ),
  inBody(
    'one-language',
    'oauth.localised',
    'error_description is always English',
    /"error_description":"[^"]*"/g,
    '"error_description":"It failed."',
  ),
  // Records
  inRecord(
    'money-as-number',
    'http.body_documented',
    'a price is a JSON number',
    (body) => {
      if (typeof body.price === 'string') body.price = Number(body.price);
    },
    ['items.money'],
  ),
  inRecord(
    'extra-property',
    'http.body_documented',
    'records have a property that is not documented',
    (body) => {
      if ('version' in body) body.companyId = 1;
    },
    ['brands.'],
  ),
  inRecord('no-entry-date', 'http.body_documented', 'records have no entryDate', (body) => void delete body.entryDate, [
    'brands.',
  ]),
  inRecord(
    'id-as-text',
    'http.body_documented',
    'ids are text',
    (body) => {
      if ('version' in body) body.id = String(body.id);
    },
    ['brands.'],
  ),
  inRecord(
    'status-as-boolean',
    'http.body_documented',
    'status is true or false',
    (body) => {
      if ('version' in body) body.status = body.status === 1;
    },
    ['brands.'],
  ),
  inRecord(
    'null-as-absent',
    'http.body_documented',
    'null properties are left out',
    (body) => {
      for (const [name, value] of Object.entries(body)) if (value === null) delete body[name];
    },
    ['brands.'],
  ),
  inRecord('name-in-upper-case', 'records.created', 'names are read in upper case', (body, { method }) => {
    if (method === 'GET' && typeof body.name === 'string' && 'version' in body) body.name = body.name.toUpperCase();
  }),
  inRecord('version-always-1', 'records.version', 'version stays 1', (body) => {
    if ('version' in body) body.version = 1;
  }),
  inRecord(
    'updated-never',
    'records.created',
    'updatedAt is another instant than entryDate in a new record',
    (body, { method }) => {
      if (method === 'POST' && 'updatedAt' in body) body.updatedAt = '2020-01-01T00:00:00.000Z';
    },
  ),
  inRecord('price-rounded', 'numbers.exact', 'prices are rounded to two decimals', (body) => {
    if (typeof body.price === 'string') body.price = Number(body.price).toFixed(2);
  }),
  inRecord('price-as-float', 'numbers.exact', 'prices pass through a float', (body) => {
    if (typeof body.price === 'string') body.price = String(Math.fround(Number(body.price)).toFixed(4));
  }),
  inRecord('text-escaped', 'http.text_kept', 'texts are escaped for HTML', (body) => {
    if (typeof body.name === 'string') body.name = body.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  }),
  inRecord('text-normalised', 'http.text_kept', 'texts are composed (NFC)', (body) => {
    if (typeof body.name === 'string') body.name = body.name.normalize('NFC');
  }),
  // Tokens
  inToken('longer', 'mint.token', 'expires_in', 3600),
  inToken('expires-in-text', 'mint.token', 'expires_in', '900'),
  inToken('type-lower', 'mint.token', 'token_type', 'bearer'),
  inToken('no-slash', 'mint.token', 'api_base_url', 'http://localhost/v1'),
  inToken('scope-empty', 'auth.scope_names', 'scope', ''),
  inToken('scope-comma', 'auth.scope_names', 'scope', 'items.read,items.write'),
  inRecord('token-refresh-from-mint', 'mint.token', 'the mint answers a refresh token', (body, passed) => {
    if (isToken(passed)) body.refresh_token = 'svc_rt_sb_x';
  }),
  inRecord('token-broken-signature', 'mint.token', 'tokens have a signature that does not hold', (body, passed) => {
    if (isToken(passed) && typeof body.access_token === 'string')
      body.access_token = `${body.access_token.slice(0, -8)}AAAAAAAA`;
  }),
  inRecord('revoke-false', 'oauth.revoke_unknown', 'revoking an unknown token is not ok', (body) => {
    if ('ok' in body) body.ok = false;
  }),
  fault('empty-304-with-body', 'http.if_none_match', 'a matching ETag is answered in full', (passed) => {
    if (passed.status === 304) Object.assign(passed, { status: 200, body: '{}' });
  }),
];
