import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PartnerError } from '../../../src/errors.ts';
import { canonicalQuantity, decimalsOf, fromUnits, toUnits } from '../../../src/resources/decimal.ts';
import { canonicalMoney, minorUnits, valueAtCost } from '../../../src/resources/money.ts';
import { amountsOf } from '../../../src/resources/purchase-orders/amounts.ts';
import type { Databases } from '../../../src/storage/database.ts';
import { freshDatabases } from '../../support/databases.ts';

const decimal = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,12}(\\.[0-9]{1,${most}})?$`));
const currency = fc.constantFrom('GBP', 'JPY', 'KWD', 'CLF');

describe('canonicalMoney', () => {
  test.each([
    ['3.1', 'GBP', '3.10'],
    ['3', 'GBP', '3.00'],
    ['000.50', 'GBP', '0.50'],
    ['1.5250', 'GBP', '1.525'],
    ['1.50', 'GBP', '1.50'],
    ['310', 'JPY', '310'],
    ['310.00', 'JPY', '310'],
    ['1.2', 'JPY', '1.2'],
    ['7.5', 'BHD', '7.500'],
    ['0', 'KWD', '0.000'],
    ['0', 'JPY', '0'],
    [null, 'GBP', null],
  ])('writes %s %s as %s', (sent, code, written) => expect(canonicalMoney(sent, code)).toBe(written));

  test('keeps the value, has the decimals of the currency at least, and never changes twice', () => {
    fc.assert(
      fc.property(decimal(4), currency, (text, code) => {
        const written = canonicalMoney(text, code);
        expect(toUnits(written, 4)).toBe(toUnits(text, 4));
        expect(written.split('.')[1]?.length ?? 0).toBe(Math.max(minorUnits(code), decimalsOf(text)));
        expect(canonicalMoney(written, code)).toBe(written);
      }),
    );
  });
});

describe('canonicalQuantity', () => {
  test.each([
    ['13.250', '13.25'],
    ['13.000', '13'],
    ['0.000', '0'],
    ['0010', '10'],
    [null, null],
  ])('writes %s as %s', (sent, written) => expect(canonicalQuantity(sent)).toBe(written));
});

describe('fromUnits', () => {
  test('is the inverse of toUnits at any scale', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        fc.integer({ min: 0, max: 4 }),
        (units, scale) => {
          expect(toUnits(fromUnits(units, scale), scale)).toBe(units);
        },
      ),
    );
  });
});

describe('valueAtCost', () => {
  test.each([
    ['3', '0.3333', 'GBP', 100n],
    ['1', '0.005', 'GBP', 1n],
    ['1', '0.0049', 'GBP', 0n],
    ['1', '310.5', 'JPY', 311n],
    ['2.5', '0.0002', 'KWD', 1n],
  ])('of %s at %s %s is %s minor units', (quantity, cost, code, units) =>
    expect(valueAtCost(quantity, cost, code)).toBe(units),
  );
});

describe('amountsOf', () => {
  const amounts = (quantity: string, unitCost: string, discount = '0', taxRate: string | null = '20') =>
    amountsOf([{ quantity, unitCost, discount, taxRate }], 'GBP')[0];

  test.each([
    ['thirds of a penny', ['3', '0.3333'], '1.00', '0.20', '1.20'],
    ['a half, up', ['0.5', '0.01'], '0.01', '0.00', '0.01'],
    ['less than a half, down', ['0.499', '0.01'], '0.00', '0.00', '0.00'],
    ['tax of a half, up', ['5', '0.025'], '0.13', '0.03', '0.16'],
    ['tax of less than a half, down', ['1', '0.12'], '0.12', '0.02', '0.14'],
    ['tax after the discount', ['1', '1.1249', '1'], '1.12', '0.02', '0.14'],
    ['more than a double can hold', ['999999999', '833.3333'], '833333299166.67', '166666659833.33', '999999959000.00'],
  ] as const)('rounds once to the pence: %s', (_, [quantity, unitCost, discount], subtotal, tax, total) => {
    expect(amounts(quantity, unitCost, discount)).toEqual({ subtotal, tax, total });
  });

  test('rejects a discount above the subtotal, and amounts that the contract cannot state', () => {
    expect(amounts('1', '2', '2', null)).toEqual({ subtotal: '2.00', tax: '0.00', total: '0.00' });
    expect(() => amounts('1', '2', '2.01', null)).toThrow(PartnerError);
    expect(() => amounts('999999999', '1001', '0', null)).toThrow(PartnerError);
  });

  test('names each line that it rejects', () => {
    const line = { quantity: '1', unitCost: '2', discount: '0', taxRate: null };
    const lines = [{ ...line, discount: '3' }, line, { ...line, quantity: '999999999', unitCost: '1001' }];
    const rejected = ['/lines/0/discount', '/lines/2'].map((path) => expect.objectContaining({ path }));
    expect(() => amountsOf(lines, 'GBP')).toThrow(expect.objectContaining({ details: rejected }));
  });
});

describe('The database', () => {
  let databases: Databases;
  beforeAll(async () => {
    databases = await freshDatabases();
  });
  afterAll(() => databases?.close());

  test('has the same minor units for every currency', async () => {
    const codes = [...Intl.supportedValuesOf('currency'), 'UYW', 'CLF', 'XXX'];
    const sql =
      'select region_uk.minor_units(code) as units from unnest($1::text[]) with ordinality as c (code, n) order by n';
    const { rows } = await databases.regions.UK.query(sql, [codes]);
    expect(rows.map(({ units }) => units)).toEqual(codes.map(minorUnits));
  });

  test('writes an amount and a quantity as the program does', async () => {
    const amounts = fc.sample(fc.tuple(decimal(4), currency), { numRuns: 300, seed: 7 });
    const quantities = fc.sample(decimal(3), { numRuns: 300, seed: 7 });
    const sql = `select region_uk.money_text(a, c) as money, region_uk.quantity_text(q) as quantity
      from unnest($1::numeric[], $2::text[], $3::numeric[]) with ordinality as v (a, c, q, n) order by n`;
    const values = [amounts.map(([amount]) => amount), amounts.map(([, code]) => code), quantities];
    const { rows } = await databases.regions.UK.query(sql, values);
    expect(rows.map(({ money }) => money)).toEqual(amounts.map(([amount, code]) => canonicalMoney(amount, code)));
    expect(rows.map(({ quantity }) => quantity)).toEqual(quantities.map(canonicalQuantity));
  });
});

/** Currencies for which CLDR (decimals in cash) differs from ISO 4217 (decimals in accounts). */
const NOT_BY_CLDR = 'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER';

describe('minorUnits', () => {
  test('equal those of Intl, except for currencies where CLDR departs from ISO 4217', () => {
    const digits = (code: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits;
    const different = Intl.supportedValuesOf('currency').filter((code) => digits(code) !== minorUnits(code));
    expect(different.join(' ')).toBe(NOT_BY_CLDR);
  });
});
