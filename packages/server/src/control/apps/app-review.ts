import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';
import type { KeptCheck } from '../traffic/submitted-check.ts';
import { CHECKED_COLUMNS, type CheckedApp, checksOf, type ReviewCheck } from './app-checks.ts';
import { keepListing, listProfile } from './app-listing.ts';
import { lockApp, type ReviewState } from './apps.ts';

/** An operator's decision about an app. */
export interface Decision {
  /** Shown to the app's developers. */
  readonly reason?: string | undefined;
  /** Version of the profile that the operator reviewed; absent for any version. */
  readonly profileVersion?: number | undefined;
  /** Failed checks that the operator accepts. */
  readonly despite?: readonly ReviewCheck[] | undefined;
}

/** A rejection; its reason tells developers what to change. */
export type Rejection = Decision & { readonly reason: string };

/** States in which an app can be submitted. */
const SUBMITTABLE: readonly ReviewState[] = ['DRAFT', 'REJECTED'];

/** Submits an app for review, with the outcome of its traffic check. */
export async function submitApp(tx: ControlTransaction, appId: number, check?: KeptCheck): Promise<void> {
  const { organizationId, reviewState } = await lockApp(tx, appId);
  if (!SUBMITTABLE.includes(reviewState)) refuse(reviewState, 'SUBMITTED', SUBMITTABLE);
  await tx.query(
    `update control.apps set review_state = 'SUBMITTED', submitted_at = $2, submitted_check = $3 where id = $1`,
    [appId, tx.timestamp, check ? JSON.stringify(check) : null],
  );
  await tx.audit('app.submitted', { organizationId, appId });
}

/**
 * Approves a submitted app, for which production credentials can then be issued, or the changed
 * profile of an approved one. Merchants see the approved profile from now on.
 */
export async function approveApp(tx: ControlTransaction, appId: number, decision: Decision = {}): Promise<void> {
  await decide(tx, appId, 'APPROVED', decision);
  await listProfile(tx, appId);
}

/** Returns the failed checks of a locked app. Throws a DirectoryError unless the operator accepted them all. */
async function acceptedChecks(
  tx: ControlTransaction,
  appId: number,
  despite: readonly ReviewCheck[],
): Promise<ReviewCheck[]> {
  const app = await tx.one<CheckedApp>(
    `select a.product, a.description, a.website, a.privacy_policy as "privacyPolicy", ${CHECKED_COLUMNS}
     from control.apps a where a.id = $1`,
    [appId],
  );
  const failed = app ? checksOf(app).filter(({ passed }) => !passed) : [];
  const refused = failed.filter(({ check }) => !despite.includes(check));
  if (refused.length === 0) return failed.map(({ check }) => check);
  const found = refused.map(({ check, found }) => `${found.slice(0, -1)} (${check})`).join('; ');
  throw new DirectoryError(`The app fails checks of its review: ${found}. Accept each one to approve it anyway.`);
}

/** Rejects a submitted app or the changed profile of an approved one. Merchants keep seeing the previous profile. */
export async function rejectApp(tx: ControlTransaction, appId: number, decision: Rejection): Promise<void> {
  await decide(tx, appId, 'REJECTED', decision);
  await keepListing(tx, appId);
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
  const profile = await profileOf(tx, appId);
  const what = profile.waits ? 'listing' : 'app';
  if (what === 'app' && reviewState !== 'SUBMITTED') refuse(reviewState, verdict, ['SUBMITTED']);
  if (profileVersion !== undefined && profileVersion !== profile.version) {
    throw new DirectoryError('The profile of the app has been changed in the meantime; look at it again.');
  }
  const accepted = verdict === 'APPROVED' ? await acceptedChecks(tx, appId, despite) : [];
  await tx.query('update control.apps set review_state = $2, decided_at = $3, decision_reason = $4 where id = $1', [
    appId,
    what === 'app' ? verdict : reviewState,
    tx.timestamp,
    reason ?? null,
  ]);
  const details = { ...(reason && { reason }), ...(accepted.length > 0 && { despite: accepted }) };
  await tx.audit(EVENTS[what][verdict], { organizationId, appId, details });
}

/** Version of a locked app's profile, and whether a change to it is in review. */
async function profileOf(tx: ControlTransaction, appId: number): Promise<{ version: number; waits: boolean }> {
  const row = await tx.one<{ version: number; waits: boolean }>(
    `select profile_version as version, listing_submitted_at is not null as waits from control.apps where id = $1`,
    [appId],
  );
  return row ?? { version: 0, waits: false };
}

function refuse(state: ReviewState, next: ReviewState, from: readonly ReviewState[]): never {
  throw new DirectoryError(`An app that is ${state} cannot become ${next}; it must be ${from.join(' or ')}.`);
}
