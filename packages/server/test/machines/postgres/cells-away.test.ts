import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createProgram } from '../../../src/command-line/program.ts';
import { type Databases, openPostgres } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { freshPostgresUrl, templateName } from '../../support/databases.ts';
import { TEST_KEY } from '../../support/secrets.ts';
import { TcpProxy } from '../../support/tcp-proxy.ts';

const REFUSED = /^Cannot reach DATABASE_URL_UK_2 \(127\.0\.0\.1:\d+\/\w+\): .*ECONNREFUSED/;

describe('While cells are unavailable, the command line', () => {
  let main: Awaited<ReturnType<typeof freshPostgresUrl>>;
  let second: Awaited<ReturnType<typeof freshPostgresUrl>>;
  /** Not through the proxy: a pool that has just lost its database does not try again at once. */
  let databases: Databases;
  let line: TcpProxy;
  let env: Record<string, string>;

  beforeAll(async () => {
    main = await freshPostgresUrl(templateName(process.env.TEST_DATABASE_URL as string));
    second = await freshPostgresUrl();
    databases = await openPostgres(main.url, { UK_2: second.url });
    await migrate(databases);
    line = new TcpProxy(second.url);
    await line.open();
    env = { DATABASE_URL: main.url, DATABASE_URL_UK_2: line.url, TILLGATE_KEY: TEST_KEY };
  });
  beforeEach(() => line.cut());
  afterAll(async () => {
    await line?.cut();
    await databases?.close();
    await Promise.all([main?.drop(), second?.drop()]);
  });

  async function run(args: readonly string[], settings = env): Promise<string> {
    let said = '';
    const program = createProgram(settings, (text) => {
      said += text;
    });
    await program.parseAsync(args, { from: 'user' });
    return said;
  }
  const create = async (name: string): Promise<{ companyId: number; cell: number }> =>
    JSON.parse(await run(['--json', 'merchant', 'create', '--name', name, '--region', 'UK', '--currency', 'GBP']));

  test('changes the control plane while every cell is unavailable', async () => {
    const cells = ['UK', 'US', 'IN', 'AE', 'UK_2'].map((cell) => [`DATABASE_URL_${cell}`, line.url]);
    const settings = { ...env, ...Object.fromEntries(cells) };
    for (const [command, said] of [
      ['keys rotate', /^Published key /],
      ['organization create Northwind', /^Created organization /],
      ['admin-token create laptop', /laptop/],
      ['merchant create --name Shop --region US --currency USD', /^Created/],
    ] as const)
      expect(await run(command.split(' '), settings)).toMatch(said);
  });

  test('puts new merchants into a cell that is available', async () => {
    const made = [await create('One'), await create('Two'), await create('Three')];
    expect(made.map(({ cell }) => cell)).toEqual([1, 1, 1]);
  });

  test('names the cell that a command needs', async () => {
    const near = await create('Near');
    await line.open();
    const far = await create('Far');
    expect([near.cell, far.cell]).toEqual([1, 2]);
    await line.cut();
    for (const command of [
      `merchant stores ${far.companyId}`,
      `merchant erase ${far.companyId} --yes`,
      'backup /tmp/never-written.backup',
    ])
      await expect(run(command.split(' '))).rejects.toThrow(REFUSED);
    expect(await run(['keys', 'list'])).not.toContain('Cannot reach');
    expect(await run(['merchant', 'stores', `${near.companyId}`])).not.toContain('Cannot reach');
  });

  test('erases a merchant completely, or says which cell may still have something of it', async () => {
    const { companyId } = await create('Gone');
    // As left by an abort that did not reach the cell.
    const copy = databases.furtherCells[0]?.pool;
    await copy?.query(`insert into region_uk.document_numbers values ($1, 'left', 1)`, [companyId]);
    const erase = ['merchant', 'erase', String(companyId), '--yes'];
    await expect(run(erase)).rejects.toThrow(
      `Merchant ${companyId} is not erased completely: cannot reach DATABASE_URL_UK_2.`,
    );
    await line.open();
    expect(await run(erase)).toContain(`Erased merchant ${companyId}`);
    expect((await copy?.query('select from region_uk.document_numbers'))?.rowCount).toBe(0);
  });
});
