import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seedDemo } from '../../../src/demo/seed.ts';
import { type Databases, openPostgres } from '../../../src/storage/database.ts';
import type { Answer, Caller } from '../../support/api-caller.ts';
import { freshPostgresUrl, PATIENT, storage, templateName } from '../../support/databases.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { type Service, startService } from '../../support/service.ts';
import { TcpProxy } from '../../support/tcp-proxy.ts';
import { Writers } from '../../support/writers.ts';

/** Short enough to wait for, long enough for a busy machine. */
const LIMITS = { connect: 2_000, silence: 500, probe: 1_000, statement: 2_000, lock: 1_000, answer: 2_500 };

const UNAVAILABLE = [503, 'partner.region_unavailable'];

describe.runIf(storage === 'postgres')('A server whose PostgreSQL', () => {
  let line: TcpProxy;
  let database: Awaited<ReturnType<typeof freshPostgresUrl>>;
  let databases: Databases;
  let service: Service;
  let caller: Caller;

  beforeEach(async () => {
    database = await freshPostgresUrl(templateName(process.env.TEST_DATABASE_URL as string));
    line = new TcpProxy(database.url);
    await line.open();
    await start(LIMITS);
  });
  afterEach(async () => {
    await service?.stop();
    await line.cut();
    await database.drop();
  });

  async function start(limits: typeof LIMITS): Promise<void> {
    databases = await openPostgres(line.url, {}, { limits });
    service = await startService({ databases });
    caller = await service.connect();
  }

  const answered = async (): Promise<void> => {
    while ((await caller.get('/brands')).status !== 200) await delay(100);
  };

  const metrics = async () => (await fetch(`${service.opsUrl}/metrics`)).text();

  test('ends its sessions twenty times under write load keeps every acknowledged write', async () => {
    const writers = new Writers(caller, 6);
    for (let round = 0; round < 20; round += 1) {
      await writers.progress(5);
      await databases.control
        .query(`select pg_terminate_backend(pid) from pg_stat_activity
                  where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`)
        .catch(() => {});
    }
    await writers.stop();
    await writers.expectKept(databases);
    expect(await metrics()).toMatch(/^tillgate_database_connections_lost_total\{database="DATABASE_URL"\} [1-9]/m);
  });

  test('ends the sessions of the demo seeder fails the seeding and not the process', async () => {
    const direct = await openPostgres(database.url, {});
    try {
      const seeding = seedDemo({ databases, clock: service.clock });
      let isOver = false;
      const failed = expect(seeding)
        .rejects.toThrow()
        .finally(() => {
          isOver = true;
        });
      while ((await direct.control.query('select from region_uk.items limit 1')).rowCount === 0) await delay(10);
      // Repeated, because the first attempt may fall between two transactions of the seeder.
      while (!isOver) {
        await direct.control.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`);
        await delay(10);
      }
      await failed;
      await answered();
    } finally {
      await direct.close();
    }
  });

  test('ends its idle sessions answers every request all the same', async () => {
    await service.stop();
    await start(PATIENT);
    const direct = await openPostgres(database.url, {});
    try {
      for (let round = 0; round < 5; round += 1) {
        await direct.control.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`);
        const answers = await Promise.all([
          caller.get('/brands'),
          caller.get('/brands/1'),
          caller.post('/brands', { name: `Round ${round}` }),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([200, 404, 201]);
      }
    } finally {
      await direct.close();
    }
    expect((await caller.get('/brands')).body.pagination.total).toBe(5);
  });

  test('goes silent four times works again with the whole pool', async () => {
    for (let round = 0; round < 4; round += 1) {
      const writers = new Writers(caller, 12, round);
      await writers.progress(12);
      line.silence();
      await delay(1_500);
      line.restore();
      await writers.stop();
      await answered();
      await writers.expectKept(databases);
    }
    const clients = await Promise.all(Array.from({ length: 10 }, () => databases.control.connect()));
    for (const client of clients) await client.query('select 1');
    for (const client of clients) client.release();
    expect(databases.control.totalCount).toBe(10);
    expect(databases.control.waitingCount).toBe(0);
  });

  test('goes silent answers a write with 503, and its key later shows whether it was stored', async () => {
    await caller.post('/brands', { name: 'Before' });
    line.silence();
    const key = { 'Idempotency-Key': 'left open' };
    expect(rejectionOf(await caller.post('/brands', { name: 'Left open' }, key))).toEqual(UNAVAILABLE);
    line.restore();
    await answered();
    const again = await caller.post('/brands', { name: 'Left open' }, key);
    expect(again.status).toBe(201);
    expect((await caller.get('/brands?search=left')).body.pagination.total).toBe(1);
  });

  test('loses a client ends its transaction, so that its locks are free within seconds', async () => {
    const client = await databases.control.connect();
    await client.query('begin; lock table region_uk.brands in exclusive mode');
    line.silence();
    line.restore();
    const direct = await openPostgres(database.url, {});
    try {
      let free = false;
      while (!free) {
        const { rows } = await direct.control.query(`select count(*) as n from pg_locks where mode = 'ExclusiveLock'
            and locktype = 'relation' and relation = 'region_uk.brands'::regclass`);
        free = rows[0].n === 0;
      }
      const { rows } = await direct.control.query('show idle_in_transaction_session_timeout');
      expect(rows).toEqual([{ idle_in_transaction_session_timeout: '5s' }]);
    } finally {
      await direct.close();
      client.release(true);
    }
  });

  test('has no free connection is overloaded, and the wait is counted', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => databases.control.connect()));
    const answer = await caller.get('/brands');
    for (const client of clients) client.release();
    expect(rejectionOf(answer)).toEqual([503, 'partner.overloaded']);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect((await caller.get('/brands')).status).toBe(200);
    expect(await metrics()).toMatch(/^tillgate_database_wait_timeouts_total\{database="DATABASE_URL"\} 1$/m);
  });

  test('is held up by a lock gets no more requests than the limit, and the others are overloaded at once', async () => {
    await service.stop();
    await start(PATIENT);
    const busy = await startService({
      databases: { ...databases, close: async () => {} },
      settings: { TILLGATE_MAX_REQUESTS: '2' },
    });
    const client = await databases.control.connect();
    try {
      const held = await busy.connectTo(caller.partner, caller.merchant);
      await client.query('begin; lock table region_uk.brands in exclusive mode');
      const answers: Answer[] = [];
      const writes = [1, 2, 3, 4, 5].map(async (n) => {
        const answer = await held.post('/brands', { name: `Held ${n}` });
        answers.push(answer);
        return answer;
      });
      while (answers.length < 3) await delay(10);
      expect(answers.map(rejectionOf)).toEqual(Array(3).fill([503, 'partner.overloaded']));
      expect(answers[0]?.headers.get('retry-after')).toBe('1');
      await client.query('rollback');
      expect((await Promise.all(writes)).filter(({ status }) => status === 201)).toHaveLength(2);
    } finally {
      client.release(true);
      await busy.stop();
    }
  });

  test('has sessions of another instance warns of limits that each counts by itself', async () => {
    const other = new pg.Client({ connectionString: database.url, application_name: 'tillgate elsewhere:7' });
    await other.connect();
    const lines: string[] = [];
    const log = pino({}, { write: (text) => void lines.push(text) });
    const alone = await startService({ databases: { ...databases, close: async () => {} }, log });
    while (!lines.some((text) => text.includes('REDIS_URL') && text.includes('elsewhere:7'))) await delay(10);
    await alone.stop();
    await other.end();
  });

  test('goes silent makes no request wait once that is known', async () => {
    await databases.control.query('select 1');
    line.silence();
    const answers = await Promise.all(Array.from({ length: 30 }, () => caller.get('/brands')));
    expect(answers.map(rejectionOf).every(([status]) => status === 503)).toBe(true);
    const { accepted } = line;
    const later = await Promise.all(Array.from({ length: 30 }, () => caller.get('/brands')));
    expect(later.map(rejectionOf)).toEqual(Array(30).fill(UNAVAILABLE));
    // Requests do not connect; only the background probes do.
    expect(line.accepted - accepted).toBeLessThan(30);
    line.restore();
    await answered();
  });
});
