import type { DatabasePool } from '../../database/pool.ts';
import { instant, type Page, type PageRequest, readPage } from '../page.ts';
import type { ReviewCheck } from './app-checks.ts';

const REVIEW_EVENTS = [
  'app.submitted',
  'app.approved',
  'app.rejected',
  'app.listing_approved',
  'app.listing_rejected',
] as const;

/** A step in the reviews of an app. */
export interface ReviewStep {
  readonly id: number;
  readonly at: string;
  readonly event: (typeof REVIEW_EVENTS)[number];
  readonly reason: string | null;
  /** Failed checks that the operator accepted. */
  readonly despite: readonly ReviewCheck[];
  /** Name of the person; null for the command line, or if it is not told. */
  readonly person: string | null;
}

/** The steps, newest first. Developers are not told the names of operators. */
export const reviewHistory = (
  pool: DatabasePool,
  appId: number,
  { namesPeople }: { readonly namesPeople: boolean },
  page: PageRequest,
): Promise<Page<ReviewStep>> =>
  readPage<ReviewStep>(
    pool,
    {
      key: 'l.id',
      descending: true,
      columns: `l.id, ${instant('l.at')} as at, l.event, l.details->>'reason' as reason,
        coalesce(l.details->'despite', '[]') as despite, ${namesPeople ? 'u.name' : 'null::text'} as person`,
      from: 'control.audit_log l left join control.users u on u.id = l.user_id',
    },
    { 'l.app_id = $': appId, 'l.event = any($)': REVIEW_EVENTS },
    page,
  );
