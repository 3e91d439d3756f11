import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Databases } from '../../../src/database/database.ts';
import {
  canonicalMoney,
  canonicalQuantity,
  fromUnits,
  minorUnits,
  toUnits,
  valueAtCost,
} from '../../../src/records/decimal.ts';
import { freshDatabases } from '../../support/databases.ts';

const decimal = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,12}(\\.[0-9]{1,${most}})?$`));
const currency = fc.constantFrom('GBP', 'JPY', 'KWD', 'CLF');

describe('canonicalMoney', () => {
  test('keeps the value, has the decimals of the currency at least, no other zeros, and never changes twice', () => {
    fc.assert(
      fc.property(decimal(4), currency, (text, code) => {
        const written = canonicalMoney(text, code);
        expect(toUnits(written, 4)).toBe(toUnits(text, 4));
        expect(written).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/);
        const decimals = text.replace(/(\.\d*?)0+$/, '$1').split('.')[1]?.length ?? 0;
        expect(written.split('.')[1]?.length ?? 0).toBe(Math.max(minorUnits(code), decimals));
        expect(canonicalMoney(written, code)).toBe(written);
      }),
    );
    expect(canonicalMoney(null, 'GBP')).toBeNull();
  });
});

describe('canonicalQuantity', () => {
  test('keeps the value, has no redundant zeros, and never changes twice', () => {
    fc.assert(
      fc.property(decimal(3), (text) => {
        const written = canonicalQuantity(text);
        expect(toUnits(written, 3)).toBe(toUnits(text, 3));
        expect(written).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
        expect(canonicalQuantity(written)).toBe(written);
      }),
    );
    expect(canonicalQuantity(null)).toBeNull();
  });
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
