import type { ControlTransaction } from '../control.ts';

/** An app's profile as an operator approved it. Merchants see this version. */
export interface Listing {
  readonly name: string;
  readonly description: string | null;
  readonly website: string | null;
  readonly privacyPolicy: string | null;
  /** Digest of the logo. */
  readonly logo: string | null;
}

/** Review state of an app's profile: never approved, approved, or changed since and then submitted or rejected. */
export type ListingState = 'NONE' | 'APPROVED' | 'SUBMITTED' | 'REJECTED';

/** Current profile of `control.apps a`, shaped like a listing. */
export const PROFILE = `jsonb_build_object('name', a.name, 'description', a.description, 'website', a.website,
  'privacyPolicy', a.privacy_policy, 'logo', a.logo)`;

export const LISTING_STATE = `case when a.listing is null then 'NONE' when a.listing = ${PROFILE} then 'APPROVED'
  when a.listing_submitted_at is not null then 'SUBMITTED' else 'REJECTED' end`;

/** Name of `control.apps a` as merchants see it. Apps that were never approved exist only in the sandbox. */
export const LISTED_NAME = `coalesce(a.listing->>'name', a.name)`;

/** Increments the profile's version and submits it for review, unless merchants already see this profile. */
export async function submitProfile(tx: ControlTransaction, appId: number): Promise<void> {
  await tx.query(
    `update control.apps a set profile_version = profile_version + 1,
       listing_submitted_at = case when listing <> ${PROFILE} then coalesce(listing_submitted_at, $2) end
     where id = $1`,
    [appId, tx.timestamp],
  );
}

/** Publishes the current profile to merchants. */
export async function listProfile(tx: ControlTransaction, appId: number): Promise<void> {
  await tx.query(`update control.apps a set listing = ${PROFILE}, listing_submitted_at = null where id = $1`, [appId]);
  await dropUnusedLogos(tx, appId);
}

/** Ends the review without changing what merchants see. */
export const keepListing = (tx: ControlTransaction, appId: number): Promise<object[]> =>
  tx.query('update control.apps set listing_submitted_at = null where id = $1', [appId]);

/** Deletes all logos except the profile's and the one that merchants see. */
export const dropUnusedLogos = (tx: ControlTransaction, appId: number): Promise<object[]> =>
  tx.query(
    `delete from control.app_logos l using control.apps a where a.id = $1 and l.app_id = a.id
       and l.digest is distinct from a.logo and l.digest is distinct from a.listing->>'logo'`,
    [appId],
  );
