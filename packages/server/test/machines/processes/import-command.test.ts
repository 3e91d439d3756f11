import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { createProgram } from '../../../src/commands/program.ts';
import { changeControl } from '../../../src/directory/control.ts';
import { createMerchant } from '../../../src/directory/merchants/merchants.ts';
import { Estimate } from '../../../src/import/estimate.ts';
import { openFolder } from '../../../src/storage/embedded.ts';
import { DISAGREEMENTS, itemLine, saleLine, storeLine } from '../../support/import-lines.ts';
import { INHERITED } from '../../support/inherited.ts';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const MAIN = path('../../../src/main.ts');
const IMPORT_FOLDER = path('../../support/import-folder.ts');

let folder: string;
const companies: number[] = [];
/** Each test has a new merchant. */
let company: number;
let children: ChildProcess[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-import-'));
  const databases = await openFolder(folder);
  const merchant = { name: 'Harbour Coffee', region: 'UK', demo: true, currency: 'GBP', organizationId: null } as const;
  await changeControl({ pool: databases.control, clock: systemClock }, { source: 'test' }, async (tx) => {
    for (let i = 0; i < 20; i += 1) companies.push((await createMerchant(tx, merchant)).companyId);
  });
  await databases.close();
});
beforeEach(() => {
  children = [];
  company = companies.shift() as number;
});
afterEach(() => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
});
afterAll(() => rm(folder, { recursive: true }));

function start(script: string, args: string[]): ChildProcess {
  const env = { ...INHERITED, TILLGATE_DATA_DIR: folder };
  const child = spawn(process.execPath, [script, ...args], { env, stdio: 'pipe' });
  children.push(child);
  return child;
}

/** Runs `tillgate import` in another process with `input` as standard input. Returns the output. */
async function piped(args: string[], ...input: (string | Buffer)[]): Promise<string> {
  const child = start(MAIN, ['import', ...args]);
  for (const part of input) {
    child.stdin?.write(part);
    await delay(20);
  }
  child.stdin?.end();
  child.stdout?.setEncoding('utf8');
  return (await child.stdout?.toArray())?.join('') ?? '';
}

interface Outcome {
  readonly out: string;
  readonly err: string;
  /** Message of the error with which the command ends. */
  readonly failure?: string;
}

async function tillgate(...args: string[]): Promise<Outcome> {
  const texts = { out: '', err: '' };
  const note = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    texts.err += text;
    return true;
  });
  const program = createProgram({ TILLGATE_DATA_DIR: folder }, (text) => {
    texts.out += text;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return texts;
  } catch (error) {
    return { ...texts, failure: (error as Error).message };
  } finally {
    note.mockRestore();
  }
}

/** Imports a file with these lines. */
const importing = async (lines: readonly object[], ...options: string[]): Promise<Outcome> =>
  tillgate(...options, 'import', '--company', String(company), await fileOf(lines));

const SCENE = [storeLine('S'), itemLine('A')];

const textOf = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

async function fileOf(lines: readonly object[]): Promise<string> {
  const file = join(folder, 'sales.ndjson');
  await writeFile(file, textOf(lines));
  return file;
}

async function inDatabase<Row extends object>(sql: string): Promise<Row[]> {
  const databases = await openFolder(folder);
  try {
    return (await databases.regions.UK.query<Row>(sql)).rows;
  } finally {
    await databases.close();
  }
}

