import { checkConsentScreen, checkContract, checkEnvelope, checkFailure, checkLeaks } from './bodies.ts';
import type { Check, Finding } from './finding.ts';
import {
  checkChallenge,
  checkCookies,
  checkCorrelation,
  checkPageCookies,
  checkPageStorage,
  checkSniffing,
  checkStorage,
} from './headers.ts';
import { checkRate } from './rate-limits.ts';

/** Checks for every API response, in every case. The contract comes last, because the others name a rule of fewer responses. */
export const CHECKS: readonly Check[] = [
  checkFailure,
  checkChallenge,
  checkCookies,
  checkCorrelation,
  checkEnvelope,
  checkLeaks,
  checkRate,
  checkSniffing,
  checkStorage,
  checkContract,
];

/** Checks of every response of the consent host. */
export const PAGE_CHECKS: readonly Check[] = [
  checkConsentScreen,
  checkPageStorage,
  checkPageCookies,
  checkFailure,
  checkCorrelation,
  checkLeaks,
  checkSniffing,
];

/** Requirements of headers alone, whose findings reports list last. */
export const OF_HEADERS: ReadonlySet<string> = new Set([
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
  'errors.help_link',
  'limits.headers_consistent',
  'limits.retry_after',
  'oauth.no_store',
]);

/** True if requirements are those of a finding about nothing but headers. */
export const isOfHeaders = (requirements: Finding['requirements']): boolean =>
  requirements.length > 0 && requirements.every((id) => OF_HEADERS.has(id));

/** Requirements that any response can keep or violate, in every case. */
export const CHECKED: ReadonlySet<string> = new Set([
  ...OF_HEADERS,
  'http.status_documented',
  'http.body_documented',
  'http.no_server_error',
  'http.no_internals',
  'http.no_secrets',
  'errors.partner_envelope',
  'errors.oauth_envelope',
  'errors.mint_envelope',
  'limits.rate',
  'limits.mint',
]);
