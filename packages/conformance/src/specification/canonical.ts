import { minorUnits } from '../decimals.ts';
import type { Fields } from './answer.ts';
import { type Contract, nameOf, resolved, type Schema } from './contract.ts';
import { isObject } from './shape.ts';
import { canonical, spelledInstant, trimmed } from './text.ts';

/** Values of a request in the form of responses. text.normalized, text.trimmed, numbers.canonical */
export function createCanonical({ schemas }: Contract) {
  const value = (reference: Schema, given: unknown, currency: string): unknown => {
    const schema = resolved(reference, schemas);
    if (typeof given === 'string') return text(schema, nameOf(reference) ?? '', given, currency);
    if (Array.isArray(given)) return given.map((entry) => value(schema.items ?? {}, entry, currency));
    return isObject(given) ? fields(schema, given, currency) : given;
  };
  const fields = ({ properties = {} }: Schema, given: Fields, currency: string): Fields =>
    Object.fromEntries(
      Object.entries(given).map(([name, member]) => [name, value(properties[name] ?? {}, member, currency)]),
    );
  return (schema: Schema, body: Fields, currency: string): Fields => fields(resolved(schema, schemas), body, currency);
}

function text(schema: Schema, name: string, given: string, currency: string): string {
  if (/Money|Cost/.test(name)) return canonical(given, minorUnits(currency));
  if (/Quantity|Rate/.test(name)) return canonical(given, 0);
  if (schema['x-tillgate-instant']) return spelledInstant(given);
  const composed = given.normalize('NFC');
  return schema['x-tillgate-trim'] ? trimmed(composed) : composed;
}
