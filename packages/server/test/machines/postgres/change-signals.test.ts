import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { viewOf } from '../../../src/changes/cursor.ts';
import { LogWatch } from '../../../src/changes/wait.ts';
import type { Signal } from '../../../src/database/change-signals.ts';
import { openPostgres } from '../../../src/database/database.ts';
import type { DatabasePool } from '../../../src/database/pool.ts';
import { Regions } from '../../../src/database/regions.ts';
import { BRANDS } from '../../../src/records/brands.ts';
import { PATIENT } from '../../support/databases.ts';
import { startService } from '../../support/service.ts';

const service = await startService();
afterAll(() => service.stop());
const { merchant } = await service.connect();
const { companyId } = merchant;
const { UK } = service.databases.regions;

const write = () => service.arrange(merchant, (tx) => BRANDS.create(tx, { name: randomUUID() }));

/** Signals that a pool hears. */
function heardBy(pool: DatabasePool): Signal[] {
  const heard: Signal[] = [];
  pool.changes.listen((signal) => heard.push(signal));
  return heard;
}

/** The same database as another process has it. */
async function anotherProcess() {
  const databases = await openPostgres(String(UK.options.connectionString), {}, { limits: PATIENT });
  return { databases, pool: databases.regions.UK, heard: heardBy(databases.regions.UK) };
}

const BRANDS_BIT = 8;
const ofMerchant = { companyId, resources: BRANDS_BIT };
const ofAll = { companyId: undefined, resources: -1 };

test('A commit signals its merchant and resources in its process, and a rollback signals nothing', async () => {
  const heard = heardBy(UK);
  await write();
  await service.arrange(merchant, async () => {}).catch(() => {});
  await service
    .arrange(merchant, async (tx) => {
      await BRANDS.create(tx, { name: 'Never' });
      throw new Error('rolled back');
    })
    .catch(() => {});
  expect(heard.filter((signal) => signal.companyId)).toEqual([ofMerchant]);
});

describe('Another process', () => {
  test('is signalled, at most ten times a second, and a lost connection is replaced', async () => {
    const { databases, heard } = await anotherProcess();
    await expect.poll(() => heard).toContainEqual(ofAll);
    heard.length = 0;
    const start = performance.now();
    for (let i = 0; i < 60; i += 1) await write();
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    await delay(300);
    expect(heard.length).toBeLessThanOrEqual(1 + (performance.now() - start) / 100);
    expect(heard).toContainEqual(ofMerchant);
    heard.length = 0;
    await UK.query(`select pg_terminate_backend(pid) from pg_stat_activity where query like '%tillgate_changes%'
      and datname = current_database() and pid <> pg_backend_pid()`);
    await expect.poll(() => heard, { timeout: 10_000 }).toContainEqual(ofAll);
    heard.length = 0;
    await expect
      .poll(
        async () => {
          await write();
          return heard;
        },
        { timeout: 10_000 },
      )
      .toContainEqual(ofMerchant);
    await databases.close();
  });

  test('looks again every two seconds when signals are lost', async () => {
    const { databases } = await anotherProcess();
    const scope = { ...merchant, appId: 7, appName: 'App', correlationId: '00000000-0000-4000-8000-000000000000' };
    const tenant = new Regions(databases, service.clock).tenant(scope);
    const position = async () => {
      const sql = 'select max(position) as position from region_uk.changes where company_id = $1';
      return Number((await UK.query<{ position: number }>(sql, [companyId])).rows[0]?.position);
    };
    const watch = new LogWatch(tenant, viewOf({ scopes: new Set(['brands.read']) }), 0);
    const changed = (after: number, milliseconds: number) =>
      watch.changedAfter(after, { milliseconds, ended: new AbortController().signal });
    UK.changes.relay = { send() {}, begin() {} };
    const before = await position();
    // Earlier signals arrive.
    while (await changed(before, 2_500));
    await write();
    expect(await changed(before, 10_000)).toBe(true);
    watch.close();
    await databases.close();
  });
});
