import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../../../src/commands/program.ts';
import { authenticateUser } from '../../../src/directory/people/users.ts';
import { openFolder } from '../../../src/storage/embedded.ts';
import { INHERITED } from '../../support/inherited.ts';
import { Visitor } from '../../support/web-visitor.ts';

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const BOOT = 600_000;

let folder: string;
let server: ChildProcess | undefined;

/** Also the day of the client's tests, so that the demo of this day is built once for all. */
const DAY = '2026-03-02';

const seed = (...args: string[]) =>
  createProgram({ TILLGATE_DATA_DIR: folder }, () => {}).parseAsync(['seed', '--demo', ...args], { from: 'user' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-demo-'));
  await seed('--day', DAY);
}, BOOT);
afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
}, BOOT);

const demoFile = async () => JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'));

test.each(['2999-01-01', '2026-02-30', '2026-5-4', 'today'])('tillgate seed --day rejects %s', async (day) => {
  await expect(seed('--day', day)).rejects.toThrow(
    '--day must be a date such as 2026-07-01 that is not in the future.',
  );
});

test('tillgate seed --day ends the demo on the day before', async () => {
  const databases = await openFolder(folder);
  const { rows } = await databases.regions.UK.query(
    'select min(day) as first, max(day) as last from region_uk.daily_sales',
  );
  await databases.close();
  expect(rows).toEqual([{ first: '2025-12-02', last: '2026-03-01' }]);
});

test("the demo's first start reads records by index", async () => {
  const { control, close } = await openFolder(folder);
  await control.query(`prepare by_id (bigint, bigint) as
    select summary from region_uk.purchase_orders where company_id = $1 and id = $2`);
  await control.query('set plan_cache_mode = force_generic_plan');
  const { rows } = await control.query<{ 'QUERY PLAN': string }>('explain execute by_id (1, 1)');
  await close();
  expect(rows[0]?.['QUERY PLAN']).toContain('using purchase_orders_pkey on purchase_orders');
});

test('a second data folder has the same records and different secrets', { timeout: BOOT }, async () => {
  const second = await mkdtemp(join(tmpdir(), 'tillgate-demo-'));
  try {
    await createProgram({ TILLGATE_DATA_DIR: second }, () => {}).parseAsync(['seed', '--demo', '--day', DAY], {
      from: 'user',
    });
    expect(await recordsIn(second)).toEqual(await recordsIn(folder));
    expect((await readdir(second)).sort()).toEqual(['database', 'demo.json', 'token-request.json']);
    const [one, other] = [await demoFile(), JSON.parse(await readFile(join(second, 'demo.json'), 'utf8'))];
    expect(other.merchants.map(({ companyId }: { companyId: number }) => companyId)).toEqual(
      one.merchants.map(({ companyId }: { companyId: number }) => companyId),
    );
    expect(other.apps[0].clientSecret).not.toBe(one.apps[0].clientSecret);
    expect(other.operator.password).not.toBe(one.operator.password);
  } finally {
    await rm(second, { recursive: true });
  }
});

/** The catalogue, and the totals of sales and stock. */
async function recordsIn(dataFolder: string): Promise<unknown> {
  const databases = await openFolder(dataFolder);
  const sql = `select (select json_agg(doc order by id) from region_uk.items) as items,
    (select sum(net)::text from region_uk.daily_sales) as sales, (select count(*) from region_uk.sales) as count,
    (select sum(on_hand)::text from region_uk.stock_levels) as stock`;
  try {
    return (await databases.regions.UK.query(sql)).rows;
  } finally {
    await databases.close();
  }
}

test('demo.json is readable by its owner only and has every login of the demo', async () => {
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
});

