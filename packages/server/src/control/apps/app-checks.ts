import type { Product } from '../credentials/products.ts';
import { isLoopback } from './app-addresses.ts';

/** Checks an app should pass before it goes live. */
export const REVIEW_CHECKS = ['description', 'links', 'redirect-uri', 'sandbox-connection'] as const;

export type ReviewCheck = (typeof REVIEW_CHECKS)[number];

export interface CheckResult {
  readonly check: ReviewCheck;
  readonly passed: boolean;
  /** What the check found, in a sentence. */
  readonly found: string;
}

/** Input of the checks. */
export interface CheckedApp {
  readonly product: Product;
  readonly description: string | null;
  readonly website: string | null;
  readonly privacyPolicy: string | null;
  readonly redirectUris: readonly string[];
  /** True once a merchant has connected the app in the sandbox, even if it was disconnected later. */
  readonly connectedInSandbox: boolean;
  /** True for an approved app; then only its changed profile is checked. */
  readonly isListed: boolean;
}

/** Columns of `control.apps a` that the checks need. */
export const CHECKED_COLUMNS = `array(select uri from control.redirect_uris where app_id = a.id order by created_at, uri) as "redirectUris",
  exists (select from control.token_families where app_id = a.id and env = 'SANDBOX') as "connectedInSandbox",
  a.listing is not null as "isListed"`;

/**
 * Checks of an app, or of the changed profile of an approved one. ADSR apps have neither redirect URIs nor connections.
 */
export function checksOf(app: CheckedApp): readonly CheckResult[] {
  const profile = [descriptionCheck(app), linksCheck(app)];
  return app.isListed || app.product === 'ADSR' ? profile : [...profile, redirectCheck(app), sandboxCheck(app)];
}

function descriptionCheck({ description }: CheckedApp): CheckResult {
  const passed = description !== null;
  return { check: 'description', passed, found: passed ? 'It has a description.' : 'It has no description.' };
}

function linksCheck({ website, privacyPolicy }: CheckedApp): CheckResult {
  const links = [
    ['website', website],
    ['privacy policy', privacyPolicy],
  ] as const;
  const missing = links.filter(([, link]) => link === null).map(([text]) => text);
  const found =
    missing.length === 2
      ? 'It links neither to a website nor to a privacy policy.'
      : missing.length === 1
        ? `It has no link to a ${missing[0]}.`
        : 'It links to a website and a privacy policy.';
  return { check: 'links', passed: missing.length === 0, found };
}

function redirectCheck({ redirectUris }: CheckedApp): CheckResult {
  const passed = redirectUris.map((uri) => new URL(uri)).some((url) => url.protocol === 'https:' && !isLoopback(url));
  const found = passed ? 'It has an https redirect URI.' : 'It has no https redirect URI besides localhost.';
  return { check: 'redirect-uri', passed, found };
}

function sandboxCheck({ connectedInSandbox: passed }: CheckedApp): CheckResult {
  const found = passed ? 'A merchant has connected it in the sandbox.' : 'No merchant has connected it in the sandbox.';
  return { check: 'sandbox-connection', passed, found };
}
