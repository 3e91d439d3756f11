import { StartError } from '../process/start-error.ts';
import type { IdBlocks } from './cells.ts';
import { LOGS_SINCE } from './change-log.ts';
import type { DatabasePool } from './pool.ts';
import { type Statement, statement } from './statement.ts';

/** A cell, as used by one merchant's store. */
export interface Place {
  readonly cell: number;
  readonly pool: DatabasePool;
  readonly ids: IdBlocks;
  /** Move that sent the merchant here from its previous cell. */
  readonly sentBy?: number;
}

export class LivesElsewhere extends Error {
  override name = 'LivesElsewhere';
  readonly cell: number;
  readonly moveId: number;

  constructor(cell: number, moveId: number) {
    super(`The merchant lives in cell ${cell}.`);
    this.cell = cell;
    this.moveId = moveId;
  }
}

export class MerchantErased extends StartError {
  override name = 'MerchantErased';

  constructor() {
    super('The merchant has been erased.');
  }
}

/** Cell of an erased merchant. Older releases find no such cell and therefore reject writes too. */
export const NOWHERE = 0;

/** Row of a merchant that moved, is moving or was erased: its cell, and the move. */
export type Residence = readonly [livesIn: number, moveId: number] | null;

/**
 * Throws MerchantErased for an erased merchant, and LivesElsewhere if it lives in another cell. The
 * row in the cell it came from decides: once a move has sent it here, the row here may be outdated.
 */
export function requireResidence(residence: Residence, { cell, sentBy }: Place): void {
  if (!residence) return;
  const [livesIn, moveId] = residence;
  if (livesIn === NOWHERE) throw new MerchantErased();
  if (livesIn !== cell && moveId !== sentBy) throw new LivesElsewhere(livesIn, moveId);
}

/** Class of the advisory locks that mark a transaction's merchant. All are shared, so none waits. */
const OWNER = 1_953_459_301;

const MARK_OWNER = `pg_advisory_xact_lock_shared(${OWNER}, hashint8($1))`;

export const OWN_SNAPSHOT = statement('tenant.own-snapshot', `select ${MARK_OWNER}`);

/** True for a row of pg_locks that marks a transaction as the merchant's, `$2`, or as another's. */
const isOwner = (test: '=' | '<>'): string =>
  `(locktype = 'advisory' and objsubid = 2 and classid = ${OWNER}
    and objid::bigint ${test} hashint8($2::bigint)::bigint & 4294967295)`;

/** Locks that others hold in this database. */
const LOCKS = `from pg_locks where pid <> pg_backend_pid()
  and database = (select oid from pg_database where datname = current_database())`;

/** True for a transaction that has opened a frame in the region whose table `residences` is `$1`. */
const hasOpened = (...modes: string[]): string =>
  `bool_or(locktype = 'relation' and relation = $1::regclass and mode in (${modes.map((mode) => `'${mode}'`)}))`;

const WRITES = hasOpened('RowShareLock');

/**
 * Running transactions that may not have seen the row of the merchant, `$2`: a frame locks the table before it reads
 * the row. Transactions of other merchants are left out; those of the previous release are not marked, and count.
 */
const earlier = (opened: string): string =>
  `select virtualtransaction as id ${LOCKS} group by 1 having ${opened} and not bool_or(${isOwner('<>')})`;

export const EARLIER_WRITES = earlier(WRITES);
export const EARLIER_READS_AND_WRITES = earlier(hasOpened('RowShareLock', 'AccessShareLock'));

/** Ends the sessions that read a snapshot of the merchant, `$2`. */
export const END_SNAPSHOTS = `select pg_terminate_backend(pid) ${LOCKS}
  group by pid having bool_or(${isOwner('=')}) and not ${WRITES}`;

/** Lock that a merchant's writes share if it has a row, and that a mover holds exclusively during the switch. */
const lockOf = (company: string): string => `hashtextextended('residence', ${company})`;

/**
 * Sets the role, the merchant for row-level security, that changes are logged, and generic plans. Writes look up rows
 * by key, but PostgreSQL would otherwise plan every short list of lines anew.
 */
const FRAME = `select set_config('role', 'tillgate_tenant', true), set_config('tillgate.company_id', $1::bigint::text, true),
    set_config('tillgate.logs', '${LOGS_SINCE}', true), set_config('plan_cache_mode', 'force_generic_plan', true)`;

/**
 * Opens a write's frame and locks its Idempotency-Key, if any. Waits for a mover's lock; `for
 * share` then reads the row as the mover left it.
 */
export const OPEN = opening('tenant.open');

/** Opens the frame of an erasure, which is allowed for an erased merchant. */
export const OPEN_ERASURE = opening('tenant.open-erasure', `and lives_in <> ${NOWHERE}`);

function opening(name: string, condition = ''): Statement {
  return statement(
    name,
    `${FRAME},
    ${MARK_OWNER} is not null and ($2::text is null or pg_try_advisory_xact_lock(hashtextextended($2, 0))) as locked,
    (select json_build_array(lives_in, move_id) from region.residences
     where merchant_id = $1 and pg_advisory_xact_lock_shared(${lockOf('merchant_id')}) is not null ${condition} for share) as residence`,
  );
}

/** Opens the frame of a read, which never waits. */
export const OPEN_READ = statement(
  'tenant.open-read',
  `${FRAME}, true as locked, $2::text,
    (select json_build_array(lives_in, move_id) from region.residences
     where merchant_id = $1 and lives_in <> ${NOWHERE}) as residence`,
);

/** Waits until no write of the merchant is running, and holds back new ones until the transaction ends. */
export const HOLD = `select pg_advisory_xact_lock(${lockOf('$1::bigint')})`;
