import sql, { raw } from 'sql-template-tag';
import { cellName } from '../database/cells.ts';
import type { DatabasePool } from '../database/pool.ts';
import type { Region } from '../process/region.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { lockMerchant } from './merchants.ts';
import { firstRowOf, rowsOf } from './page.ts';

/** A move of a merchant from one cell of its region to another. */
export interface MerchantMove {
  readonly id: number;
  readonly companyId: number;
  readonly fromCell: number;
  readonly toCell: number;
  /** `aborting`: aborted, but the copy remains in the new cell, which was unavailable. */
  readonly state: 'copying' | 'switched' | 'aborting' | 'finished' | 'aborted';
  /** Seconds since the move began, by the control plane's clock. */
  readonly age: number;
}

const COLUMNS = `id, company_id as "companyId", from_cell as "fromCell", to_cell as "toCell", state,
  extract(epoch from clock_timestamp() - started_at)::float8 as age`;

const OPEN = `('copying', 'switched', 'aborting')`;

export const openMove = (db: DatabasePool, companyId: number): Promise<MerchantMove | undefined> =>
  firstRowOf<MerchantMove>(
    db,
    sql`select ${raw(COLUMNS)} from control.merchant_moves where company_id = ${companyId} and state in ${raw(OPEN)}`,
  );

/** Unfinished moves, oldest first. */
export async function openMoves(db: DatabasePool) {
  const rows = await rowsOf<Omit<MerchantMove, 'id' | 'age'> & { region: Region; startedAt: string }>(
    db,
    sql`select v.company_id as "companyId", m.region, v.from_cell as "fromCell", v.to_cell as "toCell", v.state,
        v.started_at as "startedAt"
      from control.merchant_moves v join control.merchants m on m.company_id = v.company_id
      where v.state in ${raw(OPEN)} order by v.id`,
  );
  return rows.map(({ companyId, region, fromCell, toCell, state, startedAt }) => {
    const [from, to] = [cellName({ region, cell: fromCell }), cellName({ region, cell: toCell })];
    return { companyId, from, to, state, startedAt };
  });
}

/** Begins a move. Instances notice it from now on. */
export async function beginMove(tx: ControlTransaction, companyId: number, toCell: number): Promise<MerchantMove> {
  const { cell: fromCell } = await lockMerchant(tx, companyId);
  if (fromCell === toCell) throw new DirectoryError(`The merchant ${companyId} lives in that cell already.`);
  const move = (await tx.one<MerchantMove>(sql`insert into control.merchant_moves (company_id, from_cell, to_cell,
    state) values (${companyId}, ${fromCell}, ${toCell}, 'copying')
    returning ${raw(COLUMNS)}`)) as MerchantMove;
  await tx.query(sql`update control.merchants set moving = true where company_id = ${companyId}`);
  await tx.audit('merchant.move_started', { companyId, details: { fromCell, toCell } });
  return move;
}

/** Records that the merchant lives in its new cell. */
export async function noteSwitch(tx: ControlTransaction, { id, companyId, fromCell, toCell }: MerchantMove) {
  await tx.query(sql`update control.merchants set cell = ${toCell}, moving = false where company_id = ${companyId}`);
  await tx.query(sql`update control.merchant_moves set state = 'switched', switched_at = clock_timestamp()
    where id = ${id}`);
  await tx.audit('merchant.moved', { companyId, details: { fromCell, toCell } });
}

/** Ends a move: its old copy (`finished`) or new copy (`aborted`) is removed, or has yet to be (`aborting`). */
export async function endMove(
  tx: ControlTransaction,
  { id, companyId, fromCell, toCell }: MerchantMove,
  state: 'finished' | 'aborted' | 'aborting',
): Promise<void> {
  await tx.query(sql`update control.merchants set moving = false where company_id = ${companyId}`);
  const ended = state === 'aborting' ? 'null' : 'clock_timestamp()';
  await tx.query(sql`update control.merchant_moves set state = ${state}, ended_at = ${raw(ended)} where id = ${id}`);
  await tx.audit(state === 'finished' ? 'merchant.move_finished' : 'merchant.move_aborted', {
    companyId,
    details: { fromCell, toCell, ...(state === 'aborting' && { copyLeft: true }) },
  });
}
