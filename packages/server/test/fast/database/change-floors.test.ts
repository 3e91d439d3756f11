import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { OPERATOR } from '../../../src/control/actor.ts';
import { sweepExpired } from '../../../src/sweep.ts';
import type { Caller } from '../../support/api-caller.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { watchChanges } from '../../support/seen-changes.ts';
import { startService } from '../../support/service.ts';

const DAY = 24 * 60 * 60 * 1000;

const service = await startService();
afterAll(() => service.stop());
const watched = await watchChanges(service.databases);
const { UK } = service.databases.regions;
const operations = controlPlaneOf(service).as(OPERATOR, { source: 'test' });

interface Row {
  readonly position: number;
  readonly mark: number;
}

/** A merchant's log: its rows, their positions, and the last row that it has lost. */
async function logOf({ merchant: { companyId } }: Caller) {
  const rowsOf = async (table: string) => {
    const sql = `select position, mark from region_uk.${table} where company_id = $1 order by position`;
    return (await UK.query<Row>(sql, [companyId])).rows;
  };
  const [rows, [floor]] = [await rowsOf('changes'), await rowsOf('change_floors')];
  return { rows, positions: rows.map(({ position }) => position), floor };
}

/** A new merchant, or a known one, after this number of changes. */
async function write(count: number, known?: Caller): Promise<Caller> {
  const caller = known ?? (await service.connect());
  for (let i = 0; i < count; i += 1) await caller.create('/brands', { name: randomUUID() });
  return caller;
}

const sweep = () => sweepExpired(service.databases, service.clock);

/** Tokens last a quarter of an hour. */
async function pass(caller: Caller, days: number): Promise<void> {
  service.advance(days * DAY);
  await caller.renewToken();
}

describe('Changes older than 30 days', () => {
  test('are deleted, and the floor is the last of them', async () => {
    const caller = await write(3);
    await pass(caller, 29);
    await write(1, caller);
    const { rows } = await logOf(caller);
    await sweep();
    expect(await logOf(caller)).toMatchObject({ rows, floor: undefined });
    await pass(caller, 1);
    await sweep();
    expect(await logOf(caller)).toMatchObject({ positions: [4], floor: rows[2] });
    await write(1, caller);
    expect(await logOf(caller)).toMatchObject({ positions: [4, 5] });
  });

  test('leave no gap when all of them are deleted', async () => {
    const caller = await write(2);
    const { rows } = await logOf(caller);
    await pass(caller, 30);
    await sweep();
    expect(await logOf(caller)).toMatchObject({ positions: [], floor: rows[1] });
    await write(1, caller);
    expect(await logOf(caller)).toMatchObject({ positions: [3] });
  });

  test('stay after a younger one, so that what is left has no gap', async () => {
    const caller = await write(3);
    const younger = `update region_uk.changes set at = at + '1 day' where company_id = $1 and position = 2`;
    await UK.query(younger, [caller.merchant.companyId]);
    await pass(caller, 30);
    await sweep();
    expect(await logOf(caller)).toMatchObject({ positions: [2, 3] });
  });

  test('are deleted in any number, by several processes at once, and those of other merchants stay', async () => {
    const [many, few] = [await write(0), await write(0)];
    await UK.query(
      `insert into region_uk.changes select $1, n, n, $2, 0, gen_random_uuid(), 1, '{}', '[]' from generate_series(1, 1700) n`,
      [many.merchant.companyId, new Date(service.clock())],
    );
    await pass(few, 30);
    await write(1, few);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await logOf(many)).toMatchObject({ positions: [], floor: { position: 1700, mark: 1700 } });
    expect(await logOf(few)).toMatchObject({ positions: [1], floor: undefined });
  });

  test('are kept while the merchant moves, because its copies are compared', async () => {
    const caller = await write(1);
    const { companyId } = caller.merchant;
    await pass(caller, 31);
    await UK.query('insert into region_uk.residences (merchant_id, lives_in, move_id) values ($1, 1, 1)', [companyId]);
    await sweep();
    expect(await logOf(caller)).toMatchObject({ positions: [1] });
    await UK.query('delete from region_uk.residences where merchant_id = $1', [companyId]);
    await sweep();
    expect(await logOf(caller)).toMatchObject({ positions: [] });
  });
});

describe('The floor is beyond every position that was read, with a mark of no row, after', () => {
  /** Changes the control plane. Returns what is left of the log, with the position after its floor. */
  async function after(caller: Caller, change: (companyId: number) => Promise<unknown>) {
    const { rows, positions: before } = await logOf(caller);
    await UK.query('truncate region_uk.seen');
    await change(caller.merchant.companyId);
    const { positions, floor } = await logOf(caller);
    expect(floor?.position).toBeGreaterThan(Math.max(...before));
    expect(rows.map(({ mark }) => mark)).not.toContain(floor?.mark);
    return { positions, next: (floor?.position ?? 0) + 1 };
  }

  test('an erasure of personal data, which is logged', async () => {
    const caller = await write(2);
    const supplierId = await service.newSupplier(caller.merchant);
    await UK.query(`update region_uk.suppliers set phone = '1' where id = $1`, [supplierId]);
    const { next } = await after(caller, (companyId) => operations.call('merchant.erase', { companyId }));
    const entry = { r: 4096, id: supplierId, v: 2, k: 'updated', p: ['email', 'phone'] };
    expect(await watched.log(caller.merchant.companyId)).toMatchObject([{ position: next, app: 0, entries: [entry] }]);
  });

  test('an erasure of all records, of which nothing is left', async () => {
    const caller = await write(2);
    const { companyId } = caller.merchant;
    await operations.call('merchant.deactivate', { companyId });
    service.advance(60_000);
    const erasing = () => operations.call('merchant.erase', { companyId, records: true });
    expect((await after(caller, erasing)).positions).toEqual([]);
  });

  test('a reset of a sandbox, which is logged with everything that the merchant now has', async () => {
    const caller = await write(2);
    for (let reset = 0; reset < 2; reset += 1) {
      const { positions, next } = await after(caller, (companyId) => operations.call('merchant.reset', { companyId }));
      expect(positions).toEqual([next]);
      expect(await watched.differences(caller.merchant.companyId)).toEqual([]);
    }
  });
});
