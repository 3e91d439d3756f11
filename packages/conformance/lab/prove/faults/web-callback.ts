import type { Faults } from '../fault.ts';
import { inCallback } from '../how/web.ts';

const without = (location: string, name: string): string =>
  location.replace(new RegExp(`([?&])${name}=[^&]*&?`), '$1').replace(/[?&]$/, '');

const isRefusal = (location: string): boolean => /[?&]error=/.test(location);

/** Redirects that take a merchant back to the app. */
export const WEB_CALLBACK_FAULTS: Faults = {
  'web.state-lost': {
    breaks: 'consent.callback',
    text: 'the callback has no state',
    where: 'web',
    how: inCallback((location) => (isRefusal(location) ? location : without(location, 'state'))),
  },
  'web.state-lower': {
    breaks: 'consent.callback',
    text: 'the state comes back in lower case',
    where: 'web',
    how: inCallback((location) => location.replace(/state=[^&]*/, (state) => state.toLowerCase())),
  },
  'web.state-cut': {
    breaks: 'consent.callback',
    text: 'the state is cut at 16 characters',
    where: 'web',
    how: inCallback((location) => location.replace(/(state=(?:%..|[^&]){16})[^&]*/, '$1')),
  },
  'web.state-unescaped': {
    breaks: 'consent.callback',
    text: 'reserved characters of the state come back as they are',
    where: 'web',
    how: inCallback((location) =>
      location.replace(/state=[^&]*/, (state) =>
        state.replaceAll('%2B', '+').replaceAll('%3D', '=').replaceAll('%2F', '/'),
      ),
    ),
  },
  'web.iss-missing': {
    breaks: 'oauth.iss',
    text: 'the callback does not say whose answer it is',
    where: 'web',
    how: inCallback((location) => without(location, 'iss')),
  },
  'web.iss-on-approval-only': {
    breaks: 'oauth.iss',
    text: 'a refusal does not say whose answer it is',
    where: 'web',
    how: inCallback((location) => (isRefusal(location) ? without(location, 'iss') : location)),
  },
  'web.iss-origin': {
    breaks: 'oauth.iss',
    text: 'the issuer is named without its path',
    where: 'web',
    how: inCallback((location) => location.replace(/(iss=[^&]*)%2Fv1/, '$1')),
  },
  'web.code-in-fragment': {
    breaks: 'consent.callback',
    text: 'the answer is in the fragment',
    where: 'web',
    how: inCallback((location) => location.replace(/[?&](code|error)=/, '#$1=')),
  },
  'web.merchant-missing': {
    breaks: 'consent.callback',
    text: 'the callback does not name the merchant',
    where: 'web',
    how: inCallback((location) => without(location, 'merchant_id')),
  },
  'web.merchant-next': {
    breaks: 'consent.callback',
    text: 'the callback names another merchant',
    where: 'web',
    how: inCallback((location) => location.replace(/merchant_id=(\d+)/, (_, id) => `merchant_id=${Number(id) + 1}`)),
  },
  'web.company-id': {
    breaks: 'consent.callback',
    text: 'the merchant is called company_id',
    where: 'web',
    how: inCallback((location) => location.replace('merchant_id=', 'company_id=')),
  },
  'web.refusal-denied': {
    breaks: 'consent.refuse',
    text: 'a refusal is error=denied',
    where: 'web',
    how: inCallback((location) => location.replace('error=access_denied', 'error=denied')),
  },
  'web.refusal-stateless': {
    breaks: 'consent.refuse',
    text: 'a refusal has no state',
    where: 'web',
    how: inCallback((location) => (isRefusal(location) ? without(location, 'state') : location)),
  },
  'web.refusal-stays': {
    breaks: 'consent.refuse',
    text: 'who refuses stays on the host',
    where: 'web',
    how: inCallback((location) => (isRefusal(location) ? '/connections' : location)),
  },
  'web.query-dropped': {
    breaks: 'consent.redirect_query_kept',
    text: 'the query of a redirect URI is dropped',
    where: 'web',
    how: inCallback((location) => location.replace(/\?.*?((code|error)=)/, '?$1')),
  },
  'web.query-behind': {
    breaks: 'consent.redirect_query_kept',
    text: 'a second question mark begins the answer',
    where: 'web',
    how: inCallback((location) => location.replace(/(\?.*?)&((code|error)=)/, '$1?$2')),
  },
  'web.redirect-without-query': {
    breaks: 'consent.redirect_query_kept',
    text: 'a code is kept with the redirect URI without its query',
    where: 'web',
    how: {
      from: /(insert into control\.authorization_codes[\s\S]*?values \(\$1, \$2, \$3, \$4, )\$5/,
      to: "$1split_part($5, '?', 1)",
    },
  },
  'web.code-ten-minutes': {
    breaks: 'time.code',
    text: 'codes are good for ten minutes',
    where: 'web',
    how: {
      from: /(insert into control\.authorization_codes[\s\S]*?\$6, )\$7/,
      to: "$1$7::timestamptz + interval '5 minutes'",
    },
  },
  'web.code-four-minutes': {
    breaks: 'time.code',
    text: 'codes are good for four minutes',
    where: 'web',
    how: {
      from: /(insert into control\.authorization_codes[\s\S]*?\$6, )\$7/,
      to: "$1$7::timestamptz - interval '1 minute'",
    },
  },
  'web.challenge-lost': {
    breaks: 'oauth.pkce',
    text: 'a challenge is not kept',
    where: 'web',
    how: {
      from: /(insert into control\.authorization_codes[\s\S]*?\$4, \$5, )\$6/,
      to: '$1nullif($6::text, $6::text)',
    },
  },
};