test('the developer belongs to the organization and the operator to the service, with separate logins', async () => {
  const databases = await openFolder(folder);
  try {
    const { developer, operator } = await demoFile();
    const idOf = async ({ email, password }: { email: string; password: string }) =>
      (await authenticateUser(databases.control, email, password))?.id;
    const developers = await databases.control.query(
      `select d.user_id, o.name from control.developers d join control.organizations o on o.id = d.organization_id`,
    );
    expect(developers.rows).toEqual([{ user_id: await idOf(developer), name: 'Northwind Apps' }]);
    const operators = await databases.control.query('select user_id from control.operators');
    expect(operators.rows).toEqual([{ user_id: await idOf(operator) }]);
    const events = await databases.control.query(
      `select event, user_id from control.audit_log where event in ('developer.added', 'operator.added') order by id`,
    );
    expect(events.rows.map(({ user_id }) => user_id)).toEqual([await idOf(developer), await idOf(operator)]);
  } finally {
    await databases.close();
  }
});

/** Expected output of `tillgate serve` before its first log line. */
function introduction(logins = 2): Promise<string> {
  const ports = { TILLGATE_API_PORT: '0', TILLGATE_WEB_PORT: '0', TILLGATE_OPS_PORT: '0' };
  const env = { ...INHERITED, TILLGATE_DATA_DIR: folder, ...ports };
  const child = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  server = child;
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if ((text.match(/Password .*\n/g) ?? []).length === logins) resolve(text);
    });
    child.once('exit', () => reject(new Error(`The server ended: ${text}`)));
  });
}

test('the start prints how to sign in as the demo’s developer and as the owner of a merchant', {
  timeout: BOOT,
}, async () => {
  const text = await introduction();
  const [, webUrl = ''] = /as the owner of Harbour Coffee & Deli at (\S+)\/sign-in:/.exec(text) ?? [];
  expect(text).toContain(`sign in at ${webUrl}/console`);
  const logins = [...text.matchAll(/E-mail +(\S+)\n +Password +(\S+)\n/g)];
  const pages = logins.map(
    async ([, email = '', password = '']) => (await new Visitor({ webUrl }).signIn({ email, password })).path,
  );
  expect(await Promise.all(pages)).toEqual(['/console', '/connections']);
});

async function stopped(): Promise<void> {
  if (!server || server.exitCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

describe('A data folder with the demo of an earlier version', () => {
  /** Creates the folder as that version did: without developer and operator, in both the database and demo.json. */
  async function age(): Promise<object> {
    await stopped();
    const { developer, operator, ...former } = await demoFile();
    await writeFile(join(folder, 'demo.json'), JSON.stringify(former));
    const databases = await openFolder(folder);
    await databases.control.query(`delete from control.developers; delete from control.operators;
      delete from control.sessions where user_id in (select id from control.users where email in ('${developer.email}', '${operator.email}'));
      delete from control.users where email in ('${developer.email}', '${operator.email}')`);
    await databases.close();
    return former;
  }

  test('starts with the missing people added and everything else unchanged', { timeout: BOOT }, async () => {
    const former = await age();
    const text = await introduction();
    expect(text).toContain(
      'The demo is from an earlier version. Added to demo.json: dev@northwind-apps.example (developer), operator@tillgate.example (operator).\n',
    );
    const { developer, operator, ...rest } = await demoFile();
    expect(rest).toEqual(former);
    expect((await stat(join(folder, 'demo.json'))).mode & 0o777).toBe(0o600);
    const [, webUrl = ''] = /sign in at (\S+)\/console/.exec(text) ?? [];
    expect((await new Visitor({ webUrl }).signIn(developer)).path).toBe('/console');
    expect((await new Visitor({ webUrl }).signIn(operator)).path).toBe('/operator');
    await stopped();
    const again = await introduction();
    expect(again).not.toContain('earlier version');
    expect(again).toContain(developer.password);
  });

  test('starts without the part of demo.json for people who are in the database', { timeout: BOOT }, async () => {
    await stopped();
    const { developer, operator, ...former } = await demoFile();
    await writeFile(join(folder, 'demo.json'), JSON.stringify(former));
    const text = await introduction(1);
    expect(text).not.toContain(developer.email);
    expect(text).toContain(former.merchants[0].owner.email);
    expect(await demoFile()).toEqual(former);
  });
});
