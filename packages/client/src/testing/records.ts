import { contract } from '../generated/contract.gen.ts';
import { nameOf, resolved, type Schema } from './contract.ts';
import { isObject, trimmed } from './schema-check.ts';

/** A record as the API returns it. */
export interface Row {
  readonly [property: string]: unknown;
  readonly id: number;
  readonly version: number;
}

/** Resources whose records are stored, each with its schema. */
export const KEPT = {
  brands: 'Brand',
  categories: 'Category',
  items: 'Item',
  stores: 'Store',
  suppliers: 'Supplier',
  taxes: 'Tax',
} as const;

export type Kept = keyof typeof KEPT;

const schemaOf = (resource: Kept): Schema => contract.schemas[KEPT[resource]] ?? {};

/** Record from the contract's examples. Supplies values that have no default. */
export function exampleOf(resource: Kept): Row {
  const lists = contract.operations.filter(({ method, path }) => method === 'GET' && path === `/${resource}`);
  const [row] = lists.flatMap(({ example }) => (example as { data: Row[] }).data);
  return row as Row;
}

export interface Surroundings {
  readonly nextId: () => number;
  /** As in RFC 3339. */
  readonly now: string;
  /** Values for properties without a default. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** A record with every property of its schema: canonical amounts, and defaults for absent properties. */
export function completed(resource: Kept, given: object, surroundings: Surroundings): Row {
  return complete(schemaOf(resource), given, surroundings) as Row;
}

function complete(reference: Schema, given: unknown, surroundings: Surroundings): unknown {
  const { properties, items = {} } = resolved(reference, contract.schemas);
  if (typeof given === 'string') return canonical(given, nameOf(reference) ?? '');
  if (Array.isArray(given)) return given.map((entry) => complete(items, entry, surroundings));
  if (!isObject(given) || !properties) return given;
  const id = 'id' in properties ? (given.id ?? surroundings.nextId()) : undefined;
  const record: Record<string, unknown> = { ...given, ...(id !== undefined && { id }) };
  for (const [name, schema] of Object.entries(properties)) {
    const value = record[name];
    record[name] =
      value === undefined ? defaultOf(name, schema, { record, surroundings }) : complete(schema, value, surroundings);
  }
  return record;
}

interface Around {
  readonly record: Readonly<Record<string, unknown>>;
  readonly surroundings: Surroundings;
}

function defaultOf(name: string, reference: Schema, { record, surroundings }: Around): unknown {
  const { now, example } = surroundings;
  const named: Record<string, unknown> = {
    status: 1,
    version: 1,
    entryDate: now,
    updatedAt: now,
    trackStock: record.type !== 2,
    itemCode: `I${record.id}`,
    price: canonical('0', 'Money'),
  };
  const { type = [] } = resolved(reference, contract.schemas);
  if (type.includes('null')) return null;
  if (name in named) return named[name];
  if (type === 'array') return [];
  return type === 'integer' ? 0 : example[name];
}

/** Decimal places of the merchants' currency, GBP. */
const MINOR_UNITS = 2;

/** Canonical form of an amount or quantity: `3.1` becomes `3.10`, `1.500` becomes `1.5`. */
function canonical(text: string, schema: string): string {
  if (!/Money|Cost|Quantity/.test(schema)) return trimmed(text.normalize('NFC'));
  const [whole = '', fraction = ''] = text.split('.');
  const least = schema.includes('Quantity') ? 0 : MINOR_UNITS;
  const decimals = fraction.replace(/0+$/, '').padEnd(least, '0');
  return `${whole.replace(/^0+(?=\d)/, '')}${decimals && `.${decimals}`}`;
}
