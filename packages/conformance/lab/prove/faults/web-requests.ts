import type { Fault, Passed } from '../fault.ts';
import { inAuthorize, webAnswer, webAsk, webSql } from '../kinds/web.ts';

const REGISTERED = /app_id = \$1 and uri = \$2/;

const registered = (id: string, text: string, condition: string): Fault =>
  webSql(
    `redirect-${id}`,
    'consent.error.oauth.redirect_uri_mismatch',
    text,
    REGISTERED,
    `app_id = $1 and ${condition}`,
  );

/** An error page becomes a redirect to wherever the request says. */
const redirects = (code: string): Fault =>
  webAnswer(`redirects-${code}`, `consent.error.oauth.${code}`, `${code} is told to the redirect URI`, (passed) => {
    if (passed.status === 400 && passed.headers['x-tillgate-error'] === `oauth.${code}`) sendBack(passed);
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
export const WEB_REQUEST_FAULTS: readonly Fault[] = [
  registered('prefix', 'a redirect URI may go on behind a registered one', 'starts_with($2, uri)'),
  registered('any-case', 'redirect URIs match in any case', 'lower(uri) = lower($2)'),
  registered(
    'any-query',
    'redirect URIs match whatever their query',
    "split_part(uri, '?', 1) = split_part($2, '?', 1)",
  ),
  registered('slash', 'a slash at the end of a redirect URI is forgiven', "rtrim(uri, '/') = rtrim($2, '/')"),
  registered(
    'any-port',
    'redirect URIs match on any port',
    "regexp_replace(uri, ':\\d+', '') = regexp_replace($2, ':\\d+', '')",
  ),
  registered('any-path', 'redirect URIs match by their host', "split_part(uri, '/', 3) = split_part($2, '/', 3)"),
  registered(
    'any-scheme',
    'redirect URIs match whether secure or not',
    "replace(uri, 'https:', 'http:') = replace($2, 'https:', 'http:')",
  ),
  redirects('client_not_found'),
  redirects('redirect_uri_mismatch'),
  redirects('state_required'),
  redirects('pkce_method_unsupported'),
  inAuthorize(
    'redirect-default',
    'consent.error.oauth.redirect_uri_mismatch',
    'a request without redirect_uri gets the first',
    (query) => {
      if (!query.has('redirect_uri')) query.set('redirect_uri', 'https://app.example/callback');
    },
  ),
  inAuthorize('state-optional', 'consent.error.oauth.state_required', 'a request without state is taken', (query) => {
    if (!query.get('state')) query.set('state', 'none');
  }),
  inAuthorize('pkce-plain', 'consent.error.oauth.pkce_method_unsupported', 'the method plain is taken', (query) => {
    if (query.get('code_challenge_method') === 'plain') query.set('code_challenge_method', 'S256');
  }),
  inAuthorize('pkce-any-case', 'consent.error.oauth.pkce_method_unsupported', 'the method s256 is taken', (query) => {
    if (query.get('code_challenge_method') === 's256') query.set('code_challenge_method', 'S256');
  }),
  inAuthorize(
    'pkce-unsaid',
    'consent.error.oauth.pkce_method_unsupported',
    'a challenge without a method is S256',
    (query) => {
      if (query.has('code_challenge') && !query.has('code_challenge_method'))
        query.set('code_challenge_method', 'S256');
    },
  ),
  webAnswer('scope-refused', 'consent.scope_ignored', 'a request with a scope is refused', (passed) => {
    if (!/\/oauth\/authorize\?.*\bscope=/.test(passed.url)) return;
    passed.status = 400;
    delete passed.headers.location;
  }),
  webSql(
    'archived-shown',
    'consent.error.oauth.app_not_published',
    'the screen of an archived app is shown',
    /a\.archived_at is not null\s+as archived/,
    'false as archived',
  ),
  webSql(
    'unreviewed-shown',
    'consent.error.oauth.app_not_published',
    'the screen of an app that was not reviewed is shown',
    /a\.review_state = 'APPROVED' as approved/,
    'true as approved',
  ),
  webSql(
    'revoked-client',
    'consent.error.oauth.client_not_found',
    'a revoked credential is known',
    /(where k\.client_id = \$1) and k\.revoked_at is null/,
    '$1',
  ),
  webSql(
    'adsr-shown',
    'consent.adsr',
    'the screen of an ADSR app is shown',
    /a\.product, k\.env/,
    "'FULL' as product, k.env",
  ),
  webAsk(
    'client-any-case',
    'consent.error.oauth.client_not_found',
    'the prefix of a client id may be in upper case',
    (passing) => {
      passing.url = passing.url.replace(/client_id=SVC_APP_SB_/i, 'client_id=svc_app_sb_');
    },
  ),
];
