import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { describe as describeProblem } from '../../../src/import/problem.ts';
import { readLines } from '../../../src/import/read-lines.ts';
import { importLines, MOST_PROBLEMS } from '../../../src/import/run-import.ts';
import type { Caller } from '../../support/api-caller.ts';
import {
  backOffice,
  DISAGREEMENTS,
  importAll,
  importValid,
  itemLine,
  saleLine,
  storeLine,
} from '../../support/import-lines.ts';
import { sharedService } from '../../support/service.ts';

const AT = '2026-02-10T12:00:00Z';

let caller: Caller;

const service = await sharedService();
beforeEach(async () => {
  caller = await service.connect();
});

const SCENE = [
  storeLine('S'),
  { type: 'tax', externalId: 'T', name: 'VAT', rate: '20.00' },
  itemLine('A', { tax: 'T' }),
];

const importing = (lines: readonly (object | string)[]) => importAll(service, caller.merchant, lines);

/** Problems as the command prints them. */
async function problemsOf(...lines: (object | string)[]): Promise<string[]> {
  return (await importing(lines)).problems.map(describeProblem);
}

/** Everything an import writes for the merchant, without ids and entry dates. */
async function written(): Promise<unknown> {
  const { companyId } = caller.merchant;
  const rows = (sql: string) => service.databases.regions.UK.query(sql, [companyId]).then((result) => result.rows);
  return {
    counts: await rows(
      `select (select count(*) from region_uk.stores where company_id = $1) as stores,
        (select count(*) from region_uk.suppliers where company_id = $1) as suppliers,
        (select count(*) from region_uk.taxes where company_id = $1) as taxes,
        (select count(*) from region_uk.items where company_id = $1) as items,
        (select count(*) from region_uk.sales where company_id = $1) as sales,
        (select count(*) from region_uk.sale_lines where company_id = $1) as lines,
        (select count(*) from region_uk.opening_stocks where company_id = $1) as openings,
        (select count(*) from region_uk.open_orders where company_id = $1) as orders,
        (select count(*) from region_uk.stock_movements where company_id = $1) as movements`,
    ),
    days: await rows(
      'select day, orders, refund_orders, gross, net from region_uk.daily_sales where company_id = $1 order by day',
    ),
    levels: await rows('select on_hand from region_uk.stock_levels where company_id = $1 order by id'),
    versions: await rows(
      `select sum(version) from (select version from region_uk.items where company_id = $1
         union all select version from region_uk.stores where company_id = $1
         union all select version from region_uk.open_orders where company_id = $1) v`,
    ),
  };
}

