import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DemoLogin } from '../../../src/back-office/demo/people.ts';
import { createProgram } from '../../../src/command-line/program.ts';
import { completeDemo } from '../../../src/command-line/seed.ts';
import { introduce } from '../../../src/command-line/serve.ts';
import { readConfig } from '../../../src/config.ts';
import { authenticateUser } from '../../../src/control/users.ts';
import { openFolder } from '../../../src/database/embedded.ts';
import type { RunningServer } from '../../../src/server.ts';
import { ANY_PORTS, killPrograms, MAIN, Program } from '../../support/program.ts';
import { Visitor } from '../../support/web-visitor.ts';

/** Also the day of the client's tests, so that the demo of this day is built once for all. */
const DAY = '2026-03-02';

let folder: string;

const seed = (to: string, day: string) =>
  createProgram({ TILLGATE_DATA_DIR: to }, () => {}).parseAsync(['seed', '--demo', '--day', day], { from: 'user' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-demo-'));
  await seed(folder, DAY);
});
afterAll(async () => {
  await killPrograms();
  await rm(folder, { recursive: true, force: true });
});

const demoFile = async (of = folder) => JSON.parse(await readFile(join(of, 'demo.json'), 'utf8'));

describe('tillgate seed', () => {
  test.each(['2999-01-01', '2026-02-30', '2026-5-4', 'today'])('rejects the day %s', async (day) => {
    const refused = '--day must be a date such as 2026-07-01 that is not in the future.';
    await expect(seed(folder, day)).rejects.toThrow(refused);
  });

  test('ends the demo on the day before, adds its people, and leaves a database that reads by index', async () => {
    const { control, regions, close } = await openFolder(folder);
    const { rows: days } = await regions.UK.query(
      'select min(day) as first, max(day) as last from region_uk.daily_sales',
    );
    const { developer, operator } = await demoFile();
    const idOf = async ({ email, password }: DemoLogin) => (await authenticateUser(control, email, password))?.id;
    const people = [await idOf(developer), await idOf(operator)];
    const { rows: developers } = await control.query(
      'select d.user_id, o.name from control.developers d join control.organizations o on o.id = d.organization_id',
    );
    const { rows: operators } = await control.query('select user_id from control.operators');
    const { rows: events } = await control.query<{ user_id: number }>(
      `select user_id from control.audit_log where event in ('developer.added', 'operator.added') order by id`,
    );
    await control.query(`prepare by_id (bigint, bigint) as
      select summary from region_uk.purchase_orders where company_id = $1 and id = $2`);
    await control.query('set plan_cache_mode = force_generic_plan');
    const { rows: plan } = await control.query<{ 'QUERY PLAN': string }>('explain execute by_id (1, 1)');
    await close();
    expect(days).toEqual([{ first: '2025-12-02', last: '2026-03-01' }]);
    expect(developers).toEqual([{ user_id: people[0], name: 'Northwind Apps' }]);
    expect(operators).toEqual([{ user_id: people[1] }]);
    expect(events.map(({ user_id }) => user_id)).toEqual(people);
    expect(plan[0]?.['QUERY PLAN']).toContain('using purchase_orders_pkey on purchase_orders');
  });

  test('writes every login to demo.json, which only its owner can read, and different secrets each time', async () => {
    const login = (email: string) => ({ email, password: expect.stringMatching(/^\S{16}$/) });
    const demo = await demoFile();
    expect(demo).toMatchObject({
      apiUrl: 'http://localhost:3000/v1',
      webUrl: 'http://localhost:3001',
      opsUrl: 'http://127.0.0.1:3002',
      developer: login('dev@northwind-apps.example'),
      operator: login('operator@tillgate.example'),
    });
    expect(demo.merchants[0]).toMatchObject({
      owner: login('owner@harbour-coffee-deli.example'),
      employee: login('till@harbour-coffee-deli.example'),
    });
    expect((await stat(join(folder, 'demo.json'))).mode & 0o777).toBe(0o600);

    const second = await mkdtemp(join(tmpdir(), 'tillgate-demo-'));
    await seed(second, DAY);
    const other = await demoFile(second);
    expect((await readdir(second)).sort()).toEqual(['database', 'demo.json', 'token-request.json']);
    await rm(second, { recursive: true });
    const idsOf = ({ merchants }: { merchants: { companyId: number }[] }) => merchants.map((one) => one.companyId);
    expect(idsOf(other)).toEqual(idsOf(demo));
    expect(other.apps[0].clientSecret).not.toBe(demo.apps[0].clientSecret);
    expect(other.operator.password).not.toBe(demo.operator.password);
  });
});

