import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { LINE_TYPES } from '../../../src/back-office/import/format.ts';
import { describe as describeProblem, readLines } from '../../../src/back-office/import/lines.ts';
import { importLines, MOST_PROBLEMS } from '../../../src/back-office/import/run-import.ts';
import {
  backOffice,
  importAll,
  importValid,
  itemLine,
  keptOf,
  saleLine,
  storeLine,
} from '../../support/import-lines.ts';
import { sharedService } from '../../support/service.ts';

const AT = '2026-02-10T12:00:00Z';

const named = (type: string, more: object) => ({ type, externalId: 'X', name: 'X', ...more });
const store = (more: object) => storeLine('X', 'Europe/London', more);
const item = (more: object) => itemLine('X', more);
const combo = (...components: object[]) => item({ itemType: 2, components });
const sale = (more: object) => saleLine('X', 'S', AT, more);
/** A sale of one line. */
const sold = (line: object, more: object = {}) =>
  sale({ lines: [{ item: 'A', quantity: '1', gross: '3.50', ...line }], ...more });
const refund = (more: object) => sale({ type: 'refund', ...more });
/** A refund of one line of a sale. */
const refunded = (externalId: string, line: object) => sold(line, { type: 'refund', sale: externalId });
const modifier = (more: object) => ({
  type: 'modifier',
  externalId: 'X',
  name: 'X',
  options: [{ name: 'O' }],
  ...more,
});
const stock = (more: object) => ({
  ...{ type: 'openingStock', externalId: 'X', store: 'S', item: 'A', quantity: '1' },
  ...more,
});
const order = (more: object) => ({
  ...{ type: 'openOrder', externalId: 'X', store: 'S', number: '1', at: AT },
  ...{ lines: [{ item: 'A', quantity: '1', gross: '3.50' }], ...more },
});
const returned = (more: object, line: object = {}) => ({
  ...{ type: 'purchaseReturn', externalId: 'X', supplier: 'P', store: 'S', date: '2026-02-11' },
  ...{ lines: [{ item: 'A', quantity: '2.5', unitCost: '1.10', ...line }], ...more },
});
const voided = (externalId: string, more: object = {}) => ({ type: 'void', externalId, ...more });

const MILK = modifier({ externalId: 'M', name: 'Milk', items: ['A'] });

/** The records that a merchant has when a line with a problem arrives. */
const SCENE = [
  storeLine('S'),
  named('supplier', { externalId: 'P' }),
  named('tax', { externalId: 'T', rate: '20.00' }),
  named('category', { externalId: 'C1', name: 'Drinks' }),
  named('category', { externalId: 'C2', name: 'Coffee', parent: 'C1' }),
  itemLine('A', { tax: 'T' }),
  itemLine('B'),
  itemLine('V', { itemType: 1, itemCode: 'TAKEN', variants: [{ name: 'Small' }] }),
  itemLine('K', { itemType: 2, components: [{ item: 'V', variant: 'Small', quantity: '1' }] }),
  MILK,
  ...['1', '2', '3'].map((number) => ({
    ...saleLine(number, 'S', AT, { lines: [{ item: 'A', quantity: '2', gross: '7.00' }] }),
    payments: [{ kind: 'card', amount: '7.00' }],
  })),
  { ...saleLine('3', 'S', AT), type: 'refund', sale: '3' },
  voided('2'),
  returned({ externalId: 'R7', number: 'R-7' }),
];

/** Valid lines around a wrong one, which it keeps from being written. Others than these have a sale around them. */
const RIGHT: Record<string, object> = {
  store: storeLine('R'),
  supplier: named('supplier', { externalId: 'R' }),
  tax: named('tax', { externalId: 'R', rate: '5' }),
  category: named('category', { externalId: 'R', name: 'R' }),
  brand: named('brand', { externalId: 'R', name: 'R' }),
  item: itemLine('R'),
  modifier: modifier({ externalId: 'R' }),
  menu: named('menu', { externalId: 'R', name: 'R' }),
  openingStock: stock({ externalId: 'R' }),
  void: voided('1'),
  openOrder: order({ externalId: 'R' }),
  purchaseReturn: returned({ externalId: 'R' }),
};

