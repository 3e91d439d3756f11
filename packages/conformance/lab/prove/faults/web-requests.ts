import type { Fault, Faults, Passed } from '../fault.ts';
import { answer } from '../how/answers.ts';
import { request } from '../how/requests.ts';
import { inAuthorize } from '../how/web.ts';

const REGISTERED = /app_id = \$1 and uri = \$2/;

const registered = ({ text, condition }: { text: string; condition: string }): Fault => ({
  breaks: 'consent.error.oauth.redirect_uri_mismatch',
  text,
  where: 'web',
  how: { from: REGISTERED, to: `app_id = $1 and ${condition}` },
});

/** An error page becomes a redirect to wherever the request says. */
const redirects = (code: string): Fault => ({
  breaks: `consent.error.oauth.${code}`,
  text: `${code} is told to the redirect URI`,
  where: 'web',
  how: answer((passed) => {
    if (passed.status === 400 && passed.headers['x-tillgate-error'] === `oauth.${code}`) sendBack(passed);
  }),
});

function sendBack(passed: Passed): void {
  const query = new URLSearchParams(passed.url.split('?')[1] ?? '');
  const uri = query.get('redirect_uri');
  if (!uri) return;
  passed.status = 302;
  passed.headers.location = `${uri}?error=invalid_request&state=${query.get('state') ?? ''}`;
  passed.body = '';
}

/** Authorization requests that should end on an error page, or should not. */
export const WEB_REQUEST_FAULTS: Faults = {
  'web.redirect-prefix': registered({
    text: 'a redirect URI may go on behind a registered one',
    condition: 'starts_with($2, uri)',
  }),
  'web.redirect-any-case': registered({ text: 'redirect URIs match in any case', condition: 'lower(uri) = lower($2)' }),
  'web.redirect-any-query': registered({
    text: 'redirect URIs match whatever their query',
    condition: "split_part(uri, '?', 1) = split_part($2, '?', 1)",
  }),
  'web.redirect-slash': registered({
    text: 'a slash at the end of a redirect URI is forgiven',
    condition: "rtrim(uri, '/') = rtrim($2, '/')",
  }),
  'web.redirect-any-port': registered({
    text: 'redirect URIs match on any port',
    condition: "regexp_replace(uri, ':\\d+', '') = regexp_replace($2, ':\\d+', '')",
  }),
  'web.redirect-any-path': registered({
    text: 'redirect URIs match by their host',
    condition: "split_part(uri, '/', 3) = split_part($2, '/', 3)",
  }),
  'web.redirect-any-scheme': registered({
    text: 'redirect URIs match whether secure or not',
    condition: "replace(uri, 'https:', 'http:') = replace($2, 'https:', 'http:')",
  }),
  'web.redirects-client_not_found': redirects('client_not_found'),
  'web.redirects-redirect_uri_mismatch': redirects('redirect_uri_mismatch'),
  'web.redirects-state_required': redirects('state_required'),
  'web.redirects-pkce_method_unsupported': redirects('pkce_method_unsupported'),
  'web.redirect-default': {
    breaks: 'consent.error.oauth.redirect_uri_mismatch',
    text: 'a request without redirect_uri gets the first',
    where: 'web',
    how: inAuthorize((query) => {
      if (!query.has('redirect_uri')) query.set('redirect_uri', 'https://app.example/callback');
    }),
  },
  'web.state-optional': {
    breaks: 'consent.error.oauth.state_required',
    text: 'a request without state is taken',
    where: 'web',
    how: inAuthorize((query) => {
      if (!query.get('state')) query.set('state', 'none');
    }),
  },
  'web.pkce-plain': {
    breaks: 'consent.error.oauth.pkce_method_unsupported',
    text: 'the method plain is taken',
    where: 'web',
    how: inAuthorize((query) => {
      if (query.get('code_challenge_method') === 'plain') query.set('code_challenge_method', 'S256');
    }),
  },
  'web.pkce-any-case': {
    breaks: 'consent.error.oauth.pkce_method_unsupported',
    text: 'the method s256 is taken',
    where: 'web',
    how: inAuthorize((query) => {
      if (query.get('code_challenge_method') === 's256') query.set('code_challenge_method', 'S256');
    }),
  },
  'web.pkce-unsaid': {
    breaks: 'consent.error.oauth.pkce_method_unsupported',
    text: 'a challenge without a method is S256',
    where: 'web',
    how: inAuthorize((query) => {
      if (query.has('code_challenge') && !query.has('code_challenge_method'))
        query.set('code_challenge_method', 'S256');
    }),
  },
  'web.scope-refused': {
    breaks: 'consent.scope_ignored',
    text: 'a request with a scope is refused',
    where: 'web',
    how: answer((passed) => {
      if (!/\/oauth\/authorize\?.*\bscope=/.test(passed.url)) return;
      passed.status = 400;
      delete passed.headers.location;
    }),
  },
  'web.archived-shown': {
    breaks: 'consent.error.oauth.app_not_published',
    text: 'the screen of an archived app is shown',
    where: 'web',
    how: { from: /a\.archived_at is not null\s+as archived/, to: 'false as archived' },
  },
  'web.unreviewed-shown': {
    breaks: 'consent.error.oauth.app_not_published',
    text: 'the screen of an app that was not reviewed is shown',
    where: 'web',
    how: { from: "a.review_state = 'APPROVED' as approved", to: 'true as approved' },
  },
  'web.revoked-client': {
    breaks: 'consent.error.oauth.client_not_found',
    text: 'a revoked credential is known',
    where: 'web',
    how: { from: /(where k\.client_id = \$1) and k\.revoked_at is null/, to: '$1' },
  },
  'web.adsr-shown': {
    breaks: 'consent.adsr',
    text: 'the screen of an ADSR app is shown',
    where: 'web',
    how: { from: 'a.product, k.env', to: "'FULL' as product, k.env" },
  },
  'web.client-any-case': {
    breaks: 'consent.error.oauth.client_not_found',
    text: 'the prefix of a client id may be in upper case',
    where: 'web',
    how: request((passing) => {
      passing.url = passing.url.replace(/client_id=SVC_APP_SB_/i, 'client_id=svc_app_sb_');
    }),
  },
};
