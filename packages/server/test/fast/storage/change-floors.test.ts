import { afterAll, describe, expect, test } from 'vitest';
import { OPERATOR } from '../../../src/directory/actor.ts';
import { sweepExpired } from '../../../src/storage/sweep.ts';
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

const rowsOf = async ({ merchant }: Caller): Promise<Row[]> =>
  (
    await UK.query<Row>('select position, mark from region_uk.changes where company_id = $1 order by position', [
      merchant.companyId,
    ])
  ).rows;

const floorOf = async ({ merchant }: Caller): Promise<Row | undefined> =>
  (
    await UK.query<Row>('select position, mark from region_uk.change_floors where company_id = $1', [
      merchant.companyId,
    ])
  ).rows[0];

const positionsOf = async (caller: Caller) => (await rowsOf(caller)).map(({ position }) => position);

async function write(caller: Caller, count: number): Promise<void> {
  const { length } = await rowsOf(caller);
  for (let i = 0; i < count; i += 1)
    await caller.create('/brands', { name: `Brand ${length + i} at ${service.clock()}` });
}

const sweep = () => sweepExpired(service.databases, service.clock);

/** Tokens last a quarter of an hour. */
async function pass(caller: Caller, days: number): Promise<void> {
  service.advance(days * DAY);
  await caller.renewToken();
}

describe('Changes older than 30 days', () => {
  test('are deleted, and the floor is the last of them', async () => {
    const caller = await service.connect();
    await write(caller, 3);
    await pass(caller, 29);
    await write(caller, 1);
    const [, , third] = await rowsOf(caller);
    await sweep();
    expect([await positionsOf(caller), await floorOf(caller)]).toEqual([[1, 2, 3, 4], undefined]);
    await pass(caller, 1);
    await sweep();
    expect([await positionsOf(caller), await floorOf(caller)]).toEqual([[4], third]);
    await write(caller, 1);
    expect(await positionsOf(caller)).toEqual([4, 5]);
  });

  test('leave no gap when all of them are deleted', async () => {
    const caller = await service.connect();
    await write(caller, 2);
    const [, second] = await rowsOf(caller);
    await pass(caller, 30);
    await sweep();
    expect([await positionsOf(caller), await floorOf(caller)]).toEqual([[], second]);
    await write(caller, 1);
    expect(await positionsOf(caller)).toEqual([3]);
  });

  test('stay behind a younger one, so that what is left has no gap', async () => {
    const caller = await service.connect();
    await write(caller, 3);
    await UK.query('update region_uk.changes set at = at + $3 where company_id = $1 and position = $2', [
      caller.merchant.companyId,
      2,
      '1 day',
    ]);
    await pass(caller, 30);
    await sweep();
    expect(await positionsOf(caller)).toEqual([2, 3]);
  });

  test('are deleted in any number, by several processes at once, and those of other merchants stay', async () => {
    const [many, few] = [await service.connect(), await service.connect()];
    await UK.query(
      `insert into region_uk.changes select $1, n, n, $2, 0, gen_random_uuid(), 1, '{}', '[]' from generate_series(1, 1700) n`,
      [many.merchant.companyId, new Date(service.clock())],
    );
    await pass(few, 30);
    await write(few, 1);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect([await positionsOf(many), await floorOf(many)]).toEqual([[], { position: 1700, mark: 1700 }]);
    expect([await positionsOf(few), await floorOf(few)]).toEqual([[1], undefined]);
  });

  test('are kept while the merchant moves, because its copies are compared', async () => {
    const caller = await service.connect();
    const { companyId } = caller.merchant;
    await write(caller, 1);
    await pass(caller, 31);
    await UK.query('insert into region_uk.residences (merchant_id, lives_in, move_id) values ($1, 1, 1)', [companyId]);
    await sweep();
    expect(await positionsOf(caller)).toEqual([1]);
    await UK.query('delete from region_uk.residences where merchant_id = $1', [companyId]);
    await sweep();
    expect(await positionsOf(caller)).toEqual([]);
  });
});

describe('The floor is beyond every position that was read, with a mark of no row, after', () => {
  async function expectBeyond(caller: Caller, before: readonly Row[]): Promise<number> {
    const floor = (await floorOf(caller)) as Row;
    expect(floor.position).toBeGreaterThan(Math.max(...before.map(({ position }) => position)));
    expect(before.map(({ mark }) => mark)).not.toContain(floor.mark);
    return floor.position;
  }

  test('an erasure of personal data, which is logged', async () => {
    const caller = await service.connect();
    const { companyId } = caller.merchant;
    const supplierId = await service.newSupplier(caller.merchant);
    await UK.query(`update region_uk.suppliers set phone = '1' where id = $1`, [supplierId]);
    await write(caller, 2);
    const before = await rowsOf(caller);
    await operations.call('merchant.erase', { companyId });
    const floor = await expectBeyond(caller, before);
    const log = await watched.log(companyId);
    const entry = { r: 4096, id: supplierId, v: 2, k: 'updated', p: ['email', 'phone'] };
    expect(log).toMatchObject([{ position: floor + 1, app: 0, entries: [entry] }]);
  });

  test('an erasure of all records, of which nothing is left', async () => {
    const caller = await service.connect();
    const { companyId } = caller.merchant;
    await write(caller, 2);
    const before = await rowsOf(caller);
    await operations.call('merchant.deactivate', { companyId });
    service.advance(60_000);
    await operations.call('merchant.erase', { companyId, records: true });
    await expectBeyond(caller, before);
    expect(await rowsOf(caller)).toEqual([]);
  });

  test('a reset of a sandbox, which is logged with everything that the merchant now has', async () => {
    const caller = await service.connect();
    const { companyId } = caller.merchant;
    await write(caller, 2);
    for (let reset = 0; reset < 2; reset += 1) {
      const before = await rowsOf(caller);
      await UK.query('truncate region_uk.seen');
      await operations.call('merchant.reset', { companyId });
      const floor = await expectBeyond(caller, before);
      expect(await positionsOf(caller)).toEqual([floor + 1]);
      expect(await watched.differences(companyId)).toEqual([]);
    }
  });
});
