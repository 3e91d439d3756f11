import type { LogPosition } from '../changes/log.ts';
import { DirectoryError } from '../control/errors.ts';
import type { Page, PageRequest } from '../control/page.ts';
import type { DatabasePool } from '../database/pool.ts';
import type { Asked, Regions } from '../database/regions.ts';
import { instant, statement } from '../database/statement.ts';
import type { TenantTransaction } from '../database/tenant.ts';
import { inSchemaOf, type Region } from '../process/region.ts';
import { toTimestamp } from '../process/time.ts';
import { type FrozenPage, placeValues } from './cursors.ts';
import type { Pair } from './progress.ts';
import type { Attempt } from './sender.ts';

/** Milliseconds for which attempts are kept, and the maximum number per endpoint and merchant. */
const ATTEMPTS_LIFETIME = 30 * 24 * 60 * 60 * 1000;
const MOST_ATTEMPTS = 100;

/** A stored request to an endpoint: a page of a merchant's changes, after one place in the log and up to another. */
export interface LoggedAttempt extends Attempt, Pair, Omit<FrozenPage, 'id'> {
  readonly attemptId: number;
  readonly webhookId: string;
  /** True if a developer resent the request. */
  readonly resent: boolean;
  readonly at: string;
  readonly changes: number;
  readonly after: LogPosition;
}

export type NewAttempt = Omit<LoggedAttempt, 'attemptId' | 'companyId' | 'at'>;

const INSERT = statement(
  'webhooks.log',
  `insert into region.webhook_attempts (company_id, id, endpoint_id, webhook_id, resync, resent, at, status, answer, failure,
     milliseconds, changes, position, mark, entries, page_position, page_mark, page_entries, has_more)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
);

const TRIM = statement(
  'webhooks.trim',
  `delete from region.webhook_attempts where company_id = $1 and endpoint_id = $2 and id <= (
     select id from region.webhook_attempts where company_id = $1 and endpoint_id = $2
     order by id desc offset ${MOST_ATTEMPTS} limit 1)`,
);

/** PostgreSQL's text cannot contain the NUL character. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');

/** Stores an attempt, and deletes the oldest ones beyond the maximum. Returns its id. */
export async function logAttempt(tx: TenantTransaction, attempt: NewAttempt): Promise<number> {
  const id = await tx.newId();
  const { endpointId, webhookId, resync, resent, status, answer, failure, milliseconds, changes } = attempt;
  const result = [status, storable(answer), failure, milliseconds, changes];
  const places = [...placeValues(attempt.after), ...placeValues(attempt.end)];
  await Promise.all([
    tx.query(INSERT, [
      ...[id, endpointId, webhookId, resync, resent, tx.timestamp],
      ...[...result, ...places, attempt.hasMore],
    ]),
    tx.query(TRIM, [endpointId]),
  ]);
  return id;
}

const COLUMNS = `id as "attemptId", endpoint_id as "endpointId", company_id as "companyId", webhook_id as "webhookId", resync, resent,
  ${instant('at')} as at, status, answer, failure, milliseconds, changes,
  has_more as "hasMore", json_build_object('position', position, 'mark', mark, 'entries', entries) as after,
  json_build_object('position', page_position, 'mark', page_mark, 'entries', page_entries) as end`;

interface Filter {
  readonly endpointId: number;
  readonly companyId?: number | undefined;
  readonly attemptId?: number | undefined;
  readonly failed?: boolean | undefined;
}

/** Maximum number of attempts to choose a page from. */
const MOST_LISTED = 1000;

const LIST = `
  select ${COLUMNS} from region.webhook_attempts
  where endpoint_id = $1 and ($2::bigint is null or company_id = $2) and ($3::bigint is null or id = $3)
    and ($4::boolean is null or (failure is not null) = $4)
  order by id desc limit ${MOST_LISTED}`;

/** The latest attempts of an endpoint in every cell, newest first. */
async function latestAttempts(regions: Regions, { endpointId, companyId, attemptId, failed }: Filter) {
  const values = [endpointId, companyId ?? null, attemptId ?? null, failed ?? null];
  const { rows, unavailable } = await regions.query<LoggedAttempt>(LIST, values);
  // During a move, two cells hold the merchant's attempts.
  const distinct = new Map(rows.map((row) => [row.attemptId, row]));
  const attempts = [...distinct.values()].sort(newestFirst).slice(0, MOST_LISTED);
  return { attempts, unavailable };
}

const newestFirst = (a: LoggedAttempt, b: LoggedAttempt): number =>
  a.at === b.at ? b.attemptId - a.attemptId : a.at < b.at ? 1 : -1;

/** Deletes old attempts. Keeps those of a moving merchant, because its copies are compared. */
export async function sweepAttempts(pool: DatabasePool, region: Region, now: number): Promise<void> {
  const deletion = `delete from region.webhook_attempts where at <= $1
    and not exists (select from region.residences where merchant_id = company_id)`;
  await pool.query(inSchemaOf(region, deletion), [toTimestamp(now - ATTEMPTS_LIFETIME)]);
}

/** An attempt in lists. It contains the changes after `afterPosition`, up to `lastPosition`. */
export interface ListedAttempt extends Omit<LoggedAttempt, 'after' | 'end'> {
  readonly type: 'changes' | 'resync';
  readonly afterPosition: number;
  readonly lastPosition: number;
}

export async function listAttempts(
  regions: Regions,
  filter: Omit<Filter, 'attemptId'>,
  { limit, after }: PageRequest,
): Promise<Page<ListedAttempt> & Pick<Asked<unknown>, 'unavailable'>> {
  const { attempts, unavailable } = await latestAttempts(regions, filter);
  const begin = after === undefined ? 0 : attempts.findIndex(({ attemptId }) => attemptId === after) + 1;
  const page = attempts.slice(begin, begin + limit);
  const next = attempts.length > begin + limit ? (page.at(-1)?.attemptId ?? null) : null;
  const data = page.map(({ after, end, ...attempt }): ListedAttempt => {
    const type = attempt.resync ? 'resync' : 'changes';
    return { ...attempt, type, afterPosition: after.position, lastPosition: end.position };
  });
  return { data, next, unavailable };
}

export async function findAttempt(
  regions: Regions,
  asked: { readonly endpointId: number; readonly attemptId: number },
): Promise<LoggedAttempt> {
  const { attempts } = await latestAttempts(regions, asked);
  if (attempts[0]) return attempts[0];
  throw new DirectoryError(`No such attempt of the endpoint ${asked.endpointId}: ${asked.attemptId}.`);
}
