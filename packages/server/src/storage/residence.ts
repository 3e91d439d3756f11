import { StartError } from '../start-error.ts';
import type { IdBlocks } from './ids.ts';
import type { DatabasePool } from './pool.ts';
import { type Statement, statement } from './statement.ts';

/** A cell as one merchant's store sees it. */
export interface Place {
  readonly cell: number;
  readonly pool: DatabasePool;
  readonly ids: IdBlocks;
  /** The move by which the merchant's former cell sent here. */
  readonly sentBy?: number;
}

/** A merchant that is in another cell of its region than the one that was asked. */
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

/** A write for a merchant that was erased, or is being erased. */
export class MerchantErased extends StartError {
  override name = 'MerchantErased';

  constructor() {
    super('The merchant has been erased.');
  }
}

/** Stands for the cell of an erased merchant. A release that does not know it finds no such cell, and writes nothing either. */
export const NOWHERE = 0;

/** The row of a merchant that moved, is moving or was erased: the cell that it lives in, and the move. */
export type Residence = readonly [livesIn: number, moveId: number] | null;

/**
 * Throws MerchantErased for an erased merchant, and LivesElsewhere unless the merchant lives in the place. The row of the cell that it came from decides: after it was
 * sent here by a move, the row here need not have heard of that yet.
 */
export function requireResidence(residence: Residence, { cell, sentBy }: Place): void {
  if (!residence) return;
  const [livesIn, moveId] = residence;
  if (livesIn === NOWHERE) throw new MerchantErased();
  if (livesIn !== cell && moveId !== sentBy) throw new LivesElsewhere(livesIn, moveId);
}

/** The lock that writes of a merchant with a row share, and that a mover holds alone while it switches. */
const lockOf = (company: string): string => `hashtextextended('residence', ${company})`;

/**
 * What `set local role` does, the merchant that row-level security lets through, and one plan of each statement for all
 * values. Writes look rows up by their keys, but PostgreSQL would plan anew for each short list of lines.
 */
const FRAME = `select set_config('role', 'tillgate_tenant', true), set_config('tillgate.company_id', $1::bigint::text, true),
    set_config('plan_cache_mode', 'force_generic_plan', true)`;

/**
 * Opens a write's frame, with the lock on the Idempotency-Key, if there is one. Behind a mover it waits for the lock; the
 * row is then read as the mover left it, which `for share` does.
 */
export const OPEN = opening('tenant.open');

/** Opens the frame of the erasure, which an erased merchant's row does not reject. */
export const OPEN_ERASURE = opening('tenant.open-erasure', `and lives_in <> ${NOWHERE}`);

function opening(name: string, condition = ''): Statement {
  return statement(
    name,
    `${FRAME},
    case when $2::text is null then true else pg_try_advisory_xact_lock(hashtextextended($2, 0)) end as locked,
    (select json_build_array(lives_in, move_id) from region.residences
     where merchant_id = $1 and pg_advisory_xact_lock_shared(${lockOf('merchant_id')}) is not null ${condition} for share) as residence`,
  );
}

/** Opens the frame of a read, which waits for nobody. */
export const OPEN_READ = statement(
  'tenant.open-read',
  `${FRAME}, true as locked, $2::text,
    (select json_build_array(lives_in, move_id) from region.residences
     where merchant_id = $1 and lives_in <> ${NOWHERE}) as residence`,
);

/** Waits until no write of the merchant is under way, and keeps new ones waiting until the transaction ends. */
export const HOLD = `select pg_advisory_xact_lock(${lockOf('$1::bigint')})`;
