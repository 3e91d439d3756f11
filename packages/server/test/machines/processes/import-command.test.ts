import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LINE_TYPES } from '../../../src/back-office/import/format.ts';
import { Estimate } from '../../../src/back-office/import/run-import.ts';
import { createProgram } from '../../../src/command-line/program.ts';
import { openFolder } from '../../../src/database/embedded.ts';
import { CommandLine, sharedCommandLine } from '../../support/command-line.ts';
import { DISAGREEMENTS, itemLine, saleLine, storeLine } from '../../support/import-lines.ts';
import { killPrograms, MAIN, Program } from '../../support/program.ts';
import { TEST_KEY } from '../../support/secrets.ts';

const IMPORT_FOLDER = fileURLToPath(new URL('../../support/import-folder.ts', import.meta.url));

/** A command line beside a running server. */
const shared = await sharedCommandLine();
const alone = await CommandLine.open();
afterAll(() => alone.remove());
afterEach(killPrograms);

/** Each test has a new merchant. */
let company: string;
const newCompany = async (line: CommandLine): Promise<string> =>
  String((await line.json('merchant', 'create', '--name', 'Shop', '--region', 'UK', '--currency', 'GBP')).companyId);
beforeEach(async () => {
  company = await newCompany(shared);
});

interface Outcome {
  readonly out: string;
  readonly err: string;
  /** Message of the error with which the command ends. */
  readonly failure?: string;
}

/** Runs `tillgate import` on a file in this process. */
async function importing(
  file: string,
  to = company,
  options: readonly string[] = [],
  line: CommandLine = shared,
): Promise<Outcome> {
  let err = '';
  const note = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += text;
    return true;
  });
  try {
    return { out: await line.run([...options, 'import', '--company', to, file]), err };
  } catch (error) {
    return { out: '', err, failure: (error as Error).message };
  } finally {
    note.mockRestore();
  }
}

const SCENE = [storeLine('S'), itemLine('A')];
const SALE = saleLine('1', 'S', '2026-02-10T12:00:00Z');

const textOf = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

async function fileOf(content: readonly object[] | Buffer): Promise<string> {
  const file = join(shared.folder, 'sales.ndjson');
  await writeFile(file, Buffer.isBuffer(content) ? content : textOf(content));
  return file;
}

/** Starts `tillgate import` in another process. */
const start = (...args: string[]): Program =>
  new Program([MAIN, 'import', '--company', company, ...args], {
    env: { TILLGATE_DATA_DIR: shared.folder, TILLGATE_KEY: TEST_KEY },
  });

const imported = (lines: number, changed: number): string =>
  `Lines imported: ${lines}; new or changed: ${changed}, unchanged: ${lines - changed}.`;

