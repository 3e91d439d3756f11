import type { Fault, Faults, Passed } from '../fault.ts';
import { answer } from '../how/answers.ts';
import { request } from '../how/requests.ts';
import { inAuthorize, webFault } from '../how/web.ts';

const REGISTERED = /app_id = \$1 and uri = \$2/;

const MISMATCH = 'consent.error.oauth.redirect_uri_mismatch';

const registered = (condition: string) => ({ from: REGISTERED, to: `app_id = $1 and ${condition}` });

/** Replaces an error page with a redirect to an address taken from the request. */
const redirects = (code: string): Fault =>
  webFault(`consent.error.oauth.${code}`, `${code} is sent to the redirect URI`, {
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

/** Error pages that are missing or shown by mistake after an authorization request. */
export const WEB_REQUEST_FAULTS: Faults = {
  'web.redirect-prefix': webFault(MISMATCH, 'a redirect URI may extend a registered one', {
    how: registered('starts_with($2, uri)'),
  }),
  'web.redirect-any-case': webFault(MISMATCH, 'redirect URIs match in any case', {
    how: registered('lower(uri) = lower($2)'),
  }),
  'web.redirect-any-query': webFault(MISMATCH, 'redirect URIs match whatever their query', {
    how: registered("split_part(uri, '?', 1) = split_part($2, '?', 1)"),
  }),
  'web.redirect-slash': webFault(MISMATCH, 'a slash at the end of a redirect URI is forgiven', {
    how: registered("rtrim(uri, '/') = rtrim($2, '/')"),
  }),
  'web.redirect-any-port': webFault(MISMATCH, 'redirect URIs match on any port', {
    how: registered("regexp_replace(uri, ':\\d+', '') = regexp_replace($2, ':\\d+', '')"),
  }),
  'web.redirect-any-path': webFault(MISMATCH, 'redirect URIs match by their host', {
    how: registered("split_part(uri, '/', 3) = split_part($2, '/', 3)"),
  }),
  'web.redirect-any-scheme': webFault(MISMATCH, 'redirect URIs match whether secure or not', {
    how: registered("replace(uri, 'https:', 'http:') = replace($2, 'https:', 'http:')"),
  }),
  'web.redirects-client_not_found': redirects('client_not_found'),
  'web.redirects-redirect_uri_mismatch': redirects('redirect_uri_mismatch'),
  'web.redirects-state_required': redirects('state_required'),
  'web.redirects-pkce_method_unsupported': redirects('pkce_method_unsupported'),
  'web.redirect-default': webFault(
    'consent.error.oauth.redirect_uri_mismatch',
    'a request without redirect_uri gets the first',
    {
      how: inAuthorize((query) => {
        if (!query.has('redirect_uri')) query.set('redirect_uri', 'https://app.example/callback');
      }),
    },
  ),
  'web.state-optional': webFault('consent.error.oauth.state_required', 'a request without state is taken', {
    how: inAuthorize((query) => {
      if (!query.get('state')) query.set('state', 'none');
    }),
  }),
  'web.state-any-length': webFault('consent.error.oauth.invalid_request', 'a state of any length is taken', {
    how: inAuthorize((query) => {
      if (query.has('state')) query.set('state', query.get('state')?.slice(0, 2048) ?? '');
    }),
  }),
  'web.challenge-ignored': webFault('consent.challenge', 'a challenge of another form is ignored', {
    how: inAuthorize((query) => {
      if (/^[\w-]{43}$/.test(query.get('code_challenge') ?? '')) return;
      for (const name of ['code_challenge', 'code_challenge_method']) query.delete(name);
    }),
  }),
  'web.pkce-plain': webFault('consent.error.oauth.pkce_method_unsupported', 'the method plain is taken', {
    how: inAuthorize((query) => {
      if (query.get('code_challenge_method') === 'plain') query.set('code_challenge_method', 'S256');
    }),
  }),
  'web.pkce-any-case': webFault('consent.error.oauth.pkce_method_unsupported', 'the method s256 is taken', {
    how: inAuthorize((query) => {
      if (query.get('code_challenge_method') === 's256') query.set('code_challenge_method', 'S256');
    }),
  }),
  'web.pkce-unsaid': webFault('consent.error.oauth.pkce_method_unsupported', 'a challenge without a method is S256', {
    how: inAuthorize((query) => {
      if (query.has('code_challenge') && !query.has('code_challenge_method'))
        query.set('code_challenge_method', 'S256');
    }),
  }),
  'web.scope-refused': webFault('consent.scope_ignored', 'a request with a scope is rejected', {
    how: answer((passed) => {
      if (!/\/oauth\/authorize\?.*\bscope=/.test(passed.url)) return;
      passed.status = 400;
      delete passed.headers.location;
    }),
  }),
  'web.repeated-taken': webFault('consent.repeated', 'of a parameter that is sent twice, the last one counts', {
    how: inAuthorize((query) => {
      for (const [name, value] of [...query]) query.set(name, value);
    }),
  }),
  'web.archived-shown': webFault('consent.error.oauth.app_not_published', 'the screen of an archived app is shown', {
    how: { from: /a\.archived_at is not null\s+as archived/, to: 'false as archived' },
  }),
  'web.unreviewed-shown': webFault(
    'consent.error.oauth.app_not_published',
    'the screen of an app that was not reviewed is shown',
    { how: { from: "a.review_state = 'APPROVED' as approved", to: 'true as approved' } },
  ),
  'web.revoked-client': webFault('consent.error.oauth.client_not_found', 'a revoked credential is known', {
    how: { from: /(where k\.client_id = \$1) and k\.revoked_at is null/, to: '$1' },
  }),
  'web.adsr-shown': webFault('consent.adsr', 'the screen of an ADSR app is shown', {
    how: { from: 'a.product, k.env', to: "'FULL' as product, k.env" },
  }),
  'web.client-any-case': webFault(
    'consent.error.oauth.client_not_found',
    'the prefix of a client id may be in upper case',
    {
      how: request((passing) => {
        passing.url = passing.url.replace(/client_id=SVC_APP_SB_/i, 'client_id=svc_app_sb_');
      }),
    },
  ),
};
