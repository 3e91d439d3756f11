import { type Fault, type Faults, fault, type Passing, type ProxyChange } from '../fault.ts';
import { fieldsAs, fieldsOf } from '../how/grants.ts';
import { request } from '../how/requests.ts';
import { accepting, contentsOf, type Place } from '../how/tokens.ts';

/** Accepts an invalid credential in one place, treating it as the last issued token. */
function lenient(at: Place, wrong: (headers: Passing['requestHeaders']) => boolean): ProxyChange {
  let token: string | undefined;
  return {
    request: ({ method, url, requestHeaders }) => {
      if (!token || method !== at.method || !at.path.test(url.split('?')[0] ?? '') || !wrong(requestHeaders)) return;
      delete requestHeaders['x-api-key'];
      requestHeaders.authorization = `Bearer ${token}`;
    },
    answer: ({ body }) => {
      token = /"access_token":"([^"]+)"/.exec(body)?.[1] ?? token;
    },
  };
}

const isAbsent = ({ authorization, ...headers }: Passing['requestHeaders']): boolean =>
  authorization === undefined && headers['x-api-key'] === undefined;

/** Accepts expired tokens for one operation. */
const late = ({ operation, at }: { operation: string; at: Place }): Fault =>
  fault('auth.every_operation', `${operation} accepts expired tokens`, {
    how: accepting((token, { clock }) => {
      const claims = contentsOf(token)?.claims;
      const seconds = Math.floor(clock() / 1000);
      return claims && Number(claims.exp) < seconds ? { ...claims, iat: seconds, exp: seconds + 60 } : undefined;
    }, at),
  });

/** Revocation no longer recognizes refresh tokens that have been used. */
function forgetsFormer(): Fault {
  const used = new Set<string>();
  return fault('oauth.revoke_former', 'revoking a used refresh token revokes nothing', {
    how: request((passing) => {
      const fields = fieldsOf(passing.requestBody);
      if (passing.url.endsWith('/oauth/token') && fields.refresh_token) used.add(fields.refresh_token);
      if (passing.url.endsWith('/oauth/revoke') && used.has(String(fields.token)))
        passing.requestBody = fieldsAs({ ...fields, token: 'x' }, passing.requestBody);
    }),
  });
}

/** Invalid credentials that one place accepts. */
export const CREDENTIAL_FAULTS: Faults = {
  'request.lenient-absent': fault('auth.every_operation', 'taxes can be read with any credential', {
    how: lenient({ method: 'GET', path: /\/taxes$/ }, isAbsent),
  }),
  'request.lenient-absent-write': fault('auth.every_operation', 'a menu can be changed with any credential', {
    how: lenient({ method: 'PATCH', path: /\/menus\// }, isAbsent),
  }),
  'request.lenient-basic': fault(
    'auth.every_operation',
    'the stock of an item is shown to whoever sends Basic credentials',
    {
      how: lenient(
        { method: 'GET', path: /\/items\/\d+\/stock$/ },
        ({ authorization }) => authorization?.startsWith('Basic ') ?? false,
      ),
    },
  ),
  'request.lenient-empty-key': fault('auth.every_operation', 'an empty key reads the report of stock', {
    how: lenient({ method: 'GET', path: /\/reports\/stock-on-hand$/ }, (headers) => headers['x-api-key'] === ''),
  }),
  'request.lenient-malformed': fault('auth.every_operation', 'a supplier is shown to whatever token', {
    how: lenient(
      { method: 'GET', path: /\/suppliers\/\d+$/ },
      ({ authorization }) => authorization?.startsWith('Bearer conf') ?? false,
    ),
  }),
  'token.expired-at-createModifier': late({
    operation: 'createModifier',
    at: { method: 'POST', path: /\/modifiers$/ },
  }),
  'token.expired-at-getSupplier': late({ operation: 'getSupplier', at: { method: 'GET', path: /\/suppliers\/\d+$/ } }),
  'request.authorization-twice': fault('auth.header_once', 'the first of two Authorization headers counts', {
    how: request(({ repeated }) => void delete repeated?.authorization),
  }),
  'request.revoke-former': forgetsFormer(),
};
