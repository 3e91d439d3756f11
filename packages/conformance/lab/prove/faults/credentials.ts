import type { Fault, Passing, ServerFault } from '../fault.ts';
import { fieldsOf, textOf } from '../kinds/grants.ts';
import { asks } from '../kinds/requests.ts';
import { accepted, contentsOf } from '../kinds/tokens.ts';

/** At some operations a credential that does not hold is taken for the last token that was issued. */
const lenient = (
  id: string,
  text: string,
  at: Pick<Passing, 'method'> & { path: RegExp },
  wrong: (headers: Passing['requestHeaders']) => boolean,
): Fault => {
  let token: string | undefined;
  return {
    ...asks(`lenient-${id}`, 'auth.every_operation', text, ({ method, url, requestHeaders }) => {
      if (!token || method !== at.method || !at.path.test(url.split('?')[0] ?? '') || !wrong(requestHeaders)) return;
      delete requestHeaders['x-api-key'];
      requestHeaders.authorization = `Bearer ${token}`;
    }),
    change: ({ body }) => {
      token = /"access_token":"([^"]+)"/.exec(body)?.[1] ?? token;
    },
  };
};

const isAbsent = ({ authorization, ...headers }: Passing['requestHeaders']): boolean =>
  authorization === undefined && headers['x-api-key'] === undefined;

/** An operation takes tokens that are over. */
const late = (id: string, at: Pick<Passing, 'method'> & { path: RegExp }): ServerFault => {
  const everywhere = accepted(
    `expired-at-${id}`,
    'auth.every_operation',
    `${id} takes tokens that are over`,
    (token, { clock }) => {
      const claims = contentsOf(token)?.claims;
      const seconds = Math.floor(clock() / 1000);
      return claims && Number(claims.exp) < seconds ? { ...claims, iat: seconds, exp: seconds + 60 } : undefined;
    },
  );
  const { stage } = everywhere;
  return {
    ...everywhere,
    ...(stage && {
      stage: (deps, mark) => {
        const sound = stage(deps, mark);
        return async function atOneOperation(ctx, next) {
          if (ctx.method === at.method && at.path.test(ctx.path)) await sound(ctx, next);
          else await next();
        };
      },
    }),
  };
};

/** Refresh tokens that have been used are not known any more where they are revoked. */
function forgetsFormer(): Fault {
  const used = new Set<string>();
  return asks('revoke-former', 'oauth.revoke_former', 'a former refresh token revokes nothing', (passing) => {
    const fields = fieldsOf(passing.requestBody);
    if (passing.url.endsWith('/oauth/token') && fields.refresh_token) used.add(fields.refresh_token);
    if (passing.url.endsWith('/oauth/revoke') && used.has(String(fields.token)))
      passing.requestBody = textOf({ ...fields, token: 'x' }, passing.requestBody);
  });
}

/** Credentials that do not hold, and hold somewhere. */
export const CREDENTIAL_FAULTS: readonly Fault[] = [
  lenient('absent', 'taxes are shown to anybody', { method: 'GET', path: /\/taxes$/ }, isAbsent),
  lenient('absent-write', 'a menu is changed by anybody', { method: 'PATCH', path: /\/menus\// }, isAbsent),
  lenient(
    'basic',
    'the stock of an item is shown to whoever sends Basic credentials',
    { method: 'GET', path: /\/items\/\d+\/stock$/ },
    ({ authorization }) => authorization?.startsWith('Basic ') ?? false,
  ),
  lenient(
    'empty-key',
    'an empty key opens the report of stock',
    { method: 'GET', path: /\/reports\/stock-on-hand$/ },
    (headers) => headers['x-api-key'] === '',
  ),
  lenient(
    'malformed',
    'a supplier is shown to whatever token',
    { method: 'GET', path: /\/suppliers\/\d+$/ },
    ({ authorization }) => authorization?.startsWith('Bearer conf') ?? false,
  ),
  late('createModifier', { method: 'POST', path: /\/modifiers$/ }),
  late('getSupplier', { method: 'GET', path: /\/suppliers\/\d+$/ }),
  forgetsFormer(),
];
