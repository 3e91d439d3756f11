import type { Pool } from 'pg';
import { instant } from '../database/statement.ts';
import { CHECKED_COLUMNS, type CheckedApp, type CheckResult, checksOf } from './app-review.ts';
import { LISTING_STATE, type Listing, type ListingState, type ReviewState } from './apps.ts';
import { type ApiKeySummary, type CredentialSummary, listKeys } from './keys.ts';
import { type ListSource, readOne } from './page.ts';
import type { Product } from './products.ts';
import type { SubmittedCheck } from './usage.ts';

export const APP_STATES = ['DRAFT', 'SUBMITTED', 'APPROVED', 'REJECTED', 'ARCHIVED'] as const;

export interface AppSummary {
  readonly id: number;
  readonly name: string;
  readonly product: Product;
  readonly organizationId: number;
  readonly organization: string;
  readonly state: ReviewState | 'ARCHIVED';
  /** Review state of an approved app's profile. */
  readonly listingState: ListingState;
  /** Instant of the last submission of the app or its changed profile. */
  readonly submittedAt: string | null;
  readonly createdAt: string;
}

/**
 * An app with its current profile, redirect URIs, credentials and keys, without their secrets. Merchants see `listing`,
 * the last approved profile.
 */
export interface AppDescription extends AppSummary, Omit<Listing, 'name'> {
  /** Null for the deployment's default. */
  readonly requestsAMinute: number | null;
  readonly decidedAt: string | null;
  readonly decisionReason: string | null;
  readonly profileVersion: number;
  readonly listing: Listing | null;
  readonly redirectUris: readonly string[];
  /** Origins whose pages may call the API for the app. */
  readonly origins: readonly string[];
  readonly credentials: readonly CredentialSummary[];
  readonly apiKeys: readonly ApiKeySummary[];
  readonly checks: readonly CheckResult[];
  readonly submittedCheck: SubmittedCheck | null;
}

export const STATE = `case when a.archived_at is null then a.review_state else 'ARCHIVED' end`;

export const WAITS = `(a.archived_at is null and (a.review_state = 'SUBMITTED' or a.listing_submitted_at is not null))`;

export const APPS: ListSource = {
  key: 'a.id',
  from: 'control.apps a join control.organizations o on o.id = a.organization_id',
  columns: `a.id, a.name, a.product, a.organization_id as "organizationId", o.name as organization, ${STATE} as state,
    ${LISTING_STATE} as "listingState", ${instant('coalesce(a.listing_submitted_at, a.submitted_at)')} as "submittedAt", ${instant('a.created_at')} as "createdAt"`,
};

export async function describeApp(db: Pool, appId: number): Promise<AppDescription> {
  const columns = `${APPS.columns}, a.rate_limit as "requestsAMinute", ${instant('a.decided_at')} as "decidedAt",
    a.decision_reason as "decisionReason", a.description, a.website, a.privacy_policy as "privacyPolicy",
    a.submitted_check as "submittedCheck", a.logo, a.profile_version as "profileVersion", a.listing,
    ${CHECKED_COLUMNS},
    array(select origin from control.app_origins where app_id = a.id order by created_at, origin) as origins`;
  const checked = await readOne<Omit<AppDescription, 'credentials' | 'apiKeys' | 'checks'> & CheckedApp>(
    db,
    { ...APPS, columns },
    { 'a.id = $': appId },
    `No such app: ${appId}.`,
  );
  const { connectedInSandbox: _, isListed: __, ...app } = checked;
  const [credentials, apiKeys] = [await listKeys(db, 'client', { appId }), await listKeys(db, 'apiKey', { appId })];
  return { ...app, credentials, apiKeys, checks: checksOf(checked) };
}
