import sql, { raw } from 'sql-template-tag';
import type { DatabasePool } from '../database/pool.ts';
import { instant } from '../database/statement.ts';
import { isLoopback } from './app-addresses.ts';
import { dropUnusedLogos, type Listing, lockApp, PROFILE, type ReviewState } from './apps.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import type { Product } from './products.ts';
import type { SubmittedCheck } from './usage.ts';

/** Checks an app should pass before it goes live. */
export const REVIEW_CHECKS = ['description', 'links', 'redirect-uri', 'sandbox-connection'] as const;

export type ReviewCheck = (typeof REVIEW_CHECKS)[number];

export interface CheckResult {
  readonly check: ReviewCheck;
  readonly passed: boolean;
  /** The finding, in a sentence. */
  readonly found: string;
}

export interface CheckedApp extends Pick<Listing, 'description' | 'website' | 'privacyPolicy'> {
  readonly product: Product;
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

/** Checks an app, or the changed profile of an approved one. ADSR apps have no redirect URIs or connections. */
export function checksOf(app: CheckedApp): readonly CheckResult[] {
  const result = (check: ReviewCheck, passed: boolean, found: string): CheckResult => ({ check, passed, found });
  const hasDescription = app.description !== null;
  const links = { website: app.website, 'privacy policy': app.privacyPolicy };
  const missing = Object.entries(links).flatMap(([text, link]) => (link === null ? [text] : []));
  const linked = [
    'It links to a website and a privacy policy.',
    `It has no link to a ${missing[0]}.`,
    'It links neither to a website nor to a privacy policy.',
  ][missing.length] as string;
  const profile = [
    result('description', hasDescription, `It has ${hasDescription ? 'a' : 'no'} description.`),
    result('links', missing.length === 0, linked),
  ];
  if (app.isListed || app.product === 'ADSR') return profile;
  const { redirectUris, connectedInSandbox } = app;
  const isHttps = redirectUris.map((uri) => new URL(uri)).some((url) => url.protocol === 'https:' && !isLoopback(url));
  const redirects = isHttps ? 'It has an https redirect URI.' : 'It has no https redirect URI besides localhost.';
  const connected = `${connectedInSandbox ? 'A' : 'No'} merchant has connected it in the sandbox.`;
  return [
    ...profile,
    result('redirect-uri', isHttps, redirects),
    result('sandbox-connection', connectedInSandbox, connected),
  ];
}

interface Decision {
  /** Shown to the app's developers. */
  readonly reason?: string | undefined;
  /** Version of the profile that the operator reviewed; absent for any version. */
  readonly profileVersion?: number | undefined;
  /** Failed checks that the operator accepts. */
  readonly despite?: readonly ReviewCheck[] | undefined;
}

const SUBMITTABLE: readonly ReviewState[] = ['DRAFT', 'REJECTED'];

export const isSubmittable = ({ state }: { readonly state: string }): boolean =>
  (SUBMITTABLE as readonly string[]).includes(state);

export async function submitApp(tx: ControlTransaction, appId: number, check?: SubmittedCheck): Promise<void> {
  const { organizationId, reviewState } = await lockApp(tx, appId);
  if (!SUBMITTABLE.includes(reviewState)) refuse(reviewState, 'SUBMITTED', SUBMITTABLE);
  await tx.query(sql`update control.apps
    set review_state = 'SUBMITTED', submitted_at = ${tx.timestamp},
    submitted_check = ${check ? JSON.stringify(check) : null} where id = ${appId}`);
  await tx.audit('app.submitted', { organizationId, appId });
}

/** Takes a submitted app back before the decision. */
export async function withdrawApp(tx: ControlTransaction, appId: number): Promise<void> {
  const { organizationId, reviewState } = await lockApp(tx, appId);
  if (reviewState !== 'SUBMITTED') refuse(reviewState, 'DRAFT', ['SUBMITTED']);
  await tx.query(sql`update control.apps
    set review_state = 'DRAFT', submitted_at = null, submitted_check = null where id = ${appId}`);
  await tx.audit('app.withdrawn', { organizationId, appId });
}

/** Approves a submitted app, or the changed profile of an approved one, which merchants see from now on. */
export async function approveApp(tx: ControlTransaction, appId: number, decision: Decision = {}): Promise<void> {
  await decide(tx, appId, 'APPROVED', decision);
  await tx.query(sql`update control.apps a set listing = ${raw(PROFILE)}, listing_submitted_at = null
    where id = ${appId}`);
  await dropUnusedLogos(tx, appId);
}

/** Returns the failed checks of a locked app. Throws a DirectoryError unless the operator accepted them all. */
async function acceptedChecks(tx: ControlTransaction, appId: number, despite: readonly ReviewCheck[]) {
  const app = await tx.one<CheckedApp>(sql`select a.product, a.description, a.website,
    a.privacy_policy as "privacyPolicy", ${raw(CHECKED_COLUMNS)}
    from control.apps a where a.id = ${appId}`);
  const failed = app ? checksOf(app).filter(({ passed }) => !passed) : [];
  const refused = failed.filter(({ check }) => !despite.includes(check));
  if (refused.length === 0) return failed.map(({ check }) => check);
  const found = refused.map(({ check, found }) => `${found.slice(0, -1)} (${check})`).join('; ');
  throw new DirectoryError(`The app fails checks of its review: ${found}. Accept each one to approve it anyway.`);
}

/** Rejects a submitted app, or the changed profile of an approved one: merchants keep seeing the previous profile. */
export async function rejectApp(
  tx: ControlTransaction,
  appId: number,
  decision: Decision & { readonly reason: string },
): Promise<void> {
  await decide(tx, appId, 'REJECTED', decision);
  await tx.query(sql`update control.apps set listing_submitted_at = null where id = ${appId}`);
}

const EVENTS = {
  app: { APPROVED: 'app.approved', REJECTED: 'app.rejected' },
  listing: { APPROVED: 'app.listing_approved', REJECTED: 'app.listing_rejected' },
} as const;

async function decide(
  tx: ControlTransaction,
  appId: number,
  verdict: 'APPROVED' | 'REJECTED',
  { reason, profileVersion, despite = [] }: Decision,
): Promise<void> {
  const { organizationId, reviewState } = await lockApp(tx, appId);
  const profile = await tx.one<{ version: number; waits: boolean }>(sql`select profile_version as version,
    listing_submitted_at is not null as waits from control.apps where id = ${appId}`);
  const what = profile?.waits ? 'listing' : 'app';
  if (what === 'app' && reviewState !== 'SUBMITTED') refuse(reviewState, verdict, ['SUBMITTED']);
  if (profileVersion !== undefined && profileVersion !== profile?.version)
    throw new DirectoryError('The profile of the app has been changed in the meantime; look at it again.');
  const accepted = verdict === 'APPROVED' ? await acceptedChecks(tx, appId, despite) : [];
  await tx.query(sql`update control.apps
    set review_state = ${what === 'app' ? verdict : reviewState}, decided_at = ${tx.timestamp},
    decision_reason = ${reason ?? null} where id = ${appId}`);
  const details = { ...(reason && { reason }), ...(accepted.length > 0 && { despite: accepted }) };
  await tx.audit(EVENTS[what][verdict], { organizationId, appId, details });
}

function refuse(state: ReviewState, next: ReviewState, from: readonly ReviewState[]): never {
  throw new DirectoryError(`An app that is ${state} cannot become ${next}; it must be ${from.join(' or ')}.`);
}

const REVIEW_EVENTS = [
  'app.submitted',
  'app.withdrawn',
  'app.approved',
  'app.rejected',
  'app.listing_approved',
  'app.listing_rejected',
] as const;

export interface ReviewStep {
  readonly id: number;
  readonly at: string;
  readonly event: (typeof REVIEW_EVENTS)[number];
  readonly reason: string | null;
  readonly despite: readonly ReviewCheck[];
  /** Name of the person; null for the command line, or if the reader may not know it. */
  readonly person: string | null;
}

/** Steps of a review, newest first. Developers do not see the names of operators. */
export function reviewHistory(
  pool: DatabasePool,
  appId: number,
  { namesPeople }: { readonly namesPeople: boolean },
  page: PageRequest,
): Promise<Page<ReviewStep>> {
  const source = {
    key: 'l.id',
    descending: true,
    columns: `l.id, ${instant('l.at')} as at, l.event, l.details->>'reason' as reason,
      coalesce(l.details->'despite', '[]') as despite, ${namesPeople ? 'u.name' : 'null::text'} as person`,
    from: 'control.audit_log l left join control.users u on u.id = l.user_id',
  };
  return readPage(pool, source, { 'l.app_id = $': appId, 'l.event = any($)': REVIEW_EVENTS }, page);
}