describe('tillgate import', () => {
  test('imports a file, then standard input, and reports what was new', async () => {
    const sale = saleLine('1', 'S', '2026-02-10T12:00:00Z');
    const first = await importing([...SCENE, sale]);
    expect(first).toEqual({ out: 'Lines imported: 3; new or changed: 3, unchanged: 0.\n', err: '' });
    const second = await piped(['--company', String(company), '-'], textOf([sale, itemLine('B')]));
    expect(second).toBe('Lines imported: 2; new or changed: 1, unchanged: 1.\n');
  });

  test('exits with 1 and names the wrong lines', async () => {
    const file = await fileOf([...SCENE, { ...saleLine('1', 'S', '2026-02-10T12:00:00Z'), payments: [] }, {}]);
    const child = start(MAIN, ['import', '--company', String(company), file]);
    child.stderr?.setEncoding('utf8');
    const [err] = await Promise.all([child.stderr?.toArray(), once(child, 'close')]);
    expect(child.exitCode).toBe(1);
    expect(err?.join('').split('\n')).toEqual([
      'line 3: /payments add up to 0.00, but the lines add up to 3.50',
      expect.stringMatching(/^line 4: \/type must be one of store, /),
      'tillgate: 2 problems, listed above. Lines imported: 1; new or changed: 1, unchanged: 0. Fix the file and run it again.',
      '',
    ]);
  });

  test.each(['1', 'x'])('rejects the unknown company %s', async (unknown) => {
    const failure = `No such company: ${unknown}.`;
    expect(await tillgate('import', '--company', unknown, await fileOf(SCENE))).toEqual({ out: '', err: '', failure });
  });

  test('rejects a missing file', async () => {
    const { failure } = await tillgate('import', '--company', String(company), join(folder, 'none'));
    expect(failure).toBe(`No such file: ${join(folder, 'none')}.`);
  });

  test('lists and counts warnings', async () => {
    const sale = saleLine('1', 'S', '2026-02-10T12:00:00Z');
    await importing([...SCENE, sale]);
    const { out, err } = await importing([{ ...sale, number: '2' }]);
    expect(out).toBe('Lines imported: 1; new or changed: 0, unchanged: 1. Warnings: 1, listed above.\n');
    expect(err).toMatch(/^warning: line 1: \/number differs from the sale imported before, .*\n$/);
  });

  test('accepts gzip from a file and from standard input, in several members and in pieces', async () => {
    const file = join(folder, 'sales.ndjson.gz');
    await writeFile(file, Buffer.concat([gzipSync(textOf(SCENE)), gzipSync(textOf([itemLine('B')]))]));
    const { out } = await tillgate('import', '--company', String(company), file);
    expect(out).toBe('Lines imported: 3; new or changed: 3, unchanged: 0.\n');
    const zipped = gzipSync(textOf([...SCENE, itemLine('C')]));
    const said = await piped(['--company', String(company), '-'], zipped.subarray(0, 1), zipped.subarray(1));
    expect(said).toBe('Lines imported: 3; new or changed: 1, unchanged: 2.\n');
  });

  test.each<[string, (whole: Buffer) => Buffer]>([
    ['cut off', (whole) => whole.subarray(0, whole.length - 20)],
    ['damaged', (whole) => Buffer.concat([whole.subarray(0, 10), Buffer.alloc(40, 0xff)])],
  ])('reports gzip that is %s in one line', async (_, break_) => {
    const file = join(folder, 'broken.ndjson.gz');
    await writeFile(file, break_(gzipSync(textOf(SCENE))));
    const { err, failure } = await tillgate('import', '--company', String(company), file);
    expect(err).toMatch(/^line \d: cannot be read: the gzip data is damaged or incomplete \(.*\)\n$/);
    expect(failure).toMatch(/^1 problem, listed above\. /);
  });

  test('with --json prints its result as one object, and one line per batch on standard error', async () => {
    const sale = saleLine('1', 'S', '2026-02-10T12:00:00Z');
    const first = await importing([...SCENE, sale], '--json');
    const counts = { lines: 3, written: 3, unchanged: 0, warningCount: 0 };
    expect(JSON.parse(first.out)).toEqual({ ...counts, stopped: false, problems: [], warnings: [] });
    const batches = first.err.trim().split('\n');
    expect(batches.map((text) => JSON.parse(text))).toEqual(
      [1, 2, 3].map((lines) => ({ lines, written: lines, secondsLeft: null })),
    );
    const second = await importing([{ ...sale, number: '2' }, {}], '--json');
    const problem = { line: 2, path: '/type', message: expect.stringMatching(/^must be one of store, /) };
    expect(JSON.parse(second.out)).toMatchObject({ lines: 0, problems: [problem] });
    expect(second.failure).toMatch(/^1 problem, listed above\. /);
  });

  test('documents the format in its help, with valid examples', async () => {
    const child = start(MAIN, ['import', '--help']);
    child.stdout?.setEncoding('utf8');
    const out = (await child.stdout?.toArray())?.join('') ?? '';
    for (const type of ['store', 'supplier', 'tax', 'item', 'openingStock', 'sale', 'refund', 'void', 'openOrder']) {
      expect(out).toMatch(new RegExp(`^  ${type} `, 'm'));
    }
    const examples = out.slice(out.indexOf('Examples:\n') + 10).replaceAll('\n   "', ' "');
    const file = join(folder, 'examples.ndjson');
    await writeFile(file, examples);
    expect(await tillgate('import', '--company', String(company), file)).toMatchObject({ err: '' });
  });

  test('imports every sale once, with the right sums, after it was killed between batches and run again', async () => {
    const sales = Array.from({ length: 9000 }, (_, i) =>
      saleLine(`k${i}`, 'S', new Date(Date.parse('2026-02-01T00:00:00Z') + i * 60_000).toISOString()),
    );
    const file = await fileOf([...SCENE, ...sales]);
    const child = start(IMPORT_FOLDER, [folder, String(company), file]);
    let batches = 0;
    for await (const chunk of child.stdout ?? []) {
      batches += String(chunk).split('\n').length - 1;
      if (batches >= 5) child.kill('SIGKILL');
    }
    expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGKILL');
    const [before] = await inDatabase<{ n: number }>(
      `select count(*) as n from region_uk.sales where company_id = ${company}`,
    );
    expect(before?.n).toBeGreaterThanOrEqual(3000);
    expect(before?.n).toBeLessThan(9000);
    expect(await inDatabase(DISAGREEMENTS)).toEqual([]);

    const known = 2 + Number(before?.n);
    const counts = `Lines imported: 9002; new or changed: ${9002 - known}, unchanged: ${known}.\n`;
    expect((await tillgate('import', '--company', String(company), file)).out).toBe(counts);
    expect(await inDatabase(DISAGREEMENTS)).toEqual([]);
    const sums = await inDatabase(
      `select sum(orders)::integer as orders, sum(gross)::text as gross,
         (select sum(change)::text from region_uk.stock_movements where company_id = ${company}) as moved,
         (select on_hand::text from region_uk.stock_levels where company_id = ${company}) as on_hand
       from region_uk.daily_sales where company_id = ${company}`,
    );
    expect(sums).toEqual([{ orders: 9000, gross: '31500.00', moved: '-9000', on_hand: '-9000' }]);
  });
});

describe('The remaining time of an import', () => {
  test('is not shown before five seconds of work after the first batch', () => {
    const estimate = new Estimate(1000);
    expect(estimate.secondsLeft(10, 17_000)).toBeUndefined();
    expect(estimate.secondsLeft(100, 21_999)).toBeUndefined();
    expect(estimate.secondsLeft(110, 22_000)).toBe(45);
    expect(estimate.secondsLeft(1000, 60_000)).toBe(0);
  });

  test('is not shown while nothing more is read', () => {
    const estimate = new Estimate(1000);
    expect(estimate.secondsLeft(500, 0)).toBeUndefined();
    expect(estimate.secondsLeft(500, 60_000)).toBeUndefined();
  });
});
