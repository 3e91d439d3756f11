import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Availability } from '../../../src/database/availability.ts';
import { openPostgres } from '../../../src/database/database.ts';
import type { Caller } from '../../support/api-caller.ts';
import { PATIENT } from '../../support/databases.ts';
import { hasPostgres, OwnCluster } from '../../support/own-cluster.ts';
import { type Service, startService } from '../../support/service.ts';
import { Writers } from '../../support/writers.ts';

describe.runIf(hasPostgres)('A PostgreSQL server under write load', { timeout: 180_000 }, () => {
  let cluster: OwnCluster;
  let service: Service;
  let caller: Caller;

  beforeAll(async () => {
    cluster = await OwnCluster.create();
  });
  afterAll(() => cluster?.remove());
  beforeEach(async () => {
    const databases = await openPostgres(cluster.url, {}, { limits: PATIENT });
    const availability = await Availability.prepare(databases);
    service = await startService({ databases, availability });
    caller = await service.connect();
  });
  afterEach(() => service?.stop());

  const answered = async (): Promise<void> => {
    while ((await caller.get('/brands')).status !== 200) await delay(50);
  };

  /** Process id of a backend. Retries while the server recovers from the previous stop. */
  const backend = async (): Promise<number> => {
    const asked = await service.databases.control.query('select pg_backend_pid() as pid').catch(() => undefined);
    return asked?.rows[0].pid ?? delay(50).then(backend);
  };

  test('that stops without warning ten times loses no acknowledged write, and is used again when it returns', async () => {
    const writers = new Writers(caller, 4, 1);
    for (let round = 0; round < 10; round += 1) {
      await writers.progress(3);
      await cluster.stopImmediately();
      await cluster.start();
      await answered();
    }
    await writers.stop();
    await writers.expectKept(service.databases);
  });

  test('that was a standby when connections were made takes every write once it is the primary', async () => {
    const admin = new pg.Client(cluster.url);
    await admin.connect();
    await admin.query('alter database postgres set default_transaction_read_only = on');
    const { control } = service.databases;
    const held = Array.from({ length: 10 }, () =>
      control.query(`select current_setting('transaction_read_only') as state, pg_sleep(0.5)`),
    );
    const states = (await Promise.all(held)).map(({ rows }) => rows[0].state);
    expect(states.filter((state) => state === 'on').length).toBeGreaterThan(4);
    await admin.query('alter database postgres reset default_transaction_read_only');
    await admin.end();

    const answers = Array.from({ length: 20 }, () => caller.post('/brands', { name: randomUUID() }));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(201));
  });

  test('that turns read-only is unavailable within moments, and used again when it takes writes', async () => {
    const admin = new pg.Client(cluster.url);
    await admin.connect();
    const turn = async (readOnly: 'on' | 'off') => {
      await admin.query(`alter system set default_transaction_read_only = ${readOnly}`);
      await admin.query('select pg_reload_conf()');
    };
    await admin.query('set default_transaction_read_only = off');
    await turn('on');
    const answer = async () => (await caller.post('/brands', { name: randomUUID() })).status;
    while ((await answer()) === 201);
    expect(await answer()).toBe(503);
    while ((await caller.get('/brands')).status !== 503) await delay(50);
    await turn('off');
    while ((await answer()) !== 201) await delay(50);
    await admin.end();
  });

  test('that loses a backend to kill -9 ten times loses no acknowledged write', async () => {
    const writers = new Writers(caller, 4, 2);
    for (let round = 0; round < 10; round += 1) {
      await writers.progress(3);
      process.kill(await backend(), 'SIGKILL');
      await answered();
    }
    await writers.stop();
    await writers.expectKept(service.databases);
    expect((await fetch(`${service.opsUrl}/readyz`)).status).toBe(200);
  });
});
