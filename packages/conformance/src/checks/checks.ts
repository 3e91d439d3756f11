import { checkChallenge, checkCookies } from './check-challenge.ts';
import { checkContract } from './check-contract.ts';
import { checkCorrelation } from './check-correlation.ts';
import { checkDecimals } from './check-decimals.ts';
import { checkEnvelope } from './check-envelope.ts';
import { checkLeaks } from './check-leaks.ts';
import { checkPage } from './check-page.ts';
import { checkPageCookies } from './check-page-cookies.ts';
import { checkRate } from './check-rate.ts';
import { checkSniffing } from './check-sniffing.ts';
import { checkStorage } from './check-storage.ts';
import type { Finding } from './finding.ts';
import { type Check, finding, type Seen } from './seen.ts';

function checkFailure({ answer }: Seen): Finding[] {
  return answer.status >= 500 ? [finding('http.no_server_error', `answered ${answer.status}`, answer)] : [];
}

/** Checks for every API response, in every case. */
export const CHECKS: readonly Check[] = [
  checkContract,
  checkFailure,
  checkChallenge,
  checkCookies,
  checkCorrelation,
  checkDecimals,
  checkEnvelope,
  checkLeaks,
  checkRate,
  checkSniffing,
  checkStorage,
];

/** Checks of every response of the consent host. */
export const PAGE_CHECKS: readonly Check[] = [
  checkPage,
  checkPageCookies,
  checkFailure,
  checkCorrelation,
  checkLeaks,
  checkSniffing,
];

/** Requirements that any response can prove or violate, in every case. */
export const CHECKED: readonly string[] = [
  'http.status_documented',
  'http.headers_documented',
  'http.body_documented',
  'http.content_type',
  'http.no_server_error',
  'http.no_internals',
  'http.no_secrets',
  'http.nosniff',
  'http.private_cache',
  'http.correlation_id',
  'http.correlation_id_kept',
  'auth.challenge',
  'auth.scope_challenge',
  'hosts.no_cookies',
  'versioning.deprecation',
  'consent.cookies',
  'consent.cookies_unread',
  'consent.cookies_same_site',
  'errors.partner_envelope',
  'errors.oauth_envelope',
  'errors.help_link',
  'errors.mint_envelope',
  'limits.headers_consistent',
  'limits.retry_after',
  'limits.rate',
  'limits.mint',
  'oauth.no_store',
  'numbers.canonical',
];

/** Requirements of headers alone, whose findings reports list last. */
export const OF_HEADERS: ReadonlySet<string> = new Set([
  'errors.help_link',
  'http.headers_documented',
  'http.content_type',
  'http.nosniff',
  'http.private_cache',
  'http.correlation_id',
  'http.correlation_id_kept',
  'auth.challenge',
  'auth.scope_challenge',
  'hosts.no_cookies',
  'versioning.deprecation',
  'consent.cookies',
  'consent.cookies_unread',
  'consent.cookies_same_site',
  'limits.headers_consistent',
  'limits.retry_after',
  'oauth.no_store',
]);
