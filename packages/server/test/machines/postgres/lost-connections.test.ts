import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { seedDemo } from '../../../src/back-office/demo/seed.ts';
import { type Databases, openPostgres } from '../../../src/database/database.ts';
import type { Answer, Caller } from '../../support/api-caller.ts';
import { freshPostgresUrl, PATIENT, templateName } from '../../support/databases.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { type Service, startService } from '../../support/service.ts';
import { TcpProxy } from '../../support/tcp-proxy.ts';
import { Writers } from '../../support/writers.ts';

/** Short enough to wait for, long enough for a busy machine. */
const LIMITS = { connect: 2_000, silence: 500, probe: 1_000, statement: 2_000, lock: 1_000, answer: 2_500 };

const UNAVAILABLE = [503, 'partner.region_unavailable'];
const OVERLOADED = [503, 'partner.overloaded'];

describe('A server whose PostgreSQL', () => {
  let line: TcpProxy;
  let database: Awaited<ReturnType<typeof freshPostgresUrl>>;
  /** The server's, through the proxy. */
  let databases: Databases;
  /** The test's, past the proxy. */
  let direct: Databases;
  let service: Service;
  let caller: Caller;
  const others: Service[] = [];

  beforeAll(async () => {
    database = await freshPostgresUrl(templateName(process.env.TEST_DATABASE_URL as string));
    line = new TcpProxy(database.url);
    await line.open();
    direct = await openPostgres(database.url, {}, { limits: PATIENT });
    databases = await openPostgres(line.url, {}, { limits: LIMITS });
    service = await startService({ databases });
    caller = await service.connect();
  });
  afterEach(() => Promise.all(others.splice(0).map((other) => other.stop())));
  afterAll(async () => {
    await service?.stop();
    await direct?.close();
    await line?.cut();
    await database?.drop();
  });

  /** A caller of another server on the database, whose time limits no machine reaches. */
  async function patientCaller(settings: Record<string, string> = {}): Promise<Caller> {
    const own = await openPostgres(line.url, {}, { limits: PATIENT });
    const patient = await startService({ databases: own, settings });
    others.push(patient);
    return patient.connectTo(caller.partner, caller.merchant);
  }

  const answered = async (): Promise<void> => {
    while ((await caller.get('/brands')).status !== 200) await delay(100);
  };

  /** Ends the sessions of others, by default those that do something. */
  const endSessions = (which = `state <> 'idle'`) =>
    direct.control.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and ${which}`);

  const metrics = async () => (await fetch(`${service.opsUrl}/metrics`)).text();
  const createdWith = (names: readonly string[]) =>
    direct.regions.UK.query('select name from region_uk.brands where name = any($1)', [names]);

  test('ends its sessions ten times under write load keeps every acknowledged write', async () => {
    const writers = new Writers(caller, 6);
    for (let round = 0; round < 10; round += 1) {
      await writers.progress(5);
      await endSessions();
    }
    await writers.stop();
    await writers.expectKept(direct);
    expect(await metrics()).toMatch(/^tillgate_database_connections_lost_total\{database="DATABASE_URL"\} [1-9]/m);
  });

  test('ends the sessions of the demo seeder fails the seeding and not the process', async () => {
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
      await endSessions();
      await delay(10);
    }
    await failed;
    await answered();
  });

  test('ends its idle sessions answers every request all the same', async () => {
    const patient = await patientCaller();
    const names = [0, 1, 2, 3, 4].map((round) => `Round ${round}`);
    for (const name of names) {
      await endSessions('true');
      const answers = [patient.get('/brands'), patient.get('/brands/1'), patient.post('/brands', { name })];
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 404, 201]);
    }
    expect((await createdWith(names)).rowCount).toBe(5);
  });

  test('goes silent twice under write load keeps every acknowledged write, and works again with the whole pool', async () => {
    await answered();
    for (let round = 1; round < 3; round += 1) {
      const writers = new Writers(caller, 12, round);
      await writers.progress(12);
      line.silence();
      await delay(1_500);
      line.restore();
      await writers.stop();
      await answered();
      await writers.expectKept(direct);
    }
    const clients = await Promise.all(Array.from({ length: 10 }, () => databases.control.connect()));
    for (const client of clients) await client.query('select 1');
    for (const client of clients) client.release();
    expect([databases.control.totalCount, databases.control.waitingCount]).toEqual([10, 0]);
  });

  test('goes silent answers 503, and makes no request wait once that is known', async () => {
    await databases.control.query('select 1');
    line.silence();
    const answers = await Promise.all(Array.from({ length: 30 }, () => caller.get('/brands')));
    expect(answers.map(rejectionOf).every(([status]) => status === 503)).toBe(true);
    const { accepted } = line;
    const later = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 2 ? caller.get('/brands') : caller.post('/brands', { name: `${n}` }))),
    );
    expect(later.map(rejectionOf)).toEqual(Array(30).fill(UNAVAILABLE));
    // Requests do not connect; only the background probes do.
    expect(line.accepted - accepted).toBeLessThan(30);
    line.restore();
    await answered();
  });

  test('loses a client ends its transaction, so that its locks are free within seconds', async () => {
    const client = await databases.control.connect();
    await client.query('begin; lock table region_uk.brands in exclusive mode');
    line.silence();
    line.restore();
    const held = `select from pg_locks where mode = 'ExclusiveLock' and locktype = 'relation'
      and relation = 'region_uk.brands'::regclass`;
    while ((await direct.control.query(held)).rowCount !== 0) await delay(20);
    client.release(true);
    await answered();
    const { rows } = await databases.control.query('show idle_in_transaction_session_timeout');
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '5s' }]);
  });

  test('has no free connection is overloaded, and the wait is counted', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => databases.control.connect()));
    const answer = await caller.get('/brands');
    for (const client of clients) client.release();
    expect([rejectionOf(answer), answer.headers.get('retry-after')]).toEqual([OVERLOADED, '5']);
    expect((await caller.get('/brands')).status).toBe(200);
    expect(await metrics()).toMatch(/^tillgate_database_wait_timeouts_total\{database="DATABASE_URL"\} [1-9]/m);
  });

  test('is held up by a lock gets no more requests than the limit, and the others are overloaded at once', async () => {
    const held = await patientCaller({ TILLGATE_MAX_REQUESTS: '2' });
    const client = await direct.control.connect();
    try {
      await client.query('begin; lock table region_uk.brands in exclusive mode');
      const answers: Answer[] = [];
      const writes = [1, 2, 3, 4, 5].map(async (n) => {
        const answer = await held.post('/brands', { name: `Held ${n}` });
        answers.push(answer);
        return answer;
      });
      while (answers.length < 3) await delay(10);
      expect(answers.map(rejectionOf)).toEqual(Array(3).fill(OVERLOADED));
      expect(answers[0]?.headers.get('retry-after')).toBe('1');
      await client.query('rollback');
      expect((await Promise.all(writes)).filter(({ status }) => status === 201)).toHaveLength(2);
    } finally {
      client.release(true);
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
});
