import type { Faults } from '../fault.ts';
import { inCallback, webFault } from '../how/web.ts';

const without = (location: string, name: string): string =>
  location.replace(new RegExp(`([?&])${name}=[^&]*&?`), '$1').replace(/[?&]$/, '');

const isRefusal = (location: string): boolean => /[?&]error=/.test(location);

/** Wrong redirects that return a merchant to the app. */
export const WEB_CALLBACK_FAULTS: Faults = {
  'web.state-lost': webFault('consent.callback', 'the callback has no state', {
    how: inCallback((location) => (isRefusal(location) ? location : without(location, 'state'))),
  }),
  'web.state-lower': webFault('consent.callback', 'the state is returned in lower case', {
    how: inCallback((location) => location.replace(/state=[^&]*/, (state) => state.toLowerCase())),
  }),
  'web.state-cut': webFault('consent.callback', 'the state is cut at 16 characters', {
    how: inCallback((location) => location.replace(/(state=(?:%..|[^&]){16})[^&]*/, '$1')),
  }),
  'web.state-unescaped': webFault('consent.callback', 'reserved characters of the state are returned unescaped', {
    how: inCallback((location) =>
      location.replace(/state=[^&]*/, (state) =>
        state.replaceAll('%2B', '+').replaceAll('%3D', '=').replaceAll('%2F', '/'),
      ),
    ),
  }),
  'web.iss-missing': webFault('oauth.iss', 'the callback does not name the issuer', {
    how: inCallback((location) => without(location, 'iss')),
  }),
  'web.iss-on-approval-only': webFault('oauth.iss', 'the callback of a refusal does not name the issuer', {
    how: inCallback((location) => (isRefusal(location) ? without(location, 'iss') : location)),
  }),
  'web.iss-origin': webFault('oauth.iss', 'the issuer is named without its path', {
    how: inCallback((location) => location.replace(/(iss=[^&]*)%2Fv1/, '$1')),
  }),
  'web.code-in-fragment': webFault('consent.callback', 'the callback has its parameters in the fragment', {
    how: inCallback((location) => location.replace(/[?&](code|error)=/, '#$1=')),
  }),
  'web.merchant-missing': webFault('consent.callback', 'the callback does not name the merchant', {
    how: inCallback((location) => without(location, 'merchant_id')),
  }),
  'web.merchant-next': webFault('consent.callback', 'the callback names another merchant', {
    how: inCallback((location) => location.replace(/merchant_id=(\d+)/, (_, id) => `merchant_id=${Number(id) + 1}`)),
  }),
  'web.company-id': webFault('consent.callback', 'the merchant is called company_id', {
    how: inCallback((location) => location.replace('merchant_id=', 'company_id=')),
  }),
  'web.refusal-denied': webFault('consent.refuse', 'the error of a refusal is denied', {
    how: inCallback((location) => location.replace('error=access_denied', 'error=denied')),
  }),
  'web.refusal-stateless': webFault('consent.refuse', 'the callback of a refusal has no state', {
    how: inCallback((location) => (isRefusal(location) ? without(location, 'state') : location)),
  }),
  'web.refusal-stays': webFault('consent.refuse', 'a refusal stays on the host', {
    how: inCallback((location) => (isRefusal(location) ? '/connections' : location)),
  }),
  'web.query-dropped': webFault('consent.redirect_query_kept', 'the query of a redirect URI is dropped', {
    how: inCallback((location) => location.replace(/\?.*?((code|error)=)/, '?$1')),
  }),
  'web.query-behind': webFault('consent.redirect_query_kept', 'the callback has a second question mark', {
    how: inCallback((location) => location.replace(/(\?.*?)&((code|error)=)/, '$1?$2')),
  }),
  'web.redirect-without-query': webFault(
    'consent.redirect_query_kept',
    'a code is stored with the redirect URI without its query',
    {
      how: {
        from: /(insert into control\.authorization_codes[\s\S]*?values \(\$1, \$2, \$3, \$4, )\$5/,
        to: "$1split_part($5, '?', 1)",
      },
    },
  ),
  'web.code-ten-minutes': webFault('time.code', 'codes are good for ten minutes', {
    how: {
      from: /(insert into control\.authorization_codes[\s\S]*?\$6, )\$7/,
      to: "$1$7::timestamptz + interval '5 minutes'",
    },
  }),
  'web.code-four-minutes': webFault('time.code', 'codes are good for four minutes', {
    how: {
      from: /(insert into control\.authorization_codes[\s\S]*?\$6, )\$7/,
      to: "$1$7::timestamptz - interval '1 minute'",
    },
  }),
  'web.challenge-lost': webFault('oauth.pkce', 'a challenge is not stored', {
    how: {
      from: /(insert into control\.authorization_codes[\s\S]*?\$4, \$5, )\$6/,
      to: '$1nullif($6::text, $6::text)',
    },
  }),
};
