import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProgram } from '../../../src/commands/program.ts';
import { openPostgres } from '../../../src/storage/database.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { freshPostgresUrl, storage, templateName } from '../../support/databases.ts';
import { TEST_KEY } from '../../support/secrets.ts';
import { TcpProxy } from '../../support/tcp-proxy.ts';

const REFUSED = /^Cannot reach DATABASE_URL_UK_2 \(127\.0\.0\.1:\d+\/\w+\): .*ECONNREFUSED/;

describe.runIf(storage === 'postgres')('While cells are unavailable, the command line', () => {
  let main: Awaited<ReturnType<typeof freshPostgresUrl>>;
  let second: Awaited<ReturnType<typeof freshPostgresUrl>>;
  let line: TcpProxy;
  let env: Record<string, string>;

  beforeEach(async () => {
    main = await freshPostgresUrl(templateName(process.env.TEST_DATABASE_URL as string));
    second = await freshPostgresUrl();
    line = new TcpProxy(second.url);
    await line.open();
    env = { DATABASE_URL: main.url, DATABASE_URL_UK_2: line.url, TILLGATE_KEY: TEST_KEY };
  });
  afterEach(async () => {
    await line.cut();
    await Promise.all([main.drop(), second.drop()]);
  });

  const run = async (...args: string[]): Promise<string> => {
    let said = '';
    const program = createProgram(env, (text) => {
      said += text;
    });
    await program.parseAsync(args, { from: 'user' });
    return said;
  };

  test('changes the control plane while every cell is unavailable', async () => {
    await line.cut();
    const cells = ['UK', 'US', 'IN', 'AE', 'UK_2'].map((cell) => [`DATABASE_URL_${cell}`, line.url]);
    env = { ...env, ...Object.fromEntries(cells) };
    expect(await run('keys', 'rotate')).toMatch(/^Published key /);
    expect(await run('organization', 'create', 'Northwind')).toMatch(/^Created organization /);
    expect(await run('admin-token', 'create', 'laptop')).toContain('laptop');
    expect(await run('merchant', 'create', '--name', 'Shop', '--region', 'UK', '--currency', 'GBP')).toMatch(
      /^Created/,
    );
  });

  test('puts new merchants into a cell that is available', async () => {
    await line.cut();
    for (const name of ['One', 'Two', 'Three']) {
      await run('merchant', 'create', '--name', name, '--region', 'UK', '--currency', 'GBP');
    }
    const { data } = JSON.parse(await run('--json', 'merchant', 'list')) as { data: { cell: number }[] };
    expect(data.map(({ cell }) => cell)).toEqual([1, 1, 1]);
  });

  test('names the cell that a command needs', async () => {
    const databases = await openPostgres(main.url, { UK_2: line.url });
    await migrate(databases);
    await databases.close();
    const create = ['merchant', 'create', '--region', 'UK', '--currency', 'GBP', '--name'];
    for (const name of ['First', 'Second']) await run(...create, name);
    const { data } = JSON.parse(await run('--json', 'merchant', 'list')) as {
      data: { cell: number; companyId: number }[];
    };
    const [first, away] = [1, 2].map((cell) => String(data.find((one) => one.cell === cell)?.companyId));
    await line.cut();
    await expect(run('merchant', 'stores', away as string)).rejects.toThrow(REFUSED);
    await expect(run('merchant', 'erase', away as string, '--yes')).rejects.toThrow(REFUSED);
    await expect(run('keys', 'rotate')).resolves.toMatch(/^Published key /);
    await expect(run('backup', '/tmp/never-written.backup')).rejects.toThrow(REFUSED);
    expect(await run('merchant', 'stores', first as string)).not.toContain('Cannot reach');
  });

  test('erases a merchant completely, or says which cell may still have something of it', async () => {
    // Not through the proxy: a pool that has just lost its database does not try again at once.
    const databases = await openPostgres(main.url, { UK_2: second.url });
    await migrate(databases);
    const { companyId } = JSON.parse(
      await run('--json', 'merchant', 'create', '--name', 'One', '--region', 'UK', '--currency', 'GBP'),
    );
    // As left by an abort that did not reach the cell.
    const copy = databases.furtherCells[0]?.pool;
    await copy?.query(`insert into region_uk.document_numbers values ($1, 'left', 1)`, [companyId]);
    await line.cut();
    await expect(run('merchant', 'erase', String(companyId), '--yes')).rejects.toThrow(
      `Merchant ${companyId} is not erased completely: cannot reach DATABASE_URL_UK_2.`,
    );
    await line.open();
    expect(await run('merchant', 'erase', String(companyId), '--yes')).toContain(`Erased merchant ${companyId}`);
    expect((await copy?.query('select from region_uk.document_numbers'))?.rowCount).toBe(0);
    await databases.close();
  });
});
