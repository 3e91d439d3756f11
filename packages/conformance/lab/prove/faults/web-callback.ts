import type { Fault } from '../fault.ts';
import { inCallback, webSql } from '../kinds/web.ts';

const without = (location: string, name: string): string =>
  location.replace(new RegExp(`([?&])${name}=[^&]*&?`), '$1').replace(/[?&]$/, '');

const isRefusal = (location: string): boolean => /[?&]error=/.test(location);

/** What an app is told when its merchant comes back. */
export const WEB_CALLBACK_FAULTS: readonly Fault[] = [
  inCallback('state-lost', 'consent.callback', 'the callback has no state', (location) =>
    isRefusal(location) ? location : without(location, 'state'),
  ),
  inCallback('state-lower', 'consent.callback', 'the state comes back in lower case', (location) =>
    location.replace(/state=[^&]*/, (state) => state.toLowerCase()),
  ),
  inCallback('state-cut', 'consent.callback', 'the state is cut at 16 characters', (location) =>
    location.replace(/(state=(?:%..|[^&]){16})[^&]*/, '$1'),
  ),
  inCallback(
    'state-unescaped',
    'consent.callback',
    'reserved characters of the state come back as they are',
    (location) =>
      location.replace(/state=[^&]*/, (state) =>
        state.replaceAll('%2B', '+').replaceAll('%3D', '=').replaceAll('%2F', '/'),
      ),
  ),
  inCallback('iss-missing', 'oauth.iss', 'the callback does not say whose answer it is', (location) =>
    without(location, 'iss'),
  ),
  inCallback('iss-on-approval-only', 'oauth.iss', 'a refusal does not say whose answer it is', (location) =>
    isRefusal(location) ? without(location, 'iss') : location,
  ),
  inCallback('iss-origin', 'oauth.iss', 'the issuer is named without its path', (location) =>
    location.replace(/(iss=[^&]*)%2Fv1/, '$1'),
  ),
  inCallback('code-in-fragment', 'consent.callback', 'the answer is in the fragment', (location) =>
    location.replace(/[?&](code|error)=/, '#$1='),
  ),
  inCallback('merchant-missing', 'consent.callback', 'the callback does not name the merchant', (location) =>
    without(location, 'merchant_id'),
  ),
  inCallback('merchant-next', 'consent.callback', 'the callback names another merchant', (location) =>
    location.replace(/merchant_id=(\d+)/, (_, id) => `merchant_id=${Number(id) + 1}`),
  ),
  inCallback('company-id', 'consent.callback', 'the merchant is called company_id', (location) =>
    location.replace('merchant_id=', 'company_id='),
  ),
  inCallback('refusal-denied', 'consent.refuse', 'a refusal is error=denied', (location) =>
    location.replace('error=access_denied', 'error=denied'),
  ),
  inCallback('refusal-stateless', 'consent.refuse', 'a refusal has no state', (location) =>
    isRefusal(location) ? without(location, 'state') : location,
  ),
  inCallback('refusal-stays', 'consent.refuse', 'who refuses stays on the host', (location) =>
    isRefusal(location) ? '/connections' : location,
  ),
  inCallback('query-dropped', 'consent.redirect_query_kept', 'the query of a redirect URI is dropped', (location) =>
    location.replace(/\?.*?((code|error)=)/, '?$1'),
  ),
  inCallback('query-behind', 'consent.redirect_query_kept', 'a second question mark begins the answer', (location) =>
    location.replace(/(\?.*?)&((code|error)=)/, '$1?$2'),
  ),
  webSql(
    'redirect-without-query',
    'consent.redirect_query_kept',
    'a code is kept with the redirect URI without its query',
    /(insert into control\.authorization_codes[\s\S]*?values \(\$1, \$2, \$3, \$4, )\$5/,
    "$1split_part($5, '?', 1)",
  ),
  webSql(
    'code-ten-minutes',
    'time.code',
    'codes are good for ten minutes',
    /(insert into control\.authorization_codes[\s\S]*?\$6, )\$7/,
    "$1$7::timestamptz + interval '5 minutes'",
  ),
  webSql(
    'code-four-minutes',
    'time.code',
    'codes are good for four minutes',
    /(insert into control\.authorization_codes[\s\S]*?\$6, )\$7/,
    "$1$7::timestamptz - interval '1 minute'",
  ),
  webSql(
    'challenge-lost',
    'oauth.pkce',
    'a challenge is not kept',
    /(insert into control\.authorization_codes[\s\S]*?\$4, \$5, )\$6/,
    '$1nullif($6::text, $6::text)',
  ),
];
