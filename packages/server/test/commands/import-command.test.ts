import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { changeControl } from '../../src/directory/control.ts';
import { createMerchant } from '../../src/directory/merchants/merchants.ts';
import { Estimate } from '../../src/import/estimate.ts';
import { openFolder } from '../../src/storage/embedded.ts';
import { DISAGREEMENTS, itemLine, saleLine, storeLine } from '../support/trade.ts';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const MAIN = path('../../src/main.ts');
const IMPORT_FOLDER = path('../support/import-folder.ts');

let folder: string;
const companies: number[] = [];
/** A merchant for each test. */
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
  const env = { PATH: process.env.PATH, TILLGATE_DATA_DIR: folder };
  const child = spawn(process.execPath, [script, ...args], { env, stdio: 'pipe' });
  children.push(child);
  return child;
}

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `tillgate` to its end, with `input` as its standard input. */
async function tillgate(args: string[], input: string | Buffer = ''): Promise<Outcome> {
  const child = start(MAIN, args);
  const texts = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    texts.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    texts.err += chunk;
  });
  child.stdin?.end(input);
  await once(child, 'close');
  return { code: child.exitCode, ...texts };
}

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
    const file = await fileOf([...SCENE, saleLine('1', 'S', '2026-02-10T12:00:00Z')]);
    const first = await tillgate(['import', '--company', String(company), file]);
    expect(first).toEqual({ code: 0, out: 'Lines imported: 3; new or changed: 3, unchanged: 0.\n', err: '' });
    const more = `${JSON.stringify(saleLine('1', 'S', '2026-02-10T12:00:00Z'))}\n${JSON.stringify(itemLine('B'))}\n`;
    const second = await tillgate(['import', '--company', String(company), '-'], more);
    expect(second).toEqual({ code: 0, out: 'Lines imported: 2; new or changed: 1, unchanged: 1.\n', err: '' });
  });

  test('exits with 1 and names the wrong lines', async () => {
    const wrong = { ...saleLine('1', 'S', '2026-02-10T12:00:00Z'), payments: [] };
    const { code, out, err } = await tillgate([
      'import',
      '--company',
      String(company),
      await fileOf([...SCENE, wrong, {}]),
    ]);
    expect([code, out]).toEqual([1, '']);
    expect(err.split('\n')).toEqual([
      'line 3: /payments add up to 0.00, but the lines add up to 3.50',
      expect.stringMatching(/^line 4: \/type must be one of store, /),
      'tillgate: 2 problems, listed above. Lines imported: 1; new or changed: 1, unchanged: 0. Fix the file and run it again.',
      '',
    ]);
  });

  test.each([
    [['--company', '1'], 'tillgate: No such company: 1.\n'],
    [['--company', 'x'], 'tillgate: No such company: x.\n'],
  ])('rejects %j in one line', async (args, message) => {
    expect(await tillgate(['import', ...args, await fileOf(SCENE)])).toEqual({ code: 1, out: '', err: message });
  });

  test('rejects a missing file in one line', async () => {
    const { code, err } = await tillgate(['import', '--company', String(company), join(folder, 'none')]);
    expect([code, err]).toEqual([1, `tillgate: No such file: ${join(folder, 'none')}.\n`]);
  });

  test('lists and counts warnings, and exits with 0', async () => {
    const sale = saleLine('1', 'S', '2026-02-10T12:00:00Z');
    const args = ['import', '--company', String(company), '-'];
    await tillgate(args, textOf([...SCENE, sale]));
    const { code, out, err } = await tillgate(args, textOf([{ ...sale, number: '2' }]));
    expect([code, out]).toEqual([
      0,
      'Lines imported: 1; new or changed: 0, unchanged: 1. Warnings: 1, listed above.\n',
    ]);
    expect(err).toMatch(/^warning: line 1: \/number differs from the sale imported before, .*\n$/);
  });

  test('accepts gzip from a file and from standard input, in several members and in pieces', async () => {
    const file = join(folder, 'sales.ndjson.gz');
    await writeFile(file, Buffer.concat([gzipSync(textOf(SCENE)), gzipSync(textOf([itemLine('B')]))]));
    const fromFile = await tillgate(['import', '--company', String(company), file]);
    expect(fromFile).toEqual({ code: 0, out: 'Lines imported: 3; new or changed: 3, unchanged: 0.\n', err: '' });
    const child = start(MAIN, ['import', '--company', String(company), '-']);
    const [first, ...rest] = gzipSync(textOf([...SCENE, itemLine('C')]));
    child.stdin?.write(Buffer.from([first as number]));
    setTimeout(() => child.stdin?.end(Buffer.from(rest)), 20);
    child.stdout?.setEncoding('utf8');
    const said = await child.stdout?.toArray();
    expect(said?.join('')).toBe('Lines imported: 3; new or changed: 1, unchanged: 2.\n');
  });

  test.each<[string, (whole: Buffer) => Buffer]>([
    ['cut off', (whole) => whole.subarray(0, whole.length - 20)],
    ['damaged', (whole) => Buffer.concat([whole.subarray(0, 10), Buffer.alloc(40, 0xff)])],
  ])('reports gzip that is %s in one line', async (_, break_) => {
    const { code, err } = await tillgate(
      ['import', '--company', String(company), '-'],
      break_(gzipSync(textOf(SCENE))),
    );
    expect(code).toBe(1);
    expect(err).toMatch(
      /^line \d: cannot be read: the gzip data is damaged or incomplete \(.*\)\ntillgate: 1 problem, listed above\. .*\n$/,
    );
  });

  test('with --json prints its result as one object, and one line per batch on standard error', async () => {
    const sale = saleLine('1', 'S', '2026-02-10T12:00:00Z');
    const args = ['--json', 'import', '--company', String(company), '-'];
    const first = await tillgate(args, textOf([...SCENE, sale]));
    expect(JSON.parse(first.out)).toEqual({
      lines: 3,
      written: 3,
      unchanged: 0,
      stopped: false,
      problems: [],
      warningCount: 0,
      warnings: [],
    });
    expect(
      first.err
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([1, 2, 3].map((lines) => ({ lines, written: lines, secondsLeft: null })));

    const second = await tillgate(
      ['import', '--json', '--company', String(company), '-'],
      textOf([{ ...sale, number: '2' }, {}]),
    );
    expect(second.code).toBe(1);
    expect(JSON.parse(second.out)).toMatchObject({
      lines: 0,
      problems: [{ line: 2, path: '/type', message: expect.stringMatching(/^must be one of store, /) }],
    });
    expect(second.err).toMatch(/^tillgate: 1 problem, listed above\. /m);
  });

  test('documents the format in its help, with valid examples', async () => {
    const { code, out } = await tillgate(['import', '--help']);
    expect(code).toBe(0);
    for (const type of ['store', 'supplier', 'tax', 'item', 'openingStock', 'sale', 'refund', 'void', 'openOrder']) {
      expect(out).toMatch(new RegExp(`^  ${type} `, 'm'));
    }
    const examples = out.slice(out.indexOf('Examples:\n') + 10).replaceAll('\n   "', ' "');
    expect(await tillgate(['import', '--company', String(company), '-'], examples)).toMatchObject({ code: 0, err: '' });
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

    const { code, out } = await tillgate(['import', '--company', String(company), file]);
    const known = 2 + Number(before?.n);
    const counts = `Lines imported: 9002; new or changed: ${9002 - known}, unchanged: ${known}.\n`;
    expect([code, out]).toEqual([0, counts]);
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
