import type { Fault, Faults, Passing } from '../fault.ts';
import { fieldsAs, fieldsOf } from '../how/grants.ts';
import { request } from '../how/requests.ts';
import { accepting, contentsOf, type Place } from '../how/tokens.ts';

/** At one place a credential that does not hold is taken for the last token that was issued. */
function lenient({
  text,
  at,
  wrong,
}: {
  text: string;
  at: Place;
  wrong: (headers: Passing['requestHeaders']) => boolean;
}): Fault {
  let token: string | undefined;
  return {
    breaks: 'auth.every_operation',
    text,
    how: {
      request: ({ method, url, requestHeaders }) => {
        if (!token || method !== at.method || !at.path.test(url.split('?')[0] ?? '') || !wrong(requestHeaders)) return;
        delete requestHeaders['x-api-key'];
        requestHeaders.authorization = `Bearer ${token}`;
      },
      answer: ({ body }) => {
        token = /"access_token":"([^"]+)"/.exec(body)?.[1] ?? token;
      },
    },
  };
}

const isAbsent = ({ authorization, ...headers }: Passing['requestHeaders']): boolean =>
  authorization === undefined && headers['x-api-key'] === undefined;

/** One operation takes tokens that are over. */
const late = ({ operation, at }: { operation: string; at: Place }): Fault => ({
  breaks: 'auth.every_operation',
  text: `${operation} takes tokens that are over`,
  how: accepting((token, { clock }) => {
    const claims = contentsOf(token)?.claims;
    const seconds = Math.floor(clock() / 1000);
    return claims && Number(claims.exp) < seconds ? { ...claims, iat: seconds, exp: seconds + 60 } : undefined;
  }, at),
});

/** Refresh tokens that have been used are not known any more where they are revoked. */
function forgetsFormer(): Fault {
  const used = new Set<string>();
  return {
    breaks: 'oauth.revoke_former',
    text: 'a former refresh token revokes nothing',
    how: request((passing) => {
      const fields = fieldsOf(passing.requestBody);
      if (passing.url.endsWith('/oauth/token') && fields.refresh_token) used.add(fields.refresh_token);
      if (passing.url.endsWith('/oauth/revoke') && used.has(String(fields.token)))
        passing.requestBody = fieldsAs({ ...fields, token: 'x' }, passing.requestBody);
    }),
  };
}

/** Credentials that do not hold, and hold somewhere. */
export const CREDENTIAL_FAULTS: Faults = {
  'request.lenient-absent': lenient({
    text: 'taxes are shown to anybody',
    at: { method: 'GET', path: /\/taxes$/ },
    wrong: isAbsent,
  }),
  'request.lenient-absent-write': lenient({
    text: 'a menu is changed by anybody',
    at: { method: 'PATCH', path: /\/menus\// },
    wrong: isAbsent,
  }),
  'request.lenient-basic': lenient({
    text: 'the stock of an item is shown to whoever sends Basic credentials',
    at: { method: 'GET', path: /\/items\/\d+\/stock$/ },
    wrong: ({ authorization }) => authorization?.startsWith('Basic ') ?? false,
  }),
  'request.lenient-empty-key': lenient({
    text: 'an empty key opens the report of stock',
    at: { method: 'GET', path: /\/reports\/stock-on-hand$/ },
    wrong: (headers) => headers['x-api-key'] === '',
  }),
  'request.lenient-malformed': lenient({
    text: 'a supplier is shown to whatever token',
    at: { method: 'GET', path: /\/suppliers\/\d+$/ },
    wrong: ({ authorization }) => authorization?.startsWith('Bearer conf') ?? false,
  }),
  'token.expired-at-createModifier': late({
    operation: 'createModifier',
    at: { method: 'POST', path: /\/modifiers$/ },
  }),
  'token.expired-at-getSupplier': late({ operation: 'getSupplier', at: { method: 'GET', path: /\/suppliers\/\d+$/ } }),
  'request.authorization-twice': {
    breaks: 'auth.header_once',
    text: 'the first of two Authorization headers counts',
    how: request(({ repeated }) => void delete repeated?.authorization),
  },
  'request.revoke-former': forgetsFormer(),
};