describe('An import', () => {
  test('writes each kind of record as the API then returns it', async () => {
    const result = await importing([
      storeLine('S', 'Asia/Dubai', { currency: 'AED', address: '1 Quay', status: 0 }),
      { type: 'supplier', externalId: 'P', name: 'Roasters', code: 'R', email: 'a@roasters.example', phone: '+44 1' },
      { type: 'tax', externalId: 'T', name: 'VAT', rate: '20.00' },
      itemLine('A', { tax: 'T', itemCode: 'A-1', barcodes: ['123'], cost: '1.10', lowStockLevel: '5' }),
      itemLine('V', { itemType: 1, variants: [{ name: 'Small', price: '2.00' }] }),
      itemLine('C', {
        itemType: 2,
        components: [
          { item: 'A', quantity: '2' },
          { item: 'V', variant: 'Small', quantity: '1' },
        ],
      }),
    ]);
    expect(result).toMatchObject({ lines: 6, written: 6, problems: [], stopped: false });
    const list = async (path: string) => (await caller.get(path)).body.data;
    const store = {
      name: 'Store S',
      code: 'S',
      timezone: 'Asia/Dubai',
      currency: 'AED',
      address: '1 Quay',
      status: 0,
      externalId: 'S',
    };
    expect(await list('/stores')).toMatchObject([store]);
    expect(await list('/suppliers')).toMatchObject([
      { name: 'Roasters', code: 'R', email: 'a@roasters.example', phone: '+44 1' },
    ]);
    const [tax] = await list('/taxes');
    expect(tax).toMatchObject({ name: 'VAT', rate: '20', externalId: 'T' });
    const [a, v, c] = await list('/items?sort=name&order=asc&search=item').then((items) => [
      items[0],
      items[2],
      items[1],
    ]);
    expect(a).toMatchObject({
      taxId: tax.id,
      itemCode: 'A-1',
      barcodes: ['123'],
      price: '3.50',
      cost: '1.10',
      lowStockLevel: '5',
    });
    expect(v).toMatchObject({ type: 1, variants: [{ name: 'Small', price: '2.00' }] });
    expect(c).toMatchObject({
      type: 2,
      components: [
        { itemId: a.id, variantId: null, quantity: '2' },
        { itemId: v.id, variantId: v.variants[0].id, quantity: '1' },
      ],
    });
  });

  test('accepts ids of Tillgate as references, including items created by apps', async () => {
    const storeId = await service.newStore(caller.merchant);
    const taxId = await service.newTax(caller.merchant);
    const made = await caller.create('/items', {
      name: 'By an app',
      type: 1,
      variants: [{ name: 'Big' }],
      externalId: 'app-1',
    });
    const lines = [{ item: made.id, variant: made.variants[0].id, quantity: '1', gross: '3.50' }];
    const result = await importing([itemLine('A', { tax: taxId }), saleLine('1', storeId, AT, { lines })]);
    expect(result.problems).toEqual([]);
    const foreign = [{ item: 'app-1', variant: 'Big', quantity: '1', gross: '3.50' }];
    expect(await problemsOf(saleLine('2', storeId, AT, { lines: foreign }))).toEqual([
      'line 1: /lines/0/item names an item that does not exist: app-1',
    ]);
  });

  test('moves stock through the ledger, and back by refunds', async () => {
    await importValid(service, caller.merchant, [
      ...SCENE,
      { type: 'openingStock', externalId: 'O', store: 'S', item: 'A', quantity: '10', unitCost: '1.00', at: AT },
      saleLine('1', 'S', AT, {
        lines: [
          { item: 'A', quantity: '2.5', gross: '3.50' },
          { item: 'A', quantity: '1', gross: '0' },
        ],
      }),
      { ...saleLine('1', 'S', AT), type: 'refund', sale: '1' },
    ]);
    const { rows } = await service.databases.regions.UK.query(
      `select document_kind, change, line_id, at = $2 as at from region_uk.stock_movements where company_id = $1 order by id`,
      [caller.merchant.companyId, AT],
    );
    expect(rows).toEqual([
      { document_kind: 'opening', change: '10', line_id: null, at: true },
      { document_kind: 'sale', change: '-2.5', line_id: 1, at: true },
      { document_kind: 'sale', change: '-1', line_id: 2, at: true },
      { document_kind: 'refund', change: '1', line_id: 1, at: true },
    ]);
    const { data } = (await caller.get('/reports/stock-on-hand')).body;
    expect(data).toMatchObject([{ onHand: '7.5' }]);
  });

  test('records a sale when it arrives, and its voiding when that does', async () => {
    await importValid(service, caller.merchant, SCENE);
    const now = () => new Date(service.clock()).toISOString();
    const instants = [now()];
    await importValid(service, caller.merchant, [saleLine('1', 'S', AT)]);
    service.advance(60_000);
    instants.push(now());
    await importValid(service, caller.merchant, [
      { type: 'void', kind: 'sale', externalId: '1', at: '2026-02-10T13:00:00Z' },
    ]);
    const { rows } = await service.databases.regions.UK.query(
      'select change, recorded_at, at from region_uk.stock_movements where company_id = $1 order by at',
      [caller.merchant.companyId],
    );
    expect(rows.map(({ change, at, recorded_at }) => [change, new Date(at), new Date(recorded_at)])).toEqual([
      ['-1', new Date(AT), new Date(instants[0] as string)],
      ['1', new Date('2026-02-10T13:00:00Z'), new Date(instants[1] as string)],
    ]);
  });

  test("treats another merchant's records as unknown, and writes nothing to them", async () => {
    const other = await service.connect();
    await importValid(service, other.merchant, [...SCENE, saleLine('1', 'S', AT)]);
    const [{ id }] = (await other.get('/items')).body.data;
    await importing([storeLine('S')]);
    const lines = [{ item: id, quantity: '1', gross: '3.50' }];
    expect(await problemsOf(saleLine('1', 'S', AT, { lines }))).toEqual([
      `line 1: /lines/0/item names an item that does not exist: ${id}`,
    ]);
    const refund = { ...saleLine('r', 'S', AT), type: 'refund', sale: '1' };
    expect(await problemsOf(...SCENE, refund)).toEqual(['line 4: /sale names a sale that does not exist: 1']);
    // External ids are separate for each merchant.
    expect(await importing([saleLine('1', 'S', AT)])).toMatchObject({ written: 1, problems: [] });
  });

  test('reads lines from any chunks, with blank lines, carriage returns and no final line break', async () => {
    const text = `\uFEFF${JSON.stringify(storeLine('S'))}\r\n\r\n  \n${JSON.stringify(itemLine('Ä'))}\n{"type":`;
    const bytes = Buffer.from(text);
    for (const size of [1, 7, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      const result = await importLines(backOffice(service, caller.merchant), readLines(Readable.from(chunks)));
      expect(result.problems.map(describeProblem)).toEqual(['line 5: is not a JSON object']);
    }
    expect((await caller.get('/stores')).body.data).toHaveLength(1);
  });
});

describe('An invalid line', () => {
  test.each([
    ['{', 'is not a JSON object'],
    ['[]', 'is not a JSON object'],
    ['null', 'is not a JSON object'],
    ['1', 'is not a JSON object'],
    ['{}', /\/type must be one of store, supplier, /],
    ['{"type":"sales"}', /\/type must be one of store, /],
    ['{"type":"__proto__"}', /\/type must be one of store, /],
    [{ type: 'tax', name: 'VAT', rate: '20' }, '/externalId is required'],
    [{ ...storeLine('X'), externalId: '' }, /\/externalId must not be empty/],
    [{ ...storeLine('X'), externalId: 1 }, /\/externalId must be a string/],
    [
      { ...storeLine('X'), externalId: 'a\u0000' },
      '/externalId must not contain the control character U+0000: remove it',
    ],
    [{ ...storeLine('X'), nmae: 'x' }, '/nmae is not recognized'],
    [storeLine('X', 'Europe/Lundon'), '/timezone must be the name of an IANA time zone, such as Europe/London'],
    [storeLine('X', 'Europe/London', { code: 'S' }), '/code is already used by another store'],
    [
      storeLine('X', 'Europe/London', { currency: 'gbp' }),
      /\/currency must be a currency code of three capital letters/,
    ],
    [{ type: 'tax', externalId: 'X', name: 'VAT', rate: 20 }, /\/rate must be a string: send decimals as strings/],
    [itemLine('X', { price: '-1' }), /\/price must be a decimal string/],
    [itemLine('X', { itemType: 3 }), '/itemType must be one of 0, 1, 2'],
    [itemLine('X', { itemType: 1 }), '/variants is required'],
    [itemLine('X', { itemType: 2 }), '/components is required'],
    [itemLine('X', { itemType: 2, components: [] }), '/components must have at least 1 entry'],
    [itemLine('X', { variants: [{ name: 'Small' }] }), '/variants must be empty'],
    [itemLine('X', { tax: 'none' }), '/tax names a tax that does not exist: none'],
    [itemLine('X', { groupId: 1 }), '/groupId names a category that does not exist: 1'],
    [itemLine('X', { itemCode: 'TAKEN' }), '/itemCode is already used by another record'],
    [
      itemLine('X', { itemType: 2, components: [{ item: 'none', quantity: '1' }] }),
      '/components/0/item names an item that does not exist: none',
    ],
    [
      itemLine('X', { itemType: 2, components: [{ item: 'V', quantity: '1' }] }),
      '/components/0/variant is required, because Item V has variants',
    ],
    [saleLine('X', 'none', AT), '/store names a store that does not exist: none'],
    [saleLine('X', 9007199254740991, AT), '/store names a store that does not exist: 9007199254740991'],
    [saleLine('X', 'S', '2026-02-10'), /\/at must be a valid date and time in RFC 3339 format/],
    [saleLine('X', 'S', '2026-02-30T25:00:00Z'), /\/at must be a valid date and time in RFC 3339 format/],
    [saleLine('X', 'S', '0000-02-10T12:00:00Z'), /\/at must be a valid date and time in RFC 3339 format/],
    [saleLine('X', 'S', AT, { lines: [] }), '/lines must have at least 1 entry'],
    [saleLine('X', 'S', AT, { channel: 'fax' }), /\/channel must be one of counter, /],
    [saleLine('X', 'S', AT, { payments: [] }), '/payments add up to 0.00, but the lines add up to 3.50'],
    [
      saleLine('X', 'S', AT, { payments: [{ kind: 'card', amount: '3.4999' }] }),
      '/payments add up to 3.4999, but the lines add up to 3.50',
    ],
    [
      saleLine('X', 'S', AT, { payments: [{ kind: 'shells', amount: '3.50' }] }),
      /\/payments\/0\/kind must be one of cash, /,
    ],
    [
      saleLine('X', 'S', AT, { lines: [{ item: 'A', quantity: '0', gross: '3.50' }] }),
      /\/lines\/0\/quantity must be a decimal string greater than 0/,
    ],
    [
      saleLine('X', 'S', AT, { lines: [{ item: 'A', quantity: 1, gross: '3.50' }] }),
      /\/lines\/0\/quantity must be a string: send decimals/,
    ],
    [
      saleLine('X', 'S', AT, { lines: [{ item: 'A', quantity: '1', gross: '3.50', discount: '3.51' }] }),
      '/lines/0/discount is more than gross',
    ],
    [
      saleLine('X', 'S', AT, { lines: [{ item: 'A', quantity: '1', gross: '3.50', tax: '3.51' }] }),
      '/lines/0/tax is more than gross less discount',
    ],
    [
      saleLine('X', 'S', AT, { lines: [{ item: 'none', quantity: '1', gross: '3.50' }] }),
      '/lines/0/item names an item that does not exist: none',
    ],
    [
      saleLine('X', 'S', AT, { lines: [{ item: 'V', quantity: '1', gross: '3.50' }] }),
      '/lines/0/variant is required, because Item V has variants',
    ],
    [
      saleLine('X', 'S', AT, { lines: [{ item: 'V', variant: 'Big', quantity: '1', gross: '3.50' }] }),
      '/lines/0/variant names no variant of Item V',
    ],
    [
      saleLine('X', 'S', AT, { lines: [{ item: 'A', variant: 'Big', quantity: '1', gross: '3.50' }] }),
      '/lines/0/variant names no variant of Item A',
    ],
    [
      saleLine('X', 'S', AT, { lines: [{ item: 'C', quantity: '1.5', gross: '3.50' }] }),
      '/lines/0/quantity must be a whole number for a combo',
    ],
    [{ ...saleLine('X', 'S', AT), type: 'refund', sale: 'none' }, '/sale names a sale that does not exist: none'],
    [{ ...saleLine('X', 'S', AT), sale: '1' }, '/sale is not recognized'],
    [
      { type: 'openingStock', externalId: 'X', store: 'S', item: 'C', quantity: '1' },
      '/item must not be a combo: a combo holds no stock of its own',
    ],
    [
      { type: 'openingStock', externalId: 'X', store: 'S', item: 'A', quantity: '0' },
      /\/quantity must be a decimal string greater than 0/,
    ],
    [
      {
        type: 'openOrder',
        externalId: 'X',
        store: 'S',
        number: '1',
        at: AT,
        lines: [{ item: 'none', quantity: '1', gross: '1' }],
      },
      '/lines/0/item names an item that does not exist: none',
    ],
    [
      {
        type: 'openOrder',
        externalId: 'X',
        store: 'S',
        number: '1',
        at: AT,
        state: 'shut',
        lines: [{ item: 'A', quantity: '1', gross: '1' }],
      },
      '/state must be one of open, closed',
    ],
  ])('%j is reported, and nothing of its batch is written', async (wrong, message) => {
    await importValid(service, caller.merchant, [
      ...SCENE,
      itemLine('V', { itemType: 1, itemCode: 'TAKEN', variants: [{ name: 'Small' }] }),
      itemLine('C', { itemType: 2, components: [{ item: 'A', quantity: '2' }] }),
    ]);
    const before = await written();
    const type = typeof wrong === 'string' ? 'sale' : wrong.type;
    const right =
      { store: storeLine('R'), item: itemLine('R'), tax: { ...SCENE[1], externalId: 'R' } }[type] ??
      saleLine('R', 'S', AT);
    const last = type === 'store' ? storeLine('R2') : { ...right, externalId: 'R2' };
    const problems = await problemsOf(right, wrong, last);
    const [problem = ''] = problems;
    expect(problems.filter((each) => !each.startsWith('line 2: '))).toEqual([]);
    expect(problem.replace(/^line 2: /, '')).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
    expect(problem).toMatch(/^line 2: /);
    if (type === 'sale' || type === 'store' || type === 'item' || type === 'tax' || type === 'refund')
      expect(await written()).toEqual(before);
  });

  test('is reported with all others of the file, in line order, and earlier batches stay', async () => {
    const wrong = { ...saleLine('w', 'S', AT), payments: [] };
    const result = await importing([...SCENE, saleLine('1', 'S', AT), '{', wrong, saleLine('2', 'S', AT), wrong]);
    expect(result.problems.map(({ line }) => line)).toEqual([5, 6, 8]);
    expect(result).toMatchObject({ lines: 3, written: 3 });
    expect(await written()).toMatchObject({ counts: [{ stores: 1, items: 1, sales: 0 }] });
  });

  test('is reported together with the wrong references of its batch', async () => {
    await importing(SCENE);
    const wrong = (id: string, line: object) =>
      saleLine(id, 'none', AT, { lines: [{ quantity: '1', gross: '3.50', ...line }] });
    expect(await problemsOf(wrong('1', { item: 'x' }), saleLine('2', 'S', AT), wrong('3', { item: 'A' }))).toEqual([
      'line 1: /store names a store that does not exist: none',
      'line 1: /lines/0/item names an item that does not exist: x',
      'line 3: /store names a store that does not exist: none',
    ]);
    expect(await written()).toMatchObject({ counts: [{ sales: 0 }] });
  });

  test('beyond the first hundred is not reported', async () => {
    const result = await importing(Array.from({ length: 3 * MOST_PROBLEMS }, () => '{'));
    expect(result.problems.map(({ line }) => line)).toEqual(Array.from({ length: MOST_PROBLEMS }, (_, i) => i + 1));
  });

  test('of more than 1 MiB, or not in UTF-8, is reported', async () => {
    const tooLong = Buffer.from(`${JSON.stringify(storeLine('S'))}\n"${'x'.repeat(1024 * 1024)}"\n`);
    const notText = Buffer.concat([
      Buffer.from('{"type":"store","name":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}\n'),
    ]);
    const problems = async (bytes: Buffer) =>
      (await importLines(backOffice(service, caller.merchant), readLines(Readable.from([bytes])))).problems.map(
        describeProblem,
      );
    expect(await problems(tooLong)).toEqual(['line 2: is not valid UTF-8, or is longer than 1 MiB']);
    expect(await problems(notText)).toEqual(['line 1: is not valid UTF-8, or is longer than 1 MiB']);
    // A line that never ends is rejected before it fills the memory.
    const endless = async function* () {
      for (let i = 0; i < 64; i += 1) yield randomBytes(64 * 1024).fill('x');
    };
    const result = await importLines(backOffice(service, caller.merchant), readLines(endless()));
    expect(result.problems).toHaveLength(1);
  });
});

/** Sales and refunds of several days, in more than one batch. */
const manySales = (count: number): object[] =>
  Array.from({ length: count }, (_, i) => {
    const sale = saleLine(`m${i}`, 'S', new Date(Date.parse(AT) + i * 600_000).toISOString());
    return i % 10 === 9 ? { ...sale, type: 'refund', sale: `m${i - 1}` } : sale;
  });

describe('A repeated import', () => {
  const FILE = [
    ...SCENE,
    { type: 'supplier', externalId: 'P', name: 'Roasters' },
    { type: 'openingStock', externalId: 'O', store: 'S', item: 'A', quantity: '10' },
    {
      type: 'openOrder',
      externalId: 'Q',
      store: 'S',
      number: '1',
      at: AT,
      lines: [{ item: 'A', quantity: '1', gross: '3.50' }],
    },
    ...manySales(30),
  ];

  test('changes nothing, and reports so', async () => {
    expect(await importing(FILE)).toMatchObject({ lines: FILE.length, written: FILE.length });
    const before = await written();
    service.advance(60_000);
    expect(await importing(FILE)).toMatchObject({ lines: FILE.length, written: 0, problems: [] });
    expect(await importing([...FILE].reverse().slice(0, 30))).toMatchObject({ written: 0, problems: [] });
    expect(await written()).toEqual(before);
  });

  test('counts a repeated line once', async () => {
    await importing(FILE);
    const before = await written();
    caller = await service.connect();
    const twice = FILE.flatMap((line) => [line, line]);
    expect(await importing(twice)).toMatchObject({ written: FILE.length });
    expect(await written()).toEqual(before);
  });

  test('recognizes a record by its external id, and tells a refund from a sale', async () => {
    await importing([...SCENE, saleLine('1', 'S', AT)]);
    const before = await written();
    expect(await importing([saleLine('1', 'S', '2026-01-01T00:00:00Z', { number: 'other' })])).toMatchObject({
      written: 0,
    });
    expect(await written()).toEqual(before);
    expect(await importing([{ ...saleLine('1', 'S', AT), type: 'refund' }])).toMatchObject({ written: 1 });
  });

  test('with more at its end adds what is new', async () => {
    await importing(FILE);
    expect(await importing([...FILE, saleLine('new', 'S', AT)])).toMatchObject({ lines: FILE.length + 1, written: 1 });
  });

  test('concurrent with itself is written once', async () => {
    await importing(SCENE);
    const trade = manySales(300);
    const both = await Promise.all([importing(trade), importing(trade)]);
    expect(both.map(({ problems }) => problems)).toEqual([[], []]);
    expect(both.reduce((sum, result) => sum + result.written, 0)).toBe(300);
    expect((await service.databases.regions.UK.query(DISAGREEMENTS)).rows).toEqual([]);
  });

  test('continues where it was stopped between two batches', async () => {
    const sales = manySales(2500);
    const stop = new AbortController();
    await importing(SCENE);
    const onProgress = ({ lines }: { lines: number }) => void (lines >= 1000 && stop.abort());
    const first = await importAll(service, caller.merchant, sales, { onProgress, signal: stop.signal });
    expect(first).toMatchObject({ stopped: true, lines: 1000, written: 1000, problems: [] });
    expect(await importing(sales)).toMatchObject({ stopped: false, lines: 2500, written: 1500 });
    const { body } = await caller.get('/reports/daily-sales?from=2026-02-01&to=2026-03-31');
    expect(body.totals).toMatchObject([{ orders: 2250, refundOrders: 250, gross: '7875.00', refunds: '875.00' }]);
    expect((await service.databases.regions.UK.query(DISAGREEMENTS)).rows).toEqual([]);
  });
});

describe('A purchase return', () => {
  const returned = {
    type: 'purchaseReturn',
    externalId: 'R1',
    supplier: 'P',
    store: 'S',
    date: '2026-02-11',
    lines: [{ item: 'A', quantity: '2.5', unitCost: '1.10' }],
  };
  const SUPPLIED = [...SCENE, { type: 'supplier', externalId: 'P', name: 'Roasters' }];

  test('removes its goods from stock once, however often it is imported, and is among the transactions', async () => {
    expect(await importing([...SUPPLIED, returned, returned])).toMatchObject({ lines: 6, written: 5, problems: [] });
    expect(await importing([returned])).toMatchObject({ lines: 1, written: 0, problems: [] });
    const { body } = await caller.get('/purchase-orders?transactions=true');
    expect(body.data).toMatchObject([
      { Type: 1, date: '2026-02-11', returnNo: 'PR-000001', total: '2.75', externalId: 'R1' },
    ]);
    const [item] = (await caller.get('/items')).body.data;
    const storeId = body.data[0].storeId;
    const stock = await caller.get(`/items/${item.id}/stock?storeId=${storeId}`);
    expect(stock.body).toMatchObject({ onHand: '-2.5' });
  });

  test.each<[string, object, string]>([
    ['a supplier', { supplier: 'X' }, 'line 1: /supplier names a supplier that does not exist: X'],
    ['a store', { store: 'X' }, 'line 1: /store names a store that does not exist: X'],
    [
      'an item',
      { lines: [{ ...returned.lines[0], item: 'X' }] },
      'line 1: /lines/0/item names an item that does not exist: X',
    ],
    ['lines', { lines: [] }, 'line 1: /lines must have at least 1 entry'],
    ['a date that exists', { date: '2026-02-30' }, 'line 1: /date must be a valid date in the form YYYY-MM-DD'],
    ['a quantity', { lines: [{ ...returned.lines[0], quantity: '0' }] }, 'line 1: /lines/0/quantity'],
  ])('requires %s', async (_, fields, problem) => {
    await importing(SUPPLIED);
    const problems = await problemsOf({ ...returned, ...fields });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  test('has its own number', async () => {
    const numbered = { ...returned, number: 'R-7' };
    await importing([...SUPPLIED, numbered]);
    expect(await problemsOf({ ...numbered, externalId: 'R2' })).toEqual([
      'line 1: /number is already used by another record',
    ]);
  });

  test('of a combo is rejected, because a combo holds no stock', async () => {
    const combo = itemLine('C', { itemType: 2, components: [{ item: 'A', quantity: '1' }] });
    await importing([...SUPPLIED, combo]);
    const [problem] = await problemsOf({ ...returned, lines: [{ ...returned.lines[0], item: 'C' }] });
    expect(problem).toMatch(/^line 1: \/lines\/0\/item .*combo/);
  });
});