describe('tillgate import', () => {
  test('imports a file and gzip of several members, and reports what was new', async () => {
    expect(await importing(await fileOf([...SCENE, SALE]))).toEqual({ out: `${imported(3, 3)}\n`, err: '' });
    const zipped = Buffer.concat([gzipSync(textOf(SCENE)), gzipSync(textOf([SALE, itemLine('B')]))]);
    expect(await importing(await fileOf(zipped))).toEqual({ out: `${imported(4, 1)}\n`, err: '' });
  });

  test('reads standard input in pieces, plain or gzip', async () => {
    const text = Buffer.from(textOf(SCENE));
    for (const bytes of [text, gzipSync(text)]) {
      const program = start('-');
      program.child.stdin?.write(bytes.subarray(0, 1));
      await once(program.child, 'spawn');
      program.child.stdin?.end(bytes.subarray(1));
      expect(await program.exit).toEqual([0, null]);
      expect(program.out).toBe(`${imported(2, bytes === text ? 2 : 0)}\n`);
    }
  });

  test('exits with 1 and names the wrong lines on standard error', async () => {
    const program = start(await fileOf([...SCENE, { ...SALE, payments: [] }, {}]));
    expect(await program.exit).toEqual([1, null]);
    expect(program.out).toBe('');
    expect(program.err.split('\n')).toEqual([
      'line 3: /payments add up to 0.00, but the lines add up to 3.50',
      expect.stringMatching(/^line 4: \/type must be one of store, /),
      `tillgate: 2 problems, listed above. ${imported(1, 1)} Fix the file and run it again.`,
      '',
    ]);
  });

  test('rejects an unknown company and a missing file', async () => {
    const file = await fileOf(SCENE);
    for (const unknown of ['1', 'x']) {
      expect(await importing(file, unknown)).toEqual({ out: '', err: '', failure: `No such company: ${unknown}.` });
    }
    expect((await importing('/none')).failure).toBe('No such file: /none.');
  });

  test('lists and counts warnings', async () => {
    await importing(await fileOf([...SCENE, SALE]));
    const { out, err } = await importing(await fileOf([{ ...SALE, number: '2' }]));
    expect(out).toBe(`${imported(1, 0)} Warnings: 1, listed above.\n`);
    expect(err).toMatch(/^warning: line 1: \/number differs from the sale imported before, .*\n$/);
  });

  test.each<[string, (whole: Buffer) => Buffer]>([
    ['cut off', (whole) => whole.subarray(0, whole.length - 20)],
    ['damaged', (whole) => Buffer.concat([whole.subarray(0, 10), Buffer.alloc(40, 0xff)])],
  ])('reports gzip that is %s in one line', async (_, break_) => {
    const { err, failure } = await importing(await fileOf(break_(gzipSync(textOf(SCENE)))));
    expect(err).toMatch(/^line \d: cannot be read: the gzip data is damaged or incomplete \(.*\)\n$/);
    expect(failure).toMatch(/^1 problem, listed above\. /);
  });

  test('with --json prints its result as one object, and one line per batch on standard error', async () => {
    const first = await importing(await fileOf([...SCENE, SALE]), company, ['--json']);
    const counts = { lines: 3, written: 3, unchanged: 0, warningCount: 0 };
    expect(JSON.parse(first.out)).toEqual({ ...counts, stopped: false, problems: [], warnings: [] });
    const batches = first.err.trim().split('\n');
    expect(batches.map((text) => JSON.parse(text))).toEqual(
      [1, 2, 3].map((lines) => ({ lines, written: lines, secondsLeft: null })),
    );
    const program = start(await fileOf([{ ...SALE, number: '2' }, {}]), '--json');
    expect(await program.exit).toEqual([1, null]);
    const problem = { line: 2, path: '/type', message: expect.stringMatching(/^must be one of store, /) };
    expect(JSON.parse(program.out)).toMatchObject({ lines: 0, problems: [problem] });
    expect(program.err).toMatch(/^tillgate: 1 problem, listed above\. /);
  });

  test('documents each type of line in its help, with valid examples', async () => {
    let help = '';
    const command = createProgram({}, () => {}).commands.find((one) => one.name() === 'import');
    const writeOut = (text: string) => {
      help += text;
    };
    command?.configureOutput({ writeOut }).outputHelp();
    for (const type of LINE_TYPES) expect(help).toMatch(new RegExp(`^  ${type} `, 'm'));
    const examples = help.slice(help.indexOf('Examples:\n') + 10).replaceAll('\n   "', ' "');
    expect(await importing(await fileOf(Buffer.from(examples)))).toMatchObject({ err: '' });
  });

  test('imports every sale once, with the right sums, after it was killed between batches and run again', async () => {
    const merchant = await newCompany(alone);
    const sales = Array.from({ length: 9000 }, (_, i) =>
      saleLine(`k${i}`, 'S', new Date(Date.parse('2026-02-01T00:00:00Z') + i * 60_000).toISOString()),
    );
    const file = await fileOf([...SCENE, ...sales]);
    const program = new Program([IMPORT_FOLDER, alone.folder, merchant, file]);
    await program.until(/(\d+\n){5}/);
    await program.end('SIGKILL');

    async function inDatabase<Row extends object>(...statements: string[]): Promise<Row[][]> {
      const databases = await openFolder(alone.folder);
      const results = await Promise.all(statements.map((sql) => databases.regions.UK.query<Row>(sql)));
      await databases.close();
      return results.map(({ rows }) => rows);
    }
    const [[before], wrong] = (await inDatabase<{ n: number }>(
      `select count(*) as n from region_uk.sales where company_id = ${merchant}`,
      DISAGREEMENTS,
    )) as [{ n: number }[], object[]];
    expect(before?.n).toBeGreaterThanOrEqual(3000);
    expect(before?.n).toBeLessThan(9000);
    expect(wrong).toEqual([]);

    const known = 2 + Number(before?.n);
    expect((await importing(file, merchant, [], alone)).out).toBe(`${imported(9002, 9002 - known)}\n`);
    const sums = `select sum(orders)::integer as orders, sum(gross)::text as gross,
         (select sum(change)::text from region_uk.stock_movements where company_id = ${merchant}) as moved,
         (select on_hand::text from region_uk.stock_levels where company_id = ${merchant}) as on_hand
       from region_uk.daily_sales where company_id = ${merchant}`;
    expect(await inDatabase(DISAGREEMENTS, sums)).toEqual([
      [],
      [{ orders: 9000, gross: '31500.00', moved: '-9000', on_hand: '-9000' }],
    ]);
  });
});

test('The remaining time of an import is shown after five seconds of work and while more is read', () => {
  const estimate = new Estimate(1000);
  expect(estimate.secondsLeft(10, 17_000)).toBeUndefined();
  expect(estimate.secondsLeft(100, 21_999)).toBeUndefined();
  expect(estimate.secondsLeft(110, 22_000)).toBe(45);
  expect(estimate.secondsLeft(1000, 60_000)).toBe(0);
  const stalled = new Estimate(1000);
  expect([stalled.secondsLeft(500, 0), stalled.secondsLeft(500, 60_000)]).toEqual([undefined, undefined]);
});
