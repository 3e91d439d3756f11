import { type Contract, resolved, type Schema } from './contract.ts';
import { memoized } from './memoized.ts';
import { spelledInstant, trimmed } from './text.ts';

/** Requests are checked against the schemas of the contract. http.every_detail, http.nested_shape, http.bounds_first */

/** A schema error and where it is in the value, as a JSON Pointer (RFC 6901). */
export interface Deviation {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

type Check = (schema: Schema, value: unknown, at: string) => Deviation[];

/** Checks values against schemas of the contract. Returns the errors; empty if the value is valid. */
export function createSchemaCheck(schemas: Contract['schemas']): Check {
  const check: Check = (reference, value, at) => {
    const schema = resolved(reference, schemas);
    return [
      ...checkType(schema, value, at),
      ...checkValues(schema, value, at),
      ...(typeof value === 'string' ? checkText(schema, value, at) : []),
      ...(typeof value === 'number' ? checkNumber(schema, value, at) : []),
      ...(Array.isArray(value) ? checkList(schema, value, at, check) : []),
      ...(isObject(value) ? checkObject(schema, value, at, check) : []),
      ...checkBranches(schema, value, at, check),
    ];
  };
  return check;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES: Readonly<Record<string, readonly [words: string, is: (value: unknown) => boolean]>> = {
  array: ['a list', Array.isArray],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
  integer: ['an integer', Number.isInteger],
  null: ['null', (value) => value === null],
  object: ['an object', isObject],
  string: ['a string', (value) => typeof value === 'string'],
};

function checkType({ type }: Schema, value: unknown, at: string): Deviation[] {
  const types = type === undefined ? [] : [type].flat();
  if (types.length === 0 || types.some((name) => TYPES[name]?.[1](value))) return [];
  const expected = `must be ${types.map((name) => TYPES[name]?.[0] ?? name).join(' or ')}`;
  const decimal = typeof value === 'number' && types.includes('string');
  return broken(at, 'type', decimal ? `${expected}: send decimals as strings, such as "12.50"` : expected);
}

function checkValues(schema: Schema, value: unknown, at: string): Deviation[] {
  if (schema.enum && !schema.enum.includes(value))
    return broken(at, 'enum', `must be one of ${schema.enum.join(', ')}`);
  if (schema.const !== undefined && schema.const !== value)
    return broken(at, 'enum', `must be ${JSON.stringify(schema.const)}`);
  return [];
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => isDate(text),
  'date-time': (text) => isDate(text.slice(0, 10)) && TIME_OF_DAY.test(text.slice(10)),
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
};

/** With an offset. RFC 3339 §5.6 */
const TIME_OF_DAY = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const compiled = memoized((pattern: string) => new RegExp(pattern, 'u'));

const LETTERS = new Intl.Collator('en', { sensitivity: 'base' });

/** False for text that consists of combining marks, which searches ignore. */
const isSearchable = (text: string): boolean => LETTERS.compare(text.normalize('NFKD').replace(/\s/g, ''), '') !== 0;

function checkText(schema: Schema, given: string, at: string): Deviation[] {
  const text = schema['x-tillgate-instant']
    ? spelledInstant(given)
    : schema['x-tillgate-trim']
      ? trimmed(given)
      : given;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
  const length = [...text].length;
  const bounds = [
    ...(length < minLength ? broken(at, 'minLength', atLeast(minLength, 'characters long')) : []),
    ...(length > maxLength ? broken(at, 'maxLength', `must be at most ${maxLength} characters long`) : []),
  ];
  const isBlank = schema['x-tillgate-searchable'] && !isSearchable(text);
  if (isBlank || (pattern !== undefined && !compiled(pattern).test(text)))
    bounds.push(...broken(at, 'pattern', schema['x-tillgate-rule'] ?? 'is not in the required form'));
  if (format !== undefined && FORMATS[format]?.(text) === false)
    bounds.push(...broken(at, 'format', `must be a valid ${format}`));
  return bounds;
}

/** Bounds of the integers that formats name. */
const INTEGERS: Readonly<Record<string, number>> = { int32: 2 ** 31, int64: Number.POSITIVE_INFINITY };

function checkNumber({ minimum, maximum, format = '' }: Schema, value: number, at: string): Deviation[] {
  const bound = INTEGERS[format];
  const isOfFormat = bound === undefined || (Number.isInteger(value) && value >= -bound && value < bound);
  return [
    ...(isOfFormat ? [] : broken(at, 'format', 'is not in the required form')),
    ...(minimum !== undefined && value < minimum ? broken(at, 'minimum', `must be at least ${minimum}`) : []),
    ...(maximum !== undefined && value > maximum ? broken(at, 'maximum', `must be at most ${maximum}`) : []),
  ];
}

function checkList(schema: Schema, list: readonly unknown[], at: string, check: Check): Deviation[] {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems, items } = schema;
  if (list.length > maxItems)
    return broken(at, 'maxItems', maxItems === 0 ? 'must be empty' : `must have at most ${maxItems} entries`);
  const spelled = (entry: unknown): unknown =>
    typeof entry === 'string' && items?.['x-tillgate-trim'] ? trimmed(entry) : entry;
  const repeated =
    uniqueItems === true && new Set(list.map((entry) => JSON.stringify(spelled(entry)))).size < list.length;
  return [
    ...(list.length < minItems ? broken(at, 'minItems', atLeast(minItems, 'entries')) : []),
    ...(repeated ? broken(at, 'uniqueItems', 'must not have an entry twice') : []),
    ...(items ? list.flatMap((entry, index) => check(items, entry, `${at}/${index}`)) : []),
  ];
}

function checkObject(schema: Schema, value: Record<string, unknown>, at: string, check: Check): Deviation[] {
  const { properties = {}, required = [], additionalProperties, minProperties = 0 } = schema;
  const given = Object.keys(value);
  const unknown = given.filter((name) => additionalProperties === false && !Object.hasOwn(properties, name));
  const absent = required.filter((name) => !Object.hasOwn(value, name));
  return [
    ...(given.length < minProperties ? broken(at, 'minProperties', 'must have at least one property') : []),
    ...absent.flatMap((name) => broken(below(at, name), 'required', 'is required')),
    ...unknown.flatMap((name) => broken(below(at, name), 'unknown', 'is not recognized')),
    ...given.flatMap((name) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return property ? check(property, value[name], below(at, name)) : [];
    }),
  ];
}

function checkBranches(schema: Schema, value: unknown, at: string, check: Check): Deviation[] {
  const { allOf = [], anyOf, if: condition } = schema;
  if (schema['x-tillgate-checked-apart']) return [];
  const branches = allOf.flatMap((branch) => check(branch, value, at));
  if (condition) {
    const branch = check(condition, value, at).length === 0 ? schema.then : schema.else;
    if (branch) branches.push(...check(branch, value, at));
  }
  if (anyOf) {
    const ways = anyOf.map((way) => check(way, value, at));
    if (ways.every((errors) => errors.length > 0)) branches.push(...(ways[0] ?? []));
  }
  return branches;
}

const atLeast = (least: number, unit: string): string =>
  least === 1 ? 'must not be empty' : `must be at least ${least} ${unit}`;

const below = (at: string, name: string): string => `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Name in a JSON Pointer of one step. */
export const nameIn = (pointer: string): string => pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');

const broken = (path: string, rule: string, message: string): Deviation[] => [{ path, rule, message }];