describe('A data folder with the demo of an earlier version', () => {
  /** Removes developer and operator from demo.json. Returns all of it. */
  async function forgetPeople() {
    const demo = await demoFile();
    const { developer: _, operator: __, ...former } = demo;
    await writeFile(join(folder, 'demo.json'), JSON.stringify(former));
    return { ...demo, former };
  }

  test('starts with the missing people added and everything else unchanged, and prints how to sign in', async () => {
    const { former, developer, operator } = await forgetPeople();
    const people = `('${developer.email}', '${operator.email}')`;
    const databases = await openFolder(folder);
    await databases.control.query(`delete from control.developers; delete from control.operators;
      delete from control.users where email in ${people}`);
    await databases.close();

    const server = new Program([MAIN, 'serve'], { env: { TILLGATE_DATA_DIR: folder, ...ANY_PORTS } });
    await server.until(/(Password .*\n[\s\S]*){2}/);
    expect(server.out).toContain(
      'The demo is from an earlier version. Added to demo.json: dev@northwind-apps.example (developer), operator@tillgate.example (operator).\n',
    );
    const { developer: newDeveloper, operator: newOperator, ...rest } = await demoFile();
    expect(rest).toEqual(former);
    expect((await stat(join(folder, 'demo.json'))).mode & 0o777).toBe(0o600);
    const [, webUrl = ''] = /as the owner of Harbour Coffee & Deli at (\S+)\/sign-in:/.exec(server.out) ?? [];
    expect(server.out).toContain(`sign in at ${webUrl}/console`);
    const printed = [...server.out.matchAll(/E-mail +(\S+)\n +Password +(\S+)\n/g)];
    const logins = printed.map(([, email = '', password = '']) => ({ email, password }));
    expect(logins[0]).toEqual(newDeveloper);
    const pages = [...logins, newOperator].map(async (login) => (await new Visitor({ webUrl }).signIn(login)).path);
    expect(await Promise.all(pages)).toEqual(['/console', '/connections', '/operator']);
    expect(await server.end('SIGTERM')).toEqual([0, null]);
  });

  test('is left as it is once the people are in the database, with or without them in demo.json', async () => {
    const config = readConfig({ TILLGATE_DATA_DIR: folder });
    const databases = await openFolder(folder);
    let text = '';
    const print = vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
      text += part;
      return true;
    });
    const start = async () => {
      text = '';
      await completeDemo(databases, config, () => Date.now());
      const urls = { apiUrl: 'http://api/v1', webUrl: 'http://web', opsUrl: 'http://ops' };
      await introduce(config, { ...urls, ports: { api: 1, web: 2 } } as unknown as RunningServer);
      return text;
    };
    try {
      const again = await start();
      expect(again).not.toContain('earlier version');
      const { former, developer } = await forgetPeople();
      expect(again).toContain(developer.password);
      const without = await start();
      expect(without).not.toContain(developer.email);
      expect(without).not.toContain('earlier version');
      expect(without).toContain(former.merchants[0].owner.email);
      expect(await demoFile()).toEqual(former);
    } finally {
      print.mockRestore();
      await databases.close();
    }
  });
});
