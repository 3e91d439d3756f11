import { type Faults, fault, sharing } from '../fault.ts';
import { amountOf, rounded, written } from '../how/amounts.ts';
import { answer, inRecord, inToken, isToken } from '../how/answers.ts';

const brandFault = sharing({ by: ['pinned.brands'] });

/** Wrong properties and types of records and tokens. */

export const ANSWER_RECORD_FAULTS: Faults = {
  'answer.money-as-number': fault('http.body_documented', 'a price is a JSON number', {
    by: ['pinned.items.written'],
    how: inRecord((body) => {
      if (typeof body.price === 'string') body.price = Number(body.price);
    }),
  }),
  'answer.extra-property': brandFault('http.body_documented', 'records have a property that is not documented', {
    how: inRecord((body) => {
      if ('version' in body) body.companyId = 1;
    }),
  }),
  'answer.no-entry-date': brandFault('http.body_documented', 'records have no entryDate', {
    how: inRecord((body) => void delete body.entryDate),
  }),
  'answer.id-as-text': brandFault('http.body_documented', 'ids are text', {
    how: inRecord((body) => {
      if ('version' in body) body.id = String(body.id);
    }),
  }),
  'answer.status-as-boolean': brandFault('http.body_documented', 'status is true or false', {
    how: inRecord((body) => {
      if ('version' in body) body.status = body.status === 1;
    }),
  }),
  'answer.null-as-absent': brandFault('http.body_documented', 'null properties are left out', {
    how: inRecord((body) => {
      for (const [name, value] of Object.entries(body)) if (value === null) delete body[name];
    }),
  }),
  'answer.name-in-upper-case': fault('records.created', 'names are read in upper case', {
    how: inRecord((body, { method }) => {
      if (method === 'GET' && typeof body.name === 'string' && 'version' in body) body.name = body.name.toUpperCase();
    }),
  }),
  'answer.version-always-1': fault('records.version', 'version stays 1', {
    how: inRecord((body) => {
      if ('version' in body) body.version = 1;
    }),
  }),
  'answer.updated-never': fault('records.created', 'updatedAt is another instant than entryDate in a new record', {
    how: inRecord((body, { method }) => {
      if (method === 'POST' && 'updatedAt' in body) body.updatedAt = '2020-01-01T00:00:00.000Z';
    }),
  }),
  'answer.price-rounded': fault('numbers.exact', 'prices are rounded to one decimal', {
    how: inRecord((body) => {
      if (typeof body.price === 'string') body.price = written(amountOf(rounded(body.price, 1)), body.price);
    }),
  }),
  'answer.price-as-float': fault('numbers.exact', 'prices pass through a float', {
    how: inRecord((body) => {
      if (typeof body.price === 'string') body.price = Math.fround(Number(body.price)).toFixed(2);
    }),
  }),
  'answer.duplicate-unnamed': fault(
    'records.duplicate_record',
    'a duplicate does not name the record that has the value',
    {
      how: answer((passed) => {
        passed.body = passed.body.replace(/,"recordId":\d+/, '');
      }),
    },
  ),
  'answer.text-escaped': fault('http.text_kept', 'texts are escaped for HTML', {
    how: inRecord((body) => {
      if (typeof body.name === 'string') body.name = body.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    }),
  }),
  'answer.text-decomposed': fault('text.normalized', 'texts are decomposed (NFD)', {
    how: inRecord((body) => {
      if (typeof body.name === 'string') body.name = body.name.normalize('NFD');
    }),
  }),
  'answer.token-longer': fault('mint.token', 'expires_in of a token response is 3600', {
    how: inToken('expires_in', 3600),
  }),
  'answer.token-expires-in-text': fault('mint.token', 'expires_in of a token response is "900"', {
    how: inToken('expires_in', '900'),
  }),
  'answer.token-type-lower': fault('mint.token', 'token_type of a token response is "bearer"', {
    how: inToken('token_type', 'bearer'),
  }),
  'answer.token-no-slash': fault('mint.token', 'api_base_url of a token response is "http://localhost/v1"', {
    how: inToken('api_base_url', 'http://localhost/v1'),
  }),
  'answer.token-scope-empty': fault('auth.scope_names', 'scope of a token response is ""', {
    how: inToken('scope', ''),
  }),
  'answer.token-scope-comma': fault('auth.scope_names', 'scope of a token response is "items.read,items.write"', {
    how: inToken('scope', 'items.read,items.write'),
  }),
  'answer.token-refresh-from-mint': fault('mint.token', 'the mint returns a refresh token', {
    how: inRecord((body, passed) => {
      if (isToken(passed)) body.refresh_token = 'svc_rt_sb_x';
    }),
  }),
  'answer.token-broken-signature': fault('mint.token', 'tokens have an invalid signature', {
    how: inRecord((body, passed) => {
      if (isToken(passed) && typeof body.access_token === 'string')
        body.access_token = `${body.access_token.slice(0, -8)}AAAAAAAA`;
    }),
  }),
  'answer.revoke-false': fault('oauth.revoke_unknown', 'revoking an unknown token is not ok', {
    how: inRecord((body) => {
      if ('ok' in body) body.ok = false;
    }),
  }),
  'answer.empty-304-with-body': fault('http.if_none_match', 'a matching ETag returns the whole response', {
    how: answer((passed) => {
      if (passed.status === 304) Object.assign(passed, { status: 200, body: '{}' });
    }),
  }),
};
