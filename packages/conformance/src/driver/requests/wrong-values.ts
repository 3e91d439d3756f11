import type { Schema } from '../../specification/contract.ts';
import { type Option, option } from './factor.ts';
import { schemaOf } from './values.ts';

/** Values that a schema rejects, with the broken rule as label. */
export const wrongValues = (reference: Schema): Option[] => {
  const schema = schemaOf(reference);
  return [...wrongTypes(schema), ...beyondBounds(schema)].map(({ what, value }) => option(what, () => value));
};

/** Query texts that a parameter's schema rejects. */
export const wrongTexts = (schema: Schema): Option[] =>
  [...new Set(textsBeyond(schemaOf(schema)))].map((text) => option(JSON.stringify(text), () => text));

interface Wrong {
  readonly what: string;
  readonly value: unknown;
}

const typesOf = ({ type = [] }: Schema): readonly string[] => [type].flat();

/** One value per JSON type; 1.5 is a number but not an integer. */
const OF_TYPE = { string: 'x', integer: 1, number: 1.5, boolean: true, array: ['x'], object: { x: 1 }, null: null };

/** Values of every JSON type that the schema rejects. */
function wrongTypes(schema: Schema): Wrong[] {
  const types = typesOf(schema);
  if (types.length === 0) return [];
  return Object.entries(OF_TYPE)
    .filter(([type]) => !types.includes(type))
    .map(([type, value]) => ({ what: `of type ${type}`, value }));
}

/** Values of the right type just beyond each bound. */
function beyondBounds(schema: Schema): Wrong[] {
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
  const type = typesOf(schemaOf(items)).find((one) => one !== 'null');
  return Array.from({ length: maxItems + 1 }, (_, i) =>
    type === 'integer' ? i + 1 : type === 'string' ? `conf-${i}` : {},
  );
}

function textsBeyond(schema: Schema): string[] {
  const [type] = typesOf(schema);
  const beyond = beyondBounds(schema).map(({ value }) => (Array.isArray(value) ? value.join(',') : String(value)));
  switch (type) {
    case 'integer':
      return [...beyond, '', 'x', '1.5', '1e1', '0x1', ' 1', '--1', 'null'];
    case 'boolean':
      return ['', 'yes', 't', '2', 'null'];
    case 'array':
      return [...beyond.filter((text) => text !== ''), ...textsOfEntries(schemaOf(schema.items ?? {}))];
    default:
      return beyond;
  }
}

const textsOfEntries = (items: Schema): string[] => textsBeyond(items).filter((text) => !text.includes(','));
