import { keepListing, listProfile } from './app-listing.ts';
import { lockApp, type ReviewState } from './apps.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './directory-error.ts';

/** An operator's decision about an app. */
export interface Decision {
  /** The developers of the app read it. */
  readonly reason?: string | undefined;
  /** The version of the profile that the operator looked at; any, if it is not given. */
  readonly profileVersion?: number | undefined;
}

/** States in which an app can be submitted. */
const SUBMITTABLE: readonly ReviewState[] = ['DRAFT', 'REJECTED'];

export async function submitApp(tx: ControlTransaction, appId: number): Promise<void> {
  const { organizationId, reviewState } = await lockApp(tx, appId);
  if (!SUBMITTABLE.includes(reviewState)) refuse(reviewState, 'SUBMITTED', SUBMITTABLE);
  await tx.query(`update control.apps set review_state = 'SUBMITTED', submitted_at = $2 where id = $1`, [
    appId,
    tx.timestamp,
  ]);
  await tx.audit('app.submitted', { organizationId, appId });
}

/**
 * Approves what waits for a decision: an app, whose production credentials can be issued from now on, or the changed
 * profile of one that was approved before. Merchants see the profile from now on.
 */
export async function approveApp(tx: ControlTransaction, appId: number, decision: Decision = {}): Promise<void> {
  await decide(tx, appId, 'APPROVED', decision);
  await listProfile(tx, appId);
}

/** Rejects what waits for a decision. Merchants see of an approved app what they saw before. */
export async function rejectApp(tx: ControlTransaction, appId: number, decision: Decision = {}): Promise<void> {
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
  { reason, profileVersion }: Decision,
): Promise<void> {
  const { organizationId, reviewState } = await lockApp(tx, appId);
  const profile = await profileOf(tx, appId);
  const what = profile.waits ? 'listing' : 'app';
  if (what === 'app' && reviewState !== 'SUBMITTED') refuse(reviewState, verdict, ['SUBMITTED']);
  if (profileVersion !== undefined && profileVersion !== profile.version) {
    throw new DirectoryError('The profile of the app has been changed in the meantime; look at it again.');
  }
  await tx.query('update control.apps set review_state = $2, decided_at = $3, decision_reason = $4 where id = $1', [
    appId,
    what === 'app' ? verdict : reviewState,
    tx.timestamp,
    reason ?? null,
  ]);
  await tx.audit(EVENTS[what][verdict], { organizationId, appId, ...(reason && { details: { reason } }) });
}

/** The profile of a locked app: its version, and whether a change of it waits for a decision. */
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
