import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlPlaneOn, inWords } from '../../../src/command-line/connect.ts';
import { readConfig } from '../../../src/config.ts';
import { COMMAND_LINE, OPERATOR } from '../../../src/control/actor.ts';
import { type Databases, openPostgres } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { forget, MoveEnded, switchCells } from '../../../src/database/move/switch.ts';
import type { DatabasePool } from '../../../src/database/pool.ts';
import { exportMerchant } from '../../../src/operations/export-merchant.ts';
import type { MoveProgress } from '../../../src/operations/move-merchant.ts';
import { openRuntime } from '../../../src/runtime.ts';
import type { Answer, Caller } from '../../support/api-caller.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { PATIENT, storage } from '../../support/databases.ts';
import { fillMerchant } from '../../support/full-merchant.ts';
import { DISAGREEMENTS, importValid, saleLine } from '../../support/import-lines.ts';
import { hasPostgres, OwnCluster } from '../../support/own-cluster.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { TEST_KEY } from '../../support/secrets.ts';
import { type Service, startService } from '../../support/service.ts';
import { violations } from '../../support/violations.ts';
import { killedAfter, ProcessKilled } from './killed-process.ts';

const config = readConfig({ TILLGATE_KEY: TEST_KEY });

describe.runIf(storage === 'postgres' && hasPostgres)(
  'A merchant that moves to another cell',
  { timeout: 300_000 },
  () => {
    const clusters: OwnCluster[] = [];
    let service: Service;
    let caller: Caller;
    let storeId: number;
    let itemId: number;
    let companyId: number;

    beforeAll(async () => {
      const settings = '-c wal_level=logical -c shared_buffers=32MB';
      clusters.push(...(await Promise.all([OwnCluster.create(settings), OwnCluster.create(settings)])));
      const [first, second] = clusters as [OwnCluster, OwnCluster];
      const databases = await openPostgres(first.url, { UK_2: second.url }, { limits: PATIENT });
      await migrate(databases);
      service = await startService({ databases });
      caller = await service.connect();
      companyId = caller.merchant.companyId;
      storeId = await service.newStore(caller.merchant);
      itemId = (await caller.create('/items', { name: 'Flat white', price: '3.10' })).id;
      await fillMerchant(caller);
    });
    afterAll(async () => {
      await service?.stop();
      for (const cluster of clusters) await cluster.remove();
    });

    const cells = (): { UK: DatabasePool; UK_2: DatabasePool } => ({
      UK: service.databases.regions.UK,
      UK_2: service.databases.furtherCells[0]?.pool as DatabasePool,
    });
    const operations = (databases: Databases = service.databases) =>
      controlPlaneOn(openRuntime(config, databases)).as(OPERATOR, COMMAND_LINE);
    const move = (request: object, databases?: Databases): Promise<MoveProgress> =>
      operations(databases).call('merchant.move', { companyId, ...request });
    const openMoves = async () => (await operations().call('move.list', {})).data;
    const findings = async () => (await operations().call('deployment.check', {})).findings;

    /** Waits until both cells respond. */
    const answering = async () => {
      for (const pool of Object.values(cells()))
        while (!(await pool.query('select 1').catch(() => undefined))) await delay(50);
    };

    /** Advances the clock by a minute, after which every instance knows that the merchant is being moved. */
    const passMinute = async () => {
      await service.databases.control.query(
        `update control.merchant_moves set started_at = started_at - interval '2 minutes' where state = 'copying'`,
      );
      service.advance(61_000);
    };

    /** Runs the steps of a move until one reports a matching sentence, or none is left. */
    const stepTo = async (to: string, reached = /^$/, databases?: Databases): Promise<string[]> => {
      const said: string[] = [];
      for (;;) {
        const { done, next } = await move({ to }, databases);
        said.push(done);
        if (next === null || reached.test(done)) return said;
        if (/^Waiting/.test(done)) await passMinute();
        else if (next > 0) await delay(100);
      }
    };

    const brandsIn = async (cell: 'UK' | 'UK_2') =>
      (
        await cells()[cell].query<{ name: string }>(
          'select name from region_uk.brands where company_id = $1 order by id',
          [companyId],
        )
      ).rows.map(({ name }) => name);

    /** Makes the directory name this cell, as an instance with an outdated cache would see it. */
    const name = async (cell: number, moving: boolean) => {
      await service.databases.control.query(
        'update control.merchants set cell = $2, moving = $3 where company_id = $1',
        [companyId, cell, moving],
      );
      service.advance(61_000);
    };

    const rowsIn = async (cell: 'UK' | 'UK_2') => {
      const counts = [
        'brands',
        'items',
        'stock_movements',
        'row_counts',
        'idempotency_keys',
        'changes',
        'change_floors',
      ].map((table) => `(select count(*) from region_uk.${table} where company_id = ${companyId})`);
      return (await cells()[cell].query<{ n: number }>(`select ${counts.join(' + ')} as n`)).rows[0]?.n;
    };

    /** A merchant's log and its floor. */
    const logIn = async (cell: 'UK' | 'UK_2') => {
      const read = async (table: string) =>
        (
          await cells()[cell].query(
            `select position, mark from region_uk.${table} where company_id = $1 order by position`,
            [companyId],
          )
        ).rows;
      return { rows: await read('changes'), floor: await read('change_floors') };
    };

    const leftovers = async () => {
      const left = await Promise.all(
        Object.values(cells()).map(async (pool) =>
          (
            await pool.query<{ name: string }>(
              `select subname as name from pg_subscription union all select pubname from pg_publication
             union all select slot_name from pg_replication_slots`,
            )
          ).rows.map(({ name }) => name),
        ),
      );
      return left.flat();
    };

    /** Asserts that a write can be read back at once. */
    const expectServed = async (name: string) => {
      const { id } = await caller.create('/brands', { name });
      expect((await caller.get(`/brands/${id}`)).body.name).toBe(name);
    };

    test('stays where it is when the move is aborted, and nothing of it is left', async () => {
      await stepTo('UK_2', /^Copied/);
      await expectServed('Before the abort');
      expect((await move({ abort: true })).state).toBe('aborted');
      expect(await rowsIn('UK_2')).toBe(0);
      expect(await leftovers()).toEqual([]);
      await expectServed('After the abort');
      expect(await brandsIn('UK')).toContain('After the abort');
      await expect(move({ finish: true })).rejects.toThrow(`The merchant ${companyId} is not moving.`);
    });

    test('names the cell that goes down during a move, and resumes when it is back', async () => {
      const [first, second] = clusters as [OwnCluster, OwnCluster];
      for (const [cluster, setting] of [
        [first, /^Cannot reach DATABASE_URL \(/],
        [
          second,
          /^Cannot reach DATABASE_URL_UK_2 \(127\.0\.0\.1:\d+\/postgres\): .+ Nothing is lost; run the command again/,
        ],
      ] as const) {
        await stepTo('UK_2', /^Copied/);
        await cluster.stopImmediately();
        await expect(
          move({ to: 'UK_2' }).catch((error) => Promise.reject(inWords(service.databases, error))),
        ).rejects.toThrow(setting);
        await cluster.start();
        await answering();
      }
      await stepTo('UK_2', /^Copied/);
      expect((await move({ abort: true })).state).toBe('aborted');
      expect(await leftovers()).toEqual([]);
    });

    test.each([/^The copy has begun/, /^Copied/])(
      'stays when it is aborted without its new cell at %s; the move is open until the copy is removed',
      async (step) => {
        await stepTo('UK_2', step);
        const [, second] = clusters as [OwnCluster, OwnCluster];
        await second.stopImmediately();
        const left = expect.stringMatching(/^The merchant stays\. Cannot reach DATABASE_URL_UK_2 \(/);
        for (const again of [false, true]) {
          expect([again, await move({ abort: true })]).toMatchObject([
            again,
            { state: 'aborting', done: left, next: null },
          ]);
        }
        expect(await cells().UK.query('select slot_name from pg_replication_slots')).toMatchObject({ rows: [] });
        await expectServed(`Without the new cell at ${step.source}`);
        expect(await openMoves()).toMatchObject([{ companyId, from: 'UK', to: 'UK_2', state: 'aborting' }]);
        const check = `move of merchant ${companyId}`;
        expect(await findings()).toContainEqual(expect.objectContaining({ check, status: 'warning' }));
        const refusal = `A move of the merchant ${companyId} to UK_2 was aborted, and its copy is still there.`;
        for (const request of [{ to: 'UK_2' }, { finish: true }]) await expect(move(request)).rejects.toThrow(refusal);
        await expect(operations().call('merchant.erase', { companyId })).rejects.toThrow(
          'has left a copy in another cell',
        );
        const without = { ...service.databases, furtherCells: [] };
        expect((await move({ abort: true }, without)).done).toContain('There is no cell UK_2: set DATABASE_URL_UK_2.');

        await second.start();
        await answering();
        expect(await move({ abort: true })).toMatchObject({ state: 'aborted' });
        expect([await rowsIn('UK_2'), await leftovers(), await openMoves()]).toEqual([0, [], []]);
        expect(await findings()).not.toContainEqual(expect.objectContaining({ check }));
      },
    );

    test('retains no log of its cell for a table that was being copied when the new cell went down', async () => {
      await stepTo('UK_2', /^The copy has begun/);
      // Tables that are not copied yet wait, each holding a slot.
      const reader = await cells().UK.connect();
      await reader.query('set idle_in_transaction_session_timeout = 0');
      await reader.query('begin');
      const { rows: tables } = await reader.query<{ name: string }>(
        `select prrelid::regclass as name from pg_publication_rel
         where prrelid <> 'region_uk.move_marks'::regclass order by prrelid desc`,
      );
      await reader.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access exclusive mode`);
      const slots = `from pg_replication_slots where slot_name like 'pg%sync%'`;
      while ((await cells().UK.query(`select ${slots}`)).rows.length === 0) await delay(20);
      const [, second] = clusters as [OwnCluster, OwnCluster];
      await second.stopImmediately();
      const aborted = await move({ abort: true });
      await reader.query('rollback');
      reader.release(true);
      expect(aborted.state).toBe('aborting');
      expect((await cells().UK.query('select slot_name from pg_replication_slots')).rows).toEqual([]);
      await second.start();
      await answering();
      expect((await move({ abort: true })).state).toBe('aborted');
      expect(await leftovers()).toEqual([]);
    });

    test('is not exported meanwhile, when the directory may name the cell that it has left', async () => {
      const exported = async () => {
        let lines = '';
        for await (const line of exportMerchant(controlPlaneOf(service).runtime, companyId)) lines += line;
        return lines;
      };
      await expectServed('Before the export');
      expect(await exported()).toContain('Before the export');
      await stepTo('UK_2', /^Waiting/);
      await passMinute();
      const mover = killedAfter(service.databases, /delete from region_uk.residences/);
      await expect(stepTo('UK_2', undefined, mover)).rejects.toThrow(ProcessKilled);
      await expectServed('In the new cell');
      await expect(exported()).rejects.toThrow(`The merchant ${companyId} is moving to another cell`);
      await stepTo('UK_2');
      expect(await exported()).toContain('In the new cell');
      await move({ finish: true });
      await stepTo('UK');
      await move({ finish: true });
    });

    test('has no failed request and loses nothing, however busy it is', async () => {
      const traffic = new Traffic(caller, storeId, itemId);
      await traffic.progress(10);
      await cells().UK.query(
        `with swept as (delete from region_uk.changes where company_id = $1 and position = 1 returning *)
         insert into region_uk.change_floors select company_id, position, mark from swept`,
        [companyId],
      );
      const said = await stepTo('UK_2');
      await traffic.progress(20);
      await traffic.stop();
      expect(said.at(-1)).toBe('The merchant has moved. Its old copy is kept until the move is finished.');
      expect(said.find((line) => line.startsWith('Both copies are equal: '))).toMatch(/Writes waited \d+ ms\.$/);
      expect(traffic.failed.map(rejectionOf)).toEqual([]);
      expect((await brandsIn('UK_2')).filter((name) => name.startsWith('Traffic')).toSorted()).toEqual(
        traffic.brands.toSorted(),
      );
      expect((await caller.get(`/items/${itemId}/stock?storeId=${storeId}`)).body.onHand).toBe(
        String(traffic.added - traffic.sold),
      );
      const there = { ...service.databases, regions: { ...service.databases.regions, UK: cells().UK_2 } };
      expect(await violations(there, companyId)).toEqual([]);
      expect((await cells().UK_2.query(DISAGREEMENTS)).rows).toEqual([]);
      expect(await leftovers()).toEqual([]);
      const left = await brandsIn('UK');
      await expectServed('After the move');
      expect(await brandsIn('UK')).toEqual(left);
      expect(await brandsIn('UK_2')).toContain('After the move');
    });

    test('is served from its new cell by an instance that takes it for moving still', async () => {
      await name(1, true);
      expect((await caller.get('/brands?search=After%20the%20move')).body.data).toHaveLength(1);
      await expectServed('By a late instance');
      expect(await brandsIn('UK_2')).toContain('By a late instance');
      await name(1, false);
      await caller.create('/brands', { name: 'By one that never heard of the move' });
      expect(await brandsIn('UK_2')).toContain('By one that never heard of the move');
      await name(2, false);
    });

    test('keeps the log of its changes with its floor, and continues it without a gap', async () => {
      const [old, log] = [await logIn('UK'), await logIn('UK_2')];
      expect(log.floor).toEqual(old.floor);
      expect(log.rows.slice(0, old.rows.length)).toEqual(old.rows);
      const first = log.floor[0].position + 1;
      expect(log.rows.map(({ position }) => position)).toEqual(log.rows.map((_, i) => first + i));
      expect(log.rows.length).toBeGreaterThan(old.rows.length);
    });

    test('leaves nothing in its old cell when the move is finished', async () => {
      expect((await move({ finish: true })).state).toBe('finished');
      expect(await rowsIn('UK')).toBe(0);
      await expectServed('After the end');
    });

    test('is served from one cell and loses nothing when the mover dies after any of its steps', async () => {
      const steps = [
        /insert into control.merchant_moves/,
        /update control.merchants set moving = true/,
        /insert into region_uk.residences/,
        /drop publication if exists/,
        /create publication/,
        /create subscription/,
        /lock table/,
        /insert into region_uk.move_marks/,
        /^begin isolation level repeatable read/,
        /hashtextextended\(t::text/,
        /update region_uk.residences/,
        /delete from region_uk.residences/,
        /update control.merchants set cell/,
        /drop subscription/,
      ];
      const kept = await brandsIn('UK_2');
      for (const step of steps) {
        const mover = killedAfter(service.databases, step);
        await expect(stepTo('UK', undefined, mover)).rejects.toThrow(ProcessKilled);
        await expectServed(`Behind ${step.source}`);
        kept.push(`Behind ${step.source}`);
      }
      await stepTo('UK');
      expect((await brandsIn('UK')).toSorted()).toEqual(kept.toSorted());
      expect(await leftovers()).toEqual([]);
      await move({ finish: true });
      expect(await rowsIn('UK_2')).toBe(0);
    });

    test('moves on after kill -9 of the command and a crash of both servers', async () => {
      const [first, second] = clusters as [OwnCluster, OwnCluster];
      const env = { ...process.env, DATABASE_URL: first.url, DATABASE_URL_UK_2: second.url, TILLGATE_KEY: TEST_KEY };
      const program = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
      const command = () =>
        spawn(process.execPath, [program, 'merchant', 'move', String(companyId), '--to', 'UK_2'], { env });
      const killed = command();
      for await (const text of killed.stdout) if (/The copy has begun/.test(String(text))) break;
      killed.kill('SIGKILL');
      await expectServed('After the kill');
      for (const cluster of clusters) {
        await cluster.stopImmediately();
        await cluster.start();
      }
      while ((await caller.get('/brands')).status !== 200) await delay(50);
      await expectServed('After the crashes');
      // A failover loses the slot.
      const slot = `from pg_replication_slots where slot_name like 'tillgate%'`;
      await cells().UK.query(`select pg_terminate_backend(active_pid) ${slot} and active`);
      while ((await cells().UK.query(`select ${slot} and active`)).rows.length > 0) await delay(5);
      await cells().UK.query(`select pg_drop_replication_slot(slot_name) ${slot}`);
      await passMinute();
      const again = command();
      let said = '';
      for await (const text of again.stdout) said += text;
      expect(said).toMatch(/Both copies are equal: [^\n]+\nThe merchant has moved\. /);
      expect(await brandsIn('UK_2')).toEqual(expect.arrayContaining(['After the kill', 'After the crashes']));
      await expectServed('After it went on');
    });

    test('does not switch before the standbys of the new cell have its copy', async () => {
      await move({ finish: true });
      await stepTo('UK', /^Waiting/);
      await passMinute();
      const requireStandby = async (name: string) => {
        await cells().UK.query(`alter system set synchronous_standby_names = '${name}'`);
        await cells().UK.query('select pg_reload_conf()');
        await delay(200);
      };
      await requireStandby('none_that_is_there');
      expect((await move({ to: 'UK' })).done).toMatch(/^The copy did not follow in time\./);
      await requireStandby('');
    });

    test('does not switch when another command has aborted its move', async () => {
      const { rows } = await service.databases.control.query<{ id: number }>(
        `select id from control.merchant_moves where state = 'copying'`,
      );
      const id = { moveId: rows[0]?.id ?? 0, companyId, schema: 'region_uk' };
      const toUk = { source: cells().UK_2, target: cells().UK };
      await forget(toUk.source, id, 2);
      await expect(switchCells(toUk, id, 1)).rejects.toThrow(MoveEnded);
      await stepTo('UK', /^Both cells know/);
      await expectServed('After the end of a move');
    });

    test('is not aborted when another command is about to commit its switch', async () => {
      const late = await cells().UK_2.connect();
      await late.query('begin');
      await late.query('update region_uk.residences set lives_in = 1 where merchant_id = $1', [companyId]);
      const aborting = expect(move({ abort: true })).rejects.toThrow('The merchant has moved');
      await delay(1000);
      await late.query('commit');
      late.release();
      await aborting;
      await expectServed('After the late switch');
      expect(await brandsIn('UK')).toEqual(expect.arrayContaining(['After it went on', 'After the late switch']));
      await stepTo('UK');
    });
  },
);

/** Clients that write and read back their writes until they are stopped. */
class Traffic {
  readonly brands: string[] = [];
  readonly failed: Answer[] = [];
  added = 0;
  sold = 0;
  readonly #caller: Caller;
  readonly #storeId: number;
  readonly #itemId: number;
  readonly #done: Promise<unknown>;
  #stopped = false;

  constructor(caller: Caller, storeId: number, itemId: number) {
    this.#caller = caller;
    this.#storeId = storeId;
    this.#itemId = itemId;
    this.#done = Promise.all([
      this.#brand(0),
      this.#brand(1),
      this.#brand(2),
      this.#count(),
      this.#count(),
      this.#sell(),
    ]);
  }

  async progress(count: number): Promise<void> {
    const before = this.brands.length;
    while (this.brands.length < before + count && this.failed.length === 0) await delay(5);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#done;
  }

  async #brand(writer: number): Promise<void> {
    for (let i = 0; !this.#stopped; i += 1) {
      const name = `Traffic ${writer}-${i}`;
      const created = await this.#expect(201, this.#caller.post('/brands', { name }, { 'Idempotency-Key': name }));
      if (!created) return;
      this.brands.push(name);
      await this.#expect(200, this.#caller.get(`/brands/${created.body.id}`));
      const again = await this.#caller.post('/brands', { name }, { 'Idempotency-Key': name });
      if (again.body.id !== created.body.id) this.failed.push(again);
    }
  }

  async #count(): Promise<void> {
    while (!this.#stopped) {
      const lines = [{ itemId: this.#itemId, quantity: '1' }];
      const body = { storeId: this.#storeId, date: '2026-03-02', type: 1, lines };
      if (await this.#expect(201, this.#caller.post('/stock-adjustments?post=true', body))) this.added += 1;
    }
  }

  /** Imports sales of one day, which changes the sums of that day. */
  async #sell(): Promise<void> {
    const { service, merchant } = this.#caller;
    for (let i = 0; !this.#stopped; i += 1) {
      const lines = [{ item: this.#itemId, quantity: '1', gross: '3.50' }];
      await importValid(service, merchant, [
        saleLine(`traffic-${i}`, this.#storeId, '2026-02-11T12:00:00Z', { lines }),
      ]);
      this.sold += 1;
    }
  }

  async #expect(status: number, answering: Promise<Answer>): Promise<Answer | undefined> {
    const answer = await answering;
    if (answer.status === status) return answer;
    this.failed.push(answer);
    return undefined;
  }
}
