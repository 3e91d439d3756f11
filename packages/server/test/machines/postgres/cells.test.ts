import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlPlaneOn } from '../../../src/command-line/connect.ts';
import { readConfig } from '../../../src/config.ts';
import { COMMAND_LINE, OPERATOR } from '../../../src/control/actor.ts';
import type { Merchant } from '../../../src/control/merchants.ts';
import { dump } from '../../../src/database/backup.ts';
import { firstIdOf } from '../../../src/database/cells.ts';
import { type Databases, openPostgres } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { load } from '../../../src/database/restore.ts';
import { openRuntime } from '../../../src/runtime.ts';
import { freshPostgresUrl, PATIENT, templateName } from '../../support/databases.ts';
import { TEST_KEY } from '../../support/secrets.ts';
import { type Service, startService } from '../../support/service.ts';

describe('A region of two cells', () => {
  let service: Service;
  const opened: { drop: () => Promise<void> }[] = [];
  let merchants: Merchant[];
  let second: string;

  const fresh = async (template?: string) => {
    const database = await freshPostgresUrl(template);
    opened.push(database);
    return database.url;
  };
  const open = async (url: string, further: string): Promise<Databases> => {
    const databases = await openPostgres(url, { UK_2: further }, { limits: PATIENT });
    await migrate(databases).catch((error) => databases.close().then(() => Promise.reject(error)));
    return databases;
  };
  const operations = (databases: Databases) =>
    controlPlaneOn(openRuntime(readConfig({ TILLGATE_KEY: TEST_KEY }), databases)).as(OPERATOR, COMMAND_LINE);
  const template = templateName(process.env.TEST_DATABASE_URL as string);

  beforeAll(async () => {
    second = await fresh();
    service = await startService({ databases: await open(await fresh(template), second), logsRequests: true });
    const { call } = operations(service.databases);
    const { organizationId } = await service.newPartner();
    merchants = [];
    for (const name of ['One', 'Two', 'Three']) {
      merchants.push(await call('merchant.create', { name, region: 'UK', currency: 'GBP', organizationId }));
    }
  });
  afterAll(async () => {
    await service?.stop();
    for (const { drop } of opened) await drop();
  });

  const inSecond = async (text: string) => (await service.databases.furtherCells[0]?.pool.query(text))?.rows;

  test('shares new merchants among them and lists how many live where', async () => {
    expect(merchants.map(({ cell }) => cell)).toEqual([1, 2, 1]);
    const { data } = await operations(service.databases).call('cell.list', {});
    expect(data.slice(0, 3)).toEqual([
      { cell: 'UK', region: 'UK', status: 'up', reason: null, merchants: 2 },
      { cell: 'UK_2', region: 'UK', status: 'up', reason: null, merchants: 1 },
      { cell: 'US', region: 'US', status: 'up', reason: null, merchants: 0 },
    ]);
  });

  test("stores a merchant's records and its part of the apps' logs in its cell, with ids that no other cell allocates", async () => {
    const [, merchant] = merchants as [Merchant, Merchant];
    const partner = await service.newApp(merchant.organizationId as number, 'FULL');
    const caller = await service.connectTo(partner, merchant);
    const { id } = await caller.create('/brands', { name: 'Second' });
    expect(id).toBeGreaterThanOrEqual(firstIdOf(2));
    expect((await caller.get(`/brands/${id}`)).body.name).toBe('Second');
    expect(await inSecond('select id from region_uk.brands')).toEqual([{ id }]);
    const { call } = operations(service.databases);
    const usage = async () => (await call('activity.list', { companyId: merchant.companyId })).data;
    while ((await usage()).length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await inSecond('select distinct merchant_id from region_uk.usage_minutes')).toEqual([
      { merchant_id: merchant.companyId },
    ]);
  });

  test('reports the state of each cell', async () => {
    const ready = (await (await fetch(`${service.opsUrl}/readyz`)).json()) as { regions: Record<string, unknown> };
    expect(ready.regions.UK).toEqual({ status: 'up', cells: { UK: { status: 'up' }, UK_2: { status: 'up' } } });
    expect(ready.regions.US).toEqual({ status: 'up' });
    const metrics = await (await fetch(`${service.opsUrl}/metrics`)).text();
    expect(metrics).toMatch(/^tillgate_cell_up\{region="UK",cell="UK_2"\} 1$/m);
    expect(metrics).toMatch(/^tillgate_database_connections\{database="DATABASE_URL_UK_2",state="idle"\} /m);
    const { findings } = await operations(service.databases).call('deployment.check', {});
    expect(findings.filter(({ check }) => check === 'DATABASE_URL_UK_2: migrations of region_uk')).toMatchObject([
      { status: 'ok' },
    ]);
    expect(findings.filter(({ check }) => check === 'DATABASE_URL_UK_2: replication')).toMatchObject([
      { status: 'warning', found: 'wal_level is replica, so merchants cannot move from it' },
    ]);
  });

  test('comes back cell by cell from a backup', async () => {
    const copy = await open(await fresh(template), await fresh());
    try {
      await load(dump(service.databases, 'test'), copy);
      const counts = async ({ furtherCells: [cell] }: Databases) =>
        (await cell?.pool.query('select id, name from region_uk.brands'))?.rows;
      expect(await counts(copy)).toEqual(await counts(service.databases));
    } finally {
      await copy.close();
    }
  });

  test('moves no merchant while its PostgreSQL does not replicate rows', async () => {
    const [{ companyId }] = merchants as [Merchant];
    const moving = operations(service.databases).call('merchant.move', { companyId, to: 'UK_2' });
    await expect(moving).rejects.toThrow(
      'The merchant cannot be moved. Set wal_level = logical in the PostgreSQL of DATABASE_URL, and restart it.',
    );
  });

  test('rejects a database that is another cell already', async () => {
    const url = await fresh(template);
    await expect(open(url, url)).rejects.toThrow(
      'DATABASE_URL_UK_2 leads to the database of the cell UK; each cell needs its own.',
    );
  });
});