const service = await sharedService();
const merchant = await service.newMerchant(null);
await importValid(service, merchant, SCENE);
const before = await keptOf(service, merchant);

const importing = (...lines: (object | string)[]) => importAll(service, merchant, lines);

/** Problems as the command prints them. */
const problemsOf = async (...lines: (object | string)[]): Promise<string[]> =>
  (await importing(...lines)).problems.map(describeProblem);

const NO_OBJECT = 'is not a JSON object';
const SMALLEST = '/rounding must be smaller than the smallest coin, which is 1.00';
const NO_INSTANT = '/at must be a date and time that exists, in RFC 3339 format with an offset';
const DATED = { sale: sale({}), refund: refund({}), void: voided('1'), openOrder: order({}), openingStock: stock({}) };

/** Lines with the problem that is reported, or its beginning. The clock is at 2026-03-02T08:15:30Z. */
const WRONG: (readonly [
  line: string | { readonly type: string; [property: string]: unknown },
  problem: string | RegExp,
])[] = [
  ['{', NO_OBJECT],
  ['[]', NO_OBJECT],
  ['null', NO_OBJECT],
  ['1', NO_OBJECT],
  ['{}', `/type must be one of ${LINE_TYPES.join(', ')}`],
  ['{"type":"sales"}', /^\/type must be one of store, /],
  ['{"type":"__proto__"}', /^\/type must be one of store, /],
  [named('tax', { rate: '20', externalId: undefined }), '/externalId is required'],
  [store({ externalId: '' }), /^\/externalId must not be empty/],
  [store({ externalId: 1 }), /^\/externalId must be a string/],
  [store({ externalId: 'a\u0000' }), '/externalId must not contain the control character U+0000: remove it'],
  [store({ nmae: 'x' }), '/nmae is not recognized: did you mean name?'],
  [store({ timezone: 'Europe/Lundon' }), '/timezone must be the name of an IANA time zone, such as Europe/London'],
  [store({ code: 'S' }), '/code is already used by another store'],
  [store({ currency: 'gbp' }), /^\/currency must be a currency code of three capital letters/],
  [
    storeLine('S', 'Asia/Dubai'),
    '/timezone cannot change once the store has documents, whose days are in its time zone',
  ],
  [
    { ...storeLine('S'), currency: 'AED' },
    '/currency cannot change once the store has documents, whose amounts are in its currency',
  ],
  [named('tax', { rate: 20 }), /^\/rate must be a string: send decimals as strings/],
  [named('category', { externalId: 'C1', parent: 'C2' }), /^\/parent is the category itself/],
  [item({ price: '-1' }), /^\/price must be a decimal string/],
  [itemLine('A', { price: '1.001' }), /^\/price/],
  [item({ itemType: 3 }), '/itemType must be one of 0, 1, 2'],
  [item({ itemType: 1 }), '/variants is required'],
  [item({ itemType: 2 }), '/components is required'],
  [combo(), '/components must have at least 1 entry'],
  [item({ variants: [{ name: 'Small' }] }), '/variants must be empty'],
  [itemLine('A', { itemType: 1, variants: [{ name: 'Small' }] }), '/itemType cannot change: the item is of type 0'],
  [itemLine('V', { itemType: 1, variants: [{ name: 'Huge' }] }), /^\/variants/],
  [item({ tax: 'none' }), '/tax names a tax that does not exist: none'],
  [item({ itemCode: 'TAKEN' }), '/itemCode is already used by another record'],
  [itemLine('A', { itemCode: 'TAKEN' }), '/itemCode is already used by another record'],
  [combo({ item: 'V', quantity: '1' }), '/components/0/variant is required, because Item V has variants'],
  [{ ...MILK, minSelect: 5 }, /^\/minSelect/],
  [modifier({ items: ['none'] }), '/items/0 names an item that does not exist: none'],
  [sale({ store: 'none' }), '/store names a store that does not exist: none'],
  [sale({ store: 9007199254740991 }), '/store names a store that does not exist: 9007199254740991'],
  [sale({ at: '2026-02-10' }), NO_INSTANT],
  [sale({ at: '0000-02-10T12:00:00Z' }), '/at must not be before 2000-01-01: 0000-02-10T12:00:00Z'],
  [sale({ lines: [] }), '/lines must have at least 1 entry'],
  [sale({ channel: 'fax' }), /^\/channel must be one of counter, /],
  [sale({ payments: [] }), '/payments add up to 0.00, but the lines add up to 3.50'],
  [
    sale({ payments: [{ kind: 'card', amount: '3.4999' }] }),
    /^\/payments add up to 3\.4999, but the lines add up to 3/,
  ],
  [sale({ rounding: '0.40' }), '/payments add up to 3.50, but the lines, rounding, change and tips add up to 3.90'],
  [sale({ rounding: '1.00', payments: [{ kind: 'cash', amount: '4.50' }] }), SMALLEST],
  [sale({ rounding: '-1', payments: [{ kind: 'cash', amount: '2.50' }] }), SMALLEST],
  [sale({ changeGiven: '-1' }), /^\/changeGiven must be a decimal string/],
  [
    sale({ tips: '0.001', payments: [{ kind: 'card', amount: '3.501' }] }),
    /^\/payments\/0\/amount must have at most 2/,
  ],
  [sale({ payments: [{ kind: 'shells', amount: '3.50' }] }), /^\/payments\/0\/kind must be one of cash, /],
  [sale({ sale: '1' }), '/sale is not recognized'],
  [sold({ quantity: '0' }), /^\/lines\/0\/quantity must be a decimal string greater than 0/],
  [sold({ quantity: 1 }), /^\/lines\/0\/quantity must be a string: send decimals/],
  [sold({ discount: '3.51' }), '/lines/0/discount is more than gross'],
  [sold({ tax: '3.51' }), '/lines/0/tax is more than gross less discount'],
  [sold({ item: 'none' }), '/lines/0/item names an item that does not exist: none'],
  [sold({ item: 'V' }), '/lines/0/variant is required, because Item V has variants'],
  [sold({ item: 'V', variant: 'Big' }), '/lines/0/variant names no variant of Item V'],
  [sold({ item: 'A', variant: 'Big' }), '/lines/0/variant names no variant of Item A'],
  [sold({ item: 'K', quantity: '1.5' }), '/lines/0/quantity must be a whole number for a combo'],
  [sold({ components: [{ item: 'B', quantity: '1' }] }), '/lines/0/components are only for combos'],
  [sold({ item: 'K', components: [] }), '/lines/0/components must have at least 1 entry'],
  [
    sold({ item: 'K', components: [{ item: 'K', quantity: '1' }] }),
    '/lines/0/components/0/item must not be a combo: a combo holds no stock of its own',
  ],
  [
    sold({ item: 'K', components: [{ item: 'V', quantity: '1' }] }),
    '/lines/0/components/0/variant is required, because Item V has variants',
  ],
  [refunded('1', { components: [{ item: 'B', quantity: '1' }] }), '/lines/0/components is not recognized'],
  [refund({ sale: 'none' }), '/sale names a sale that does not exist: none'],
  [refund({ sale: '2' }), '/sale names a sale that has been voided: 2'],
  [refunded('1', { quantity: '3' }), '/lines/0/quantity is more than the 2 left to refund'],
  [refunded('1', { quantity: '2.001' }), /^\/lines\/0\/quantity is more than the 2 left to r/],
  [refunded('3', { quantity: '2' }), '/lines/0/quantity is more than the 1 left to refund'],
  [refunded('1', { item: 'B' }), '/lines/0/quantity is more than the 0 left to refund'],
  [voided('none'), '/externalId names a sale that does not exist: none'],
  [voided('1', { kind: 'refund' }), '/externalId names a refund that does not exist: 1'],
  [voided('3'), '/externalId names a sale with refunds: 3; void the refunds first'],
  [voided('1', { kind: 'openOrder' }), '/kind must be one of sale, refund'],
  [voided('1', { reason: 'typo' }), '/reason is not recognized'],
  [stock({ item: 'K' }), '/item must not be a combo: a combo holds no stock of its own'],
  [stock({ item: 'none' }), '/item names an item that does not exist: none'],
  [stock({ quantity: '0' }), /^\/quantity must be a decimal string greater than 0/],
  [
    order({ lines: [{ item: 'none', quantity: '1', gross: '1' }] }),
    '/lines/0/item names an item that does not exist: none',
  ],
  [order({ state: 'shut' }), '/state must be one of open, closed'],
  [returned({ supplier: 'none' }), '/supplier names a supplier that does not exist: none'],
  [returned({ lines: [] }), '/lines must have at least 1 entry'],
  [returned({ date: '2026-02-30' }), '/date must be a date that exists, in the form YYYY-MM-DD'],
  [returned({ date: '2026-03-03' }), /^\/date must not be in the future/],
  [returned({ date: '1999-12-31' }), /^\/date must not be before 2000/],
  [returned({ number: 'R-7' }), '/number is already used by another record'],
  [returned({}, { item: 'K' }), /^\/lines\/0\/item .*combo/],
  [returned({}, { quantity: '0' }), /^\/lines\/0\/quantity/],
  ...Object.values(DATED).flatMap((line): typeof WRONG => [
    [{ ...line, at: '2026-02-30T12:00:00Z' }, NO_INSTANT],
    [{ ...line, at: '2026-02-10T24:00:00Z' }, NO_INSTANT],
    [{ ...line, at: '2026-02-10T25:61:00Z' }, NO_INSTANT],
    [{ ...line, at: '2026-02-10T23:59:60Z' }, NO_INSTANT],
    [{ ...line, at: '2026-02-10T12:00:00+24:00' }, NO_INSTANT],
    [{ ...line, at: '1999-12-31T23:59:59Z' }, '/at must not be before 2000-01-01: 1999-12-31T23:59:59Z'],
    [
      { ...line, at: '2026-03-02T09:15:31Z' },
      '/at must not be in the future, later than 2026-03-02T09:15:30.000Z: 2026-03-02T09:15:31Z',
    ],
  ]),
];

