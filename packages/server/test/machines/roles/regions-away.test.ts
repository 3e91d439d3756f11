import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Availability } from '../../../src/database/availability.ts';
import { openPostgres } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { StartError } from '../../../src/process/start-error.ts';
import { freshPostgresUrl, templateName } from '../../support/databases.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { type Service, startService } from '../../support/service.ts';
import { TcpProxy } from '../../support/tcp-proxy.ts';

const UNAVAILABLE = [503, 'partner.region_unavailable'];

let main: Awaited<ReturnType<typeof freshPostgresUrl>>;
let india: Awaited<ReturnType<typeof freshPostgresUrl>>;

beforeAll(async () => {
  main = await freshPostgresUrl(templateName(process.env.TEST_DATABASE_URL as string));
  india = await freshPostgresUrl();
});
afterAll(() => Promise.all([main?.drop(), india?.drop()]));

/** A way to India's database that is cut. */
async function cutLine(): Promise<TcpProxy> {
  const line = new TcpProxy(india.url);
  await line.open();
  await line.cut();
  return line;
}

/** Message of the error, in one line, by which a start is rejected. */
async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = (await work.catch((refusal) => refusal)) as Error;
  expect(error).toBeInstanceOf(StartError);
  return error.message;
}

describe("A server that starts without one region's database", () => {
  let service: Service;
  let line: TcpProxy;
  const heard: string[] = [];

  beforeAll(async () => {
    line = await cutLine();
    const databases = await openPostgres(main.url, { IN: line.url });
    const availability = await Availability.prepare(databases, {
      onFailure: (region, error) => heard.push(`${region}: ${(error as Error).message}`),
      onServed: (region) => heard.push(`${region} is served`),
    });
    service = await startService({ databases, availability });
  });
  afterAll(async () => {
    await service?.stop();
    await line?.cut();
  });

  const read = async (path: string) => {
    const response = await fetch(service.opsUrl + path);
    return { status: response.status, text: await response.text() };
  };
  /** Expects the server to be ready, with India in this state. */
  async function expectReady(state: 'up' | 'down'): Promise<string> {
    const { status, text } = await read('/readyz');
    const others = { UK: { status: 'up' }, US: { status: 'up' }, AE: { status: 'up' } };
    const ready = { status: 'ready', control: { status: 'up' }, regions: { ...others, IN: { status: state } } };
    expect([status, JSON.parse(text)]).toMatchObject([200, ready]);
    return text;
  }

  test('is ready, serves the other regions, and names the unavailable one', async () => {
    const [uk, indian] = [await service.connect('FULL', 'UK'), await service.connect('FULL', 'IN')];
    expect((await uk.post('/brands', { name: 'Served' })).status).toBe(201);
    expect(rejectionOf(await indian.get('/brands'))).toEqual(UNAVAILABLE);
    expect(rejectionOf(await indian.post('/brands', { name: 'Away' }))).toEqual(UNAVAILABLE);
    expect(await expectReady('down')).toMatch(/Cannot reach DATABASE_URL_IN \(127\.0\.0\.1:\d+\/\w+\): .*ECONNREFUSED/);
    expect(heard[0]).toMatch(/^IN: Cannot reach DATABASE_URL_IN /);
    const { text } = await read('/metrics');
    expect(text).toMatch(/^tillgate_region_up\{region="IN"\} 0$/m);
    expect(text).toMatch(/^tillgate_region_up\{region="UK"\} 1$/m);
  });

  test('migrates and serves it when it becomes available, repeatedly', async () => {
    const indian = await service.connect('FULL', 'IN');
    await line.open();
    while ((await indian.get('/brands')).status !== 200) await delay(100);
    expect(heard.at(-1)).toBe('IN is served');
    expect((await indian.post('/brands', { name: 'Here' })).status).toBe(201);
    await expectReady('up');
    await line.cut();
    expect(rejectionOf(await indian.get('/brands'))).toEqual(UNAVAILABLE);
    await expectReady('down');
    await line.open();
    while ((await indian.get('/brands')).status !== 200) await delay(100);
    expect((await indian.get('/brands')).body.data).toHaveLength(1);
  });
});

test('The command that migrates fails in one line that names the setting of an unavailable region', async () => {
  const databases = await openPostgres(main.url, { IN: (await cutLine()).url });
  expect(await refusalOf(migrate(databases))).toMatch(/^Cannot reach DATABASE_URL_IN \(/);
  await databases.close();
});

describe('A start', () => {
  const patience = (seconds: number) => {
    const said: string[] = [];
    return { said, options: { patience: { seconds, onWait: (text: string) => void said.push(text) } } };
  };

  test('waits for a database that is starting, and reports once for which', async () => {
    const line = await cutLine();
    const { said, options } = patience(60);
    const opening = openPostgres(line.url, {}, options);
    while (said.length === 0) await delay(50);
    await delay(1_200);
    await line.open();
    const databases = await opening;
    expect((await databases.control.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await databases.close();
    await line.cut();
    expect(said).toEqual([
      expect.stringMatching(/^Waiting up to 60 s for DATABASE_URL \(127\.0\.0\.1:\d+\/\w+\): .*ECONNREFUSED/),
    ]);
  });

  test('gives up after its limit with the reason', async () => {
    const { url } = await cutLine();
    expect(await refusalOf(openPostgres(url, {}, patience(1).options))).toMatch(
      /^Cannot reach DATABASE_URL \(.*ECONNREFUSED/,
    );
  });

  test('does not wait for a database that rejects it', async () => {
    const { said, options } = patience(60);
    const unknown = Object.assign(new URL(main.url), { pathname: '/w_storage_no_such_database' });
    expect(await refusalOf(openPostgres(unknown.href, {}, options))).toMatch(
      /^Cannot reach DATABASE_URL \(.*does not exist$/,
    );
    expect(said).toEqual([]);
  });
});
