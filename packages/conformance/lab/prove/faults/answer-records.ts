import type { ProxyFault } from '../fault.ts';
import { amountOf, rounded, written } from '../kinds/amounts.ts';
import { fault, inRecord, inToken, isToken } from '../kinds/answers.ts';

/** Fields and types of records and tokens that are not what they should be. */

export const ANSWER_RECORD_FAULTS: readonly ProxyFault[] = [
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
  inRecord('price-rounded', 'numbers.exact', 'prices are rounded to one decimal', (body) => {
    if (typeof body.price === 'string') body.price = written(amountOf(rounded(body.price, 1)), body.price);
  }),
  inRecord('price-as-float', 'numbers.exact', 'prices pass through a float', (body) => {
    if (typeof body.price === 'string') body.price = Math.fround(Number(body.price)).toFixed(2);
  }),
  inRecord('text-escaped', 'http.text_kept', 'texts are escaped for HTML', (body) => {
    if (typeof body.name === 'string') body.name = body.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  }),
  inRecord('text-decomposed', 'text.normalized', 'texts are decomposed (NFD)', (body) => {
    if (typeof body.name === 'string') body.name = body.name.normalize('NFD');
  }),
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