describe('A line with a problem', () => {
  test.each(WRONG)('%j is reported, and nothing of its batch is written', async (wrong, problem) => {
    const right = RIGHT[typeof wrong === 'string' ? 'sale' : wrong.type] ?? saleLine('R', 'S', AT);
    const another = JSON.stringify(right).replaceAll('"R"', '"R2"');
    const [reported = '', ...others] = await problemsOf(right, wrong, another);
    expect(others.filter((other) => !other.startsWith('line 2: '))).toEqual([]);
    expect(reported).toMatch(/^line 2: /);
    const text = reported.slice('line 2: '.length);
    expect(text).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
    expect(await keptOf(service, merchant)).toEqual(before);
  });

  test('is reported with all others of the file, in line order, and earlier batches stay', async () => {
    const other = await service.newMerchant(null);
    const wrong = sale({ payments: [] });
    const lines = [storeLine('S'), itemLine('A'), saleLine('1', 'S', AT), '{', wrong, saleLine('2', 'S', AT), wrong];
    const result = await importAll(service, other, lines);
    expect(result.problems.map(({ line }) => line)).toEqual([4, 5, 7]);
    expect(result).toMatchObject({ lines: 2, written: 2 });
    const { rows } = await service.databases.regions.UK.query('select from region_uk.sales where company_id = $1', [
      other.companyId,
    ]);
    expect(rows).toEqual([]);
  });

  test('is reported with the unknown references of its batch and of all later lines, in line order', async () => {
    const lines = [
      item({ tax: 'none', groupId: 'none', brandId: 7 }),
      combo({ item: 'V', quantity: '1' }, { item: 'Z', quantity: '1' }),
      sold({ item: 'none' }, { store: 'none' }),
      sale({ payments: [] }),
      sale({ store: 'none' }),
      refund({ sale: 'none' }),
      voided('none'),
      modifier({ options: [{ name: 'O', item: 'none' }], items: ['A', 'none'] }),
      named('menu', { items: [{ item: 'none' }], stores: ['S', 'none'] }),
      returned({ supplier: 'none' }, { item: 'V', variant: 'Huge' }),
    ];
    expect(await problemsOf(...lines)).toEqual([
      'line 1: /tax names a tax that does not exist: none',
      'line 1: /groupId names a category that does not exist: none',
      'line 1: /brandId names a brand that does not exist: 7',
      'line 2: /components/0/variant is required, because Item V has variants',
      'line 2: /components/1/item names an item that does not exist: Z',
      'line 3: /store names a store that does not exist: none',
      'line 3: /lines/0/item names an item that does not exist: none',
      'line 4: /payments add up to 0.00, but the lines add up to 3.50',
      'line 5: /store names a store that does not exist: none',
      'line 6: /sale names a sale that does not exist: none',
      'line 7: /externalId names a sale that does not exist: none',
      'line 8: /options/0/item names an item that does not exist: none',
      'line 8: /items/1 names an item that does not exist: none',
      'line 9: /items/0/item names an item that does not exist: none',
      'line 9: /stores/1 names a store that does not exist: none',
      'line 10: /supplier names a supplier that does not exist: none',
      'line 10: /lines/0/variant names no variant of Item V',
    ]);
    const wrong = sold({ item: 'x' });
    expect(await problemsOf({ ...wrong, store: 'none' }, saleLine('R', 'S', AT), sale({ store: 'none' }))).toEqual([
      'line 1: /store names a store that does not exist: none',
      'line 1: /lines/0/item names an item that does not exist: x',
      'line 3: /store names a store that does not exist: none',
    ]);
  });

  test('counts as a record to which later lines may refer', async () => {
    const parts = ['X', 'Y'].map((part) => ({ item: part, quantity: '1', ...(part === 'Y' && { variant: 'Small' }) }));
    const problems = await problemsOf(
      item({ price: '-1' }),
      storeLine('S2'),
      itemLine('Y', { tax: 'none' }),
      itemLine('Z', { itemType: 2, components: parts }),
      sold({ item: 'Z' }, { externalId: '8', store: 'S2' }),
      refunded('8', { item: 'X' }),
      voided('8'),
    );
    expect(problems.map((problem) => problem.split(' ').slice(0, 3).join(' '))).toEqual([
      'line 1: /price',
      'line 3: /tax',
    ]);
  });

  test.each(['brand', 'category'])('names the %s whose name another one of the file has', async (type) => {
    const lines = ['Tea', 'Drink', 'TEA', 'Milk', 'Drink'].map((name, i) => ({ type, externalId: `${i}`, name }));
    expect(await problemsOf(...lines)).toEqual(['line 3: /name is already used by another record']);
  });

  test('beyond the first hundred is not reported', async () => {
    const { problems } = await importing(...Array.from({ length: 3 * MOST_PROBLEMS }, () => '{'));
    expect(problems.map(({ line }) => line)).toEqual(Array.from({ length: MOST_PROBLEMS }, (_, i) => i + 1));
  });

  test('of more than 1 MiB, or not in UTF-8, is reported', async () => {
    const problems = async (...chunks: (string | Buffer)[]) =>
      (await importLines(backOffice(service, merchant), readLines(Readable.from(chunks.map(Buffer.from))))).problems;
    const unreadable = { path: '', message: 'is not valid UTF-8, or is longer than 1 MiB' };
    const long = `${JSON.stringify(SCENE[0])}\n"${'x'.repeat(1024 * 1024)}"\n`;
    expect(await problems(long)).toEqual([{ line: 2, ...unreadable }]);
    const notText = await problems('{"type":"store","name":"', Buffer.from([0xff, 0xfe]), '"}\n');
    expect(notText).toEqual([{ line: 1, ...unreadable }]);
    // A line that never ends is rejected before it fills the memory.
    const endless = async function* () {
      for (let i = 0; i < 64; i += 1) yield randomBytes(64 * 1024).fill('x');
    };
    const result = await importLines(backOffice(service, merchant), readLines(endless()));
    expect(result.problems).toHaveLength(1);
  });
});
