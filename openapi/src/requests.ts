// Schemas of the contract's requests, and values that they reject by little.
import bundle from '../generated/openapi.json' with { type: 'json' };
import { type OpenApiDocument, type Reference, resolve as resolveIn } from './document.ts';

/** Keywords of request schemas; .spectral.yaml refuses others. `anyOf` occurs only with `x-tillgate-checked-apart`. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly additionalProperties?: boolean;
  /** Accepted only with the stored value. Can also be set next to a `$ref`. */
  readonly readOnly?: boolean;
  readonly allOf?: readonly Schema[];
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  /** Trimmed before the other keywords apply. */
  readonly 'x-tillgate-trim'?: boolean;
  /** Text of combining marks alone is rejected. */
  readonly 'x-tillgate-searchable'?: boolean;
}

/** Resolves a reference of the bundle. TypeScript infers the imported JSON too widely for the document's type. */
export const resolve = <T extends object>(value: T | Reference): T =>
  resolveIn(bundle as unknown as OpenApiDocument, value);

const typesOf = (schema: Schema): readonly string[] => (schema.type === undefined ? [] : [schema.type].flat());

/** A value that a schema rejects, with the broken rule in words. */
export interface Wrong {
  readonly what: string;
  readonly value: unknown;
}

/** One value per JSON type; 1.5 is a number but not an integer. */
const OF_TYPE = { string: 'x', integer: 1, number: 1.5, boolean: true, array: ['x'], object: { x: 1 }, null: null };

/** Values of every JSON type that the schema rejects. */
export function wrongTypes(reference: Schema): Wrong[] {
  const types = typesOf(resolve(reference));
  if (types.length === 0) return [];
  return Object.entries(OF_TYPE)
    .filter(([type]) => !types.includes(type))
    .map(([type, value]) => ({ what: `of type ${type}`, value }));
}

/** Values of the right type just beyond each bound. */
export function beyondBounds(reference: Schema): Wrong[] {
  const schema = resolve(reference);
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, uniqueItems, pattern, items } = schema;
  const wrong: Wrong[] = [];
  if (schema.enum) wrong.push({ what: 'not in the enumeration', value: notIn(schema.enum) });
  if (minimum !== undefined) wrong.push({ what: `below ${minimum}`, value: minimum - 1 });
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    wrong.push({ what: `above ${maximum}`, value: maximum + 1 });
  if (minLength) wrong.push({ what: `shorter than ${minLength}`, value: 'x'.repeat(minLength - 1) });
  if (maxLength !== undefined && !pattern?.includes('0-9'))
    wrong.push({ what: `longer than ${maxLength}`, value: tooLong(schema) });
  if (pattern !== undefined) wrong.push(...offPattern(pattern, maxLength ?? Infinity));
  if (minItems) wrong.push({ what: `fewer than ${minItems} elements`, value: [] });
  if (maxItems !== undefined && items)
    wrong.push({ what: `more than ${maxItems} elements`, value: tooMany(items, maxItems) });
  if (uniqueItems && items) wrong.push({ what: 'an element twice', value: Array(2).fill(tooMany(items, 0)[0]) });
  return wrong;
}

const notIn = ([first]: readonly unknown[]): unknown => (typeof first === 'number' ? 99 : 'conf-none');

function tooLong({ maxLength = 0, pattern = '' }: Schema): string {
  const starts = ['', 'https://conf.example/', '#'];
  const texts = starts.map((start) => start.padEnd(maxLength + 1, 'a'));
  return texts.find((text) => new RegExp(pattern, 'u').test(text)) ?? 'a'.repeat(maxLength + 1);
}

/** Texts that an unanchored pattern, or one that allows control characters, would accept. */
const SUSPECTS = [
  '\u0000',
  'a\u0000b',
  '\u0007bell',
  'a\u202Eb',
  ' ',
  '-1',
  '1.',
  '.5',
  '1e3',
  '0x10',
  '1,5',
  '1.23456',
  'NaN',
  '+1',
  '１２',
];

const offPattern = (pattern: string, longest: number): Wrong[] =>
  SUSPECTS.filter((text) => text.length <= longest && !new RegExp(pattern, 'u').test(text))
    .slice(0, 7)
    .map((value) => ({ what: `${JSON.stringify(value)}, which is off the pattern`, value }));

function tooMany(items: Schema, maxItems: number): unknown[] {
  const type = typesOf(resolve(items)).find((one) => one !== 'null');
  return Array.from({ length: maxItems + 1 }, (_, i) =>
    type === 'integer' ? i + 1 : type === 'string' ? `conf-${i}` : {},
  );
}

/** Query texts that a parameter rejects. */
export function wrongTexts(reference: Schema): string[] {
  const schema = resolve(reference);
  const type = typesOf(schema)[0];
  const beyond = beyondBounds(schema).map(({ value }) => (Array.isArray(value) ? value.join(',') : String(value)));
  switch (type) {
    case 'integer':
      return [...beyond, '', 'x', '1.5', '1e1', '0x1', ' 1', '--1', 'null'];
    case 'boolean':
      return ['', 'yes', 't', '2', 'null'];
    case 'array':
      return [...beyond.filter((text) => text !== ''), ...inArray(schema.items ?? {})];
    default:
      return beyond;
  }
}

const inArray = (items: Schema): string[] => wrongTexts(items).flatMap((text) => (text.includes(',') ? [] : [text]));
