import type { ControlTransaction } from '../control.ts';

/** What merchants see of an app: its profile as an operator approved it. */
export interface Listing {
  readonly name: string;
  readonly description: string | null;
  readonly website: string | null;
  readonly privacyPolicy: string | null;
  /** Digest of the logo. */
  readonly logo: string | null;
}

/**
 * Where the profile of an app is on its way to merchants: never approved, approved as it is, or changed since, and then
 * waiting for a decision or rejected.
 */
export type ListingState = 'NONE' | 'APPROVED' | 'SUBMITTED' | 'REJECTED';

/** The present profile of `control.apps a`, in the form of a listing. */
const PROFILE = `jsonb_build_object('name', a.name, 'description', a.description, 'website', a.website,
  'privacyPolicy', a.privacy_policy, 'logo', a.logo)`;

/** State of the listing of `control.apps a`. */
export const LISTING_STATE = `case when a.listing is null then 'NONE' when a.listing = ${PROFILE} then 'APPROVED'
  when a.listing_submitted_at is not null then 'SUBMITTED' else 'REJECTED' end`;

/** Name of `control.apps a` as merchants read it. An app that was never approved is in the sandbox alone. */
export const LISTED_NAME = `coalesce(a.listing->>'name', a.name)`;

/** Counts a change of the profile, which goes to review unless it is what merchants see already. */
export async function submitProfile(tx: ControlTransaction, appId: number): Promise<void> {
  await tx.query(
    `update control.apps a set profile_version = profile_version + 1,
       listing_submitted_at = case when listing <> ${PROFILE} then coalesce(listing_submitted_at, $2) end
     where id = $1`,
    [appId, tx.timestamp],
  );
}

/** Shows merchants the present profile from now on. */
export async function listProfile(tx: ControlTransaction, appId: number): Promise<void> {
  await tx.query(`update control.apps a set listing = ${PROFILE}, listing_submitted_at = null where id = $1`, [appId]);
  await dropUnusedLogos(tx, appId);
}

/** Leaves what merchants see as it is. */
export const keepListing = (tx: ControlTransaction, appId: number): Promise<object[]> =>
  tx.query('update control.apps set listing_submitted_at = null where id = $1', [appId]);

/** Keeps the logo of the profile and the one that merchants see. */
export const dropUnusedLogos = (tx: ControlTransaction, appId: number): Promise<object[]> =>
  tx.query(
    `delete from control.app_logos l using control.apps a where a.id = $1 and l.app_id = a.id
       and l.digest is distinct from a.logo and l.digest is distinct from a.listing->>'logo'`,
    [appId],
  );
