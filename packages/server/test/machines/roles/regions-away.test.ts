import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartError } from '../../../src/start-error.ts';
import { Availability } from '../../../src/storage/availability.ts';
import { type Databases, openPostgres } from '../../../src/storage/database.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { freshPostgresUrl, storage, templateName } from '../../support/databases.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { type Service, startService } from '../../support/service.ts';
import { TcpProxy } from '../../support/tcp-proxy.ts';

const UNAVAILABLE = [503, 'partner.region_unavailable'];

describe.runIf(storage === 'postgres')('While PostgreSQL is unavailable:', () => {
  let main: Awaited<ReturnType<typeof freshPostgresUrl>>;
  let india: Awaited<ReturnType<typeof freshPostgresUrl>>;
  let line: TcpProxy;

  beforeEach(async () => {
    main = await freshPostgresUrl(templateName(process.env.TEST_DATABASE_URL as string));
    india = await freshPostgresUrl();
    line = new TcpProxy(india.url);
    await line.open();
    await line.cut();
  });
  afterEach(async () => {
    await line.cut();
    await Promise.all([main.drop(), india.drop()]);
  });

  describe("A server that starts without one region's database", () => {
    let service: Service;
    const heard: string[] = [];

    beforeEach(async () => {
      heard.length = 0;
      const databases = await openPostgres(main.url, { IN: line.url });
      const availability = await Availability.prepare(databases, {
        onFailure: (region, error) => heard.push(`${region}: ${(error as Error).message}`),
        onServed: (region) => heard.push(`${region} is served`),
      });
      service = await startService({ databases, availability });
    });
    afterEach(() => service?.stop());

    const ready = async () => {
      const response = await fetch(`${service.opsUrl}/readyz`);
      return {
        code: response.status,
        body: (await response.json()) as { status: string; regions: { IN: { status: string } } },
      };
    };
    const metrics = async () => (await fetch(`${service.opsUrl}/metrics`)).text();

    test('is ready, serves the other regions, and names the unavailable one', async () => {
      const [uk, indian] = [await service.connect('FULL', 'UK'), await service.connect('FULL', 'IN')];
      expect((await uk.post('/brands', { name: 'Served' })).status).toBe(201);
      expect(rejectionOf(await indian.get('/brands'))).toEqual(UNAVAILABLE);
      expect(rejectionOf(await indian.post('/brands', { name: 'Away' }))).toEqual(UNAVAILABLE);
      const { code, body } = await ready();
      expect([code, body]).toMatchObject([
        200,
        {
          status: 'ready',
          control: { status: 'up' },
          regions: { UK: { status: 'up' }, US: { status: 'up' }, IN: { status: 'down' }, AE: { status: 'up' } },
        },
      ]);
      expect(JSON.stringify(body)).toMatch(/Cannot reach DATABASE_URL_IN \(127\.0\.0\.1:\d+\/\w+\): .*ECONNREFUSED/);
      expect(heard[0]).toMatch(/^IN: Cannot reach DATABASE_URL_IN /);
      expect(await metrics()).toMatch(/^tillgate_region_up\{region="IN"\} 0$/m);
      expect(await metrics()).toMatch(/^tillgate_region_up\{region="UK"\} 1$/m);
    });

    test('migrates and serves it when it becomes available, repeatedly', async () => {
      const indian = await service.connect('FULL', 'IN');
      await line.open();
      while ((await indian.get('/brands')).status !== 200) await delay(100);
      expect(heard.at(-1)).toBe('IN is served');
      expect((await indian.post('/brands', { name: 'Here' })).status).toBe(201);
      expect((await ready()).body.regions.IN).toEqual({ status: 'up' });

      await line.cut();
      expect(rejectionOf(await indian.get('/brands'))).toEqual(UNAVAILABLE);
      expect(await ready()).toMatchObject({
        code: 200,
        body: { status: 'ready', regions: { IN: { status: 'down' } } },
      });
      await line.open();
      while ((await indian.get('/brands')).status !== 200) await delay(100);
      expect((await indian.get('/brands')).body.data).toHaveLength(1);
    });
  });

  describe('The command that migrates', () => {
    test('fails in one line that names the setting of an unavailable region', async () => {
      const databases = await openPostgres(main.url, { IN: line.url });
      const error = await migrate(databases).catch((e) => e);
      await databases.close();
      expect(error).toBeInstanceOf(StartError);
      expect(error.message).toMatch(/^Cannot reach DATABASE_URL_IN \(/);
    });
  });

  describe('A start', () => {
    const patience = (seconds: number) => {
      const said: string[] = [];
      return { said, options: { patience: { seconds, onWait: (text: string) => void said.push(text) } } };
    };

    test('waits for a database that is starting, and reports once for which', async () => {
      const { said, options } = patience(60);
      const opening = openPostgres(line.url, {}, options);
      while (said.length === 0) await delay(50);
      await delay(1_200);
      await line.open();
      const databases: Databases = await opening;
      expect((await databases.control.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await databases.close();
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(/^Waiting up to 60 s for DATABASE_URL \(127\.0\.0\.1:\d+\/\w+\): .*ECONNREFUSED/);
    });

    test('gives up after its limit with the reason', async () => {
      const error = await openPostgres(line.url, {}, patience(1).options).catch((e) => e);
      expect(error).toBeInstanceOf(StartError);
      expect(error.message).toMatch(/^Cannot reach DATABASE_URL \(.*ECONNREFUSED/);
    });

    test('does not wait for a database that rejects it', async () => {
      const { said, options } = patience(60);
      const unknown = new URL(main.url);
      unknown.pathname = '/w_storage_no_such_database';
      const error = await openPostgres(unknown.href, {}, options).catch((e) => e);
      expect(error).toBeInstanceOf(StartError);
      expect(error.message).toMatch(/^Cannot reach DATABASE_URL \(.*does not exist$/);
      expect(said).toEqual([]);
    });
  });
});
