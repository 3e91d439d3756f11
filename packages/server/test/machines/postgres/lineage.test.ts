import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Databases, openPostgres } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrate.ts';
import type { Caller } from '../../support/api-caller.ts';
import { freshPostgresUrl, PATIENT, templateName } from '../../support/databases.ts';
import { hasPostgres, OwnCluster } from '../../support/own-cluster.ts';
import { type Service, startService } from '../../support/service.ts';

/** A deployment on its own database, of which copies are kept and put back while it runs. */
class Restorable {
  readonly url: string;
  readonly #admin: pg.Client;
  readonly #name: string;
  readonly drop: () => Promise<void>;

  private constructor(url: string, admin: pg.Client, drop: () => Promise<void>) {
    this.url = url;
    this.#admin = admin;
    this.#name = new URL(url).pathname.slice(1);
    this.drop = async () => {
      await admin.query(`drop database if exists ${this.#name}_kept with (force)`);
      await admin.end();
      await drop();
    };
  }

  static async create(): Promise<Restorable> {
    const { url, drop } = await freshPostgresUrl(templateName(process.env.TEST_DATABASE_URL as string));
    const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
    await admin.connect();
    return new Restorable(url, admin, drop);
  }

  keep = (): Promise<void> => this.#copy(this.#name, `${this.#name}_kept`);

  putBack = (): Promise<void> => this.#copy(`${this.#name}_kept`, this.#name);

  async #copy(from: string, to: string): Promise<void> {
    const admit = (name: string, yes: boolean) => this.#admin.query(`alter database ${name} allow_connections ${yes}`);
    await admit(from, false);
    await this.#admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from]);
    await this.#admin.query(`drop database if exists ${to} with (force)`);
    await this.#admin.query(`create database ${to} template ${from}`);
    await admit(from, true);
    await admit(to, true);
  }
}

/** Creates an order without a number of its own. */
async function order(caller: Caller): Promise<{ id: number; orderNo: string }> {
  const [item, storeId, supplierId] = [
    (await caller.get('/items?limit=1')).body.data[0].id,
    (await caller.get('/stores')).body.data[0].id,
    (await caller.get('/suppliers')).body.data[0].id,
  ];
  const lines = [{ itemId: item, quantity: '1', unitCost: '1' }];
  return caller.create('/purchase-orders?receive=false', { storeId, supplierId, orderDate: '2026-03-01', lines });
}

async function connect(service: Service): Promise<Caller> {
  const caller = await service.connect();
  await service.newStore(caller.merchant);
  await service.newSupplier(caller.merchant);
  await caller.create('/items', { name: 'Tea', price: '1' });
  return caller;
}

/** Repeats work until the database answers again. */
const eventually = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch(() => delay(50).then(() => eventually(work)));

describe('A database that is restored under a running server', () => {
  let place: Restorable;
  let service: Service;
  let caller: Caller;
  beforeAll(async () => {
    place = await Restorable.create();
    const databases = await openPostgres(place.url, {}, { limits: PATIENT });
    service = await startService({ databases, running: true });
    caller = await connect(service);
  });
  afterAll(async () => {
    await service?.stop();
    await place?.drop();
  });

  test('gives out no id, number or version again that was lost', async () => {
    const { id } = await caller.create('/brands', { name: 'Oak' });
    await caller.patch(`/brands/${id}`, { name: 'Ash' });
    await place.keep();
    for (const name of ['Elm', 'Yew', 'Fir']) await caller.patch(`/brands/${id}`, { name });
    const lost = [];
    for (let i = 0; i < 300; i += 1) lost.push((await caller.create('/brands', { name: `Lost ${i}` })).id);
    const numbers = [await order(caller), await order(caller)].map(({ orderNo }) => orderNo);
    await place.putBack();
    const found = [];
    for (let i = 0; i < 300; i += 1)
      found.push((await eventually(() => caller.create('/brands', { name: `Found ${i}` }))).id);
    expect(Math.min(...found)).toBeGreaterThan(Math.max(...lost));
    expect(numbers).not.toContain((await order(caller)).orderNo);
    const patched = await caller.patch(`/brands/${id}`, { name: 'Box' });
    expect(patched.body.version).toBeGreaterThan(5);
    const again = await caller.patch(`/brands/${id}`, { name: 'Gum' });
    expect(again.body.version).toBe(patched.body.version + 1);
    const old = await caller.patch(`/brands/${lost[0]}`, { name: 'X' }, { 'If-Match': '"1"' });
    expect(old.status).toBe(404);
  });
});

describe.runIf(hasPostgres)('A PostgreSQL server', () => {
  let cluster: OwnCluster;
  let databases: Databases;
  beforeAll(async () => {
    cluster = await OwnCluster.create();
    databases = await openPostgres(cluster.url, {}, { limits: PATIENT });
    await migrate(databases);
    await databases.control.query(`
      insert into region_uk.webhook_cursors (company_id, endpoint_id, position, mark, resources, created_at)
      values (1, 1, 0, 0, 1, now())`);
  });
  afterAll(async () => {
    await databases?.close();
    await cluster?.remove();
  });

  const ask = (sql: string) => eventually(async () => (await databases.control.query(sql)).rows[0].answer);
  const skipped = async (work: () => Promise<void>): Promise<boolean> => {
    const before = await ask(`select nextval('region_uk.record_ids') as answer`);
    await work();
    return (await ask(`select nextval('region_uk.record_ids') as answer`)) > before + 1_000_000;
  };
  const resync = () => ask('select resync as answer from region_uk.webhook_cursors');

  test('that stops and starts has the next ids', async () => {
    const work = () => cluster.stopImmediately().then(() => cluster.start());
    expect([await skipped(work), await resync()]).toEqual([false, null]);
  });

  test('that takes over in a failover skips ids, and endpoints are told only what is missing', async () => {
    expect([await skipped(() => cluster.promote()), await resync()]).toEqual([true, null]);
  });

  test('whose disk is put back under a running server skips ids, and endpoints read everything again', async () => {
    await cluster.keepDisk();
    await ask('select pg_switch_wal() as answer');
    await databases.control.restores.remember(databases.control);
    expect([await skipped(() => cluster.putDiskBack()), await resync()]).toEqual([true, 'restored']);
  });
});
