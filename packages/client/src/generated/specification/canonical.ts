// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { minorUnits } from './decimals.ts';
import { type Detail, type Fields, inBody } from './answer.ts';
import { type Contract, nameOf, resolved, type Schema } from './contract.ts';
import { isObject } from './shape.ts';
import { canonical, spelledInstant, trimmed } from './text.ts';

/** Values of a request in the form of responses. text.normalized, text.trimmed, numbers.canonical */
export function createCanonical({ schemas }: Contract) {
  const value = (reference: Schema, given: unknown, currency: string): unknown => {
    const schema = resolved(reference, schemas);
    if (typeof given === 'string') return text(schema, given, currency);
    if (Array.isArray(given)) return given.map((entry) => value(schema.items ?? {}, entry, currency));
    return isObject(given) ? fields(schema, given, currency) : given;
  };
  const fields = ({ properties = {} }: Schema, given: Fields, currency: string): Fields =>
    Object.fromEntries(
      Object.entries(given).map(([name, member]) => [name, value(properties[name] ?? {}, member, currency)]),
    );
  return (schema: Schema, body: Fields, currency: string): Fields => fields(resolved(schema, schemas), body, currency);
}

/** Amounts have up to four decimals; quantities have three, and rates at most three digits before them. */
const isAmount = ({ pattern = '' }: Schema): boolean => /\{1,(12|30)\}\(\\\.\[0-9\]\{1,4\}\)/.test(pattern);
const isDecimal = ({ pattern = '' }: Schema): boolean => /\(\\\.\[0-9\]\{1,[34]\}\)/.test(pattern);

function text(schema: Schema, given: string, currency: string): string {
  if (isAmount(schema)) return canonical(given, minorUnits(currency));
  if (isDecimal(schema)) return canonical(given, 0);
  if (schema['x-tillgate-instant']) return spelledInstant(given);
  const composed = given.normalize('NFC');
  return schema['x-tillgate-trim'] ? trimmed(composed) : composed;
}

/** Finds prices with more decimals than their currency in a canonical body. Costs may have more. numbers.minor_units */
export function createMinorUnitsCheck({ schemas }: Contract) {
  const check = (reference: Schema, given: unknown, currency: string, at: string): Detail[] => {
    const schema = resolved(reference, schemas);
    if (schema.readOnly) return [];
    if (Array.isArray(given))
      return given.flatMap((entry, index) => check(schema.items ?? {}, entry, currency, `${at}/${index}`));
    if (isObject(given))
      return Object.entries(given).flatMap(([name, member]) =>
        check(schema.properties?.[name] ?? {}, member, currency, `${at}/${name}`),
      );
    const isPrice = isAmount(schema) && !nameOf(reference)?.endsWith('Cost');
    const decimals = isPrice && typeof given === 'string' ? (given.split('.')[1]?.length ?? 0) : 0;
    return decimals > minorUnits(currency) ? [inBody(at, 'minorUnits')] : [];
  };
  return (schema: Schema, body: Fields, currency: string): Detail[] => check(schema, body, currency, '');
}
