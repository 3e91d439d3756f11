import fc from 'fast-check';
import { type Branch, branchesOf, meets, type Schema, schemaOf, typesOf } from './schema.ts';

/** Existing values by property or parameter, such as `brandId`, or `variants.id` inside a list. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** Strings that servers tend to mishandle. Each schema gets the ones it allows. */
const AWKWARD = [
  '', ' ', 'a', '0', '00', '-1', 'null', 'true', 'undefined', 'NaN', '__proto__', 'constructor', '%', '_%\\', "o'clock",
  '"quoted"', '\\', '\\u0000', '{"a":1}', '[]', '<b>&amp;</b>', 'a,b', 'a&b=c', 'a+b', 'a  b ', 'tab\tend', 'a\r\nb',
  'Ōtsuka', 'İstanbul', 'straße', 'ẞ', 'ﬁ', 'e\u0301', '\u00A0x', '\u00AD', '\u200B', '\u202Eabc', '\uFEFFbom', '\u2028',
  '\uFFFE', '\uFFFF', '🍌', '👩‍👩‍👧‍👦', '\u{10FFFF}', '日本語', 'عربى', '1e3', '000.1', '0.0001', '999999999999.9999', '$1', ':id',
]; // biome-ignore format: a list of words

const lengthOf = (text: string): number => [...text].length;

const patternOf = ({ pattern = '' }: Schema): RegExp => new RegExp(pattern, 'u');

const LETTERS = new Intl.Collator('en', { sensitivity: 'base' });

const isSearchable = (text: string): boolean => LETTERS.compare(text.normalize('NFKD').replaceAll(/\s/g, ''), '') !== 0;

const trimmed = (text: string): string => text.replaceAll(/^[\s\u200B\u2060]+|[\s\u200B\u2060]+$/g, '');

function isValidText(schema: Schema, sent: string): boolean {
  const text = schema['x-tillgate-trim'] ? trimmed(sent) : sent;
  return (
    patternOf(schema).test(text) &&
    (!schema['x-tillgate-searchable'] || isSearchable(text)) &&
    lengthOf(text) >= (schema.minLength ?? 0) &&
    lengthOf(text) <= (schema.maxLength ?? Infinity)
  );
}

/** Arbitrary values of a schema. `name` selects the known values, so that references often resolve. */
export function valuesOf(reference: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  const schema = schemaOf(reference);
  const types = typesOf(schema);
  const value = plainValues(schema, types.find((type) => type !== 'null') ?? 'object', name, known);
  return types.includes('null') ? fc.option(value, { freq: 5, nil: null }) : value;
}

function plainValues(schema: Schema, type: string, name: string, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return oftenKnown(integers(schema), knownFor(name, known));
    case 'string':
      return oftenKnown(texts(schema), knownFor(name, known).map(String));
    case 'array':
      return lists(schema, name, known);
    case 'object':
      return fc.oneof(...branchesOf(schema).map((branch) => objects(branch, name, known)));
    default:
      throw new Error(`The generators of requests do not support the type ${type}.`);
  }
}

const knownFor = (name: string, known: Known): readonly unknown[] =>
  known[name] ?? known[name.split('.').at(-1) ?? ''] ?? [];

const oftenKnown = <T>(values: fc.Arbitrary<T>, existing: readonly unknown[]): fc.Arbitrary<unknown> =>
  existing.length === 0
    ? values
    : fc.oneof({ weight: 7, arbitrary: fc.constantFrom(...existing) }, { weight: 1, arbitrary: values });

function integers({ minimum = -(2 ** 31), maximum = 2 ** 31 - 1 }: Schema): fc.Arbitrary<number> {
  const near = fc.integer({ min: minimum, max: Math.min(maximum, minimum + 200) });
  return fc.oneof(fc.constantFrom(minimum, maximum), near, fc.integer({ min: minimum, max: maximum }));
}

const daysBetween = (first: string, last: string): fc.Arbitrary<string> =>
  fc
    .date({ min: new Date(first), max: new Date(last), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

/** Days that exist, which a pattern alone cannot ensure. Mostly past ones, where documents are. */
const days = fc.oneof(
  { weight: 9, arbitrary: daysBetween('2000-01-01', '2026-01-01') },
  { weight: 1, arbitrary: daysBetween('1000-01-01', '9999-12-31') },
);

const instantsBetween = (first: string, last: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.date({ min: new Date(first), max: new Date(last), noInvalidDate: true }),
      fc.constantFrom('Z', '+05:30', '-08:00', '+14:00', '-12:00'),
    )
    .map(([date, offset]) => date.toISOString().replace('Z', offset));

const instants = fc.oneof(
  { weight: 9, arbitrary: instantsBetween('2000-01-02', '2026-01-01') },
  { weight: 1, arbitrary: instantsBetween('1000-01-02', '9999-12-30') },
);

/** Texts that match the pattern: arbitrary, minimal, maximal and awkward ones. */
function texts(schema: Schema): fc.Arbitrary<string> {
  if (schema.if) return fc.oneof(texts(schemaOf(schema.then ?? {})), texts(schemaOf(schema.else ?? {})));
  if (schema.format === 'date') return days.filter((day) => isValidText(schema, day));
  if (schema.format === 'date-time') return instants.filter((instant) => isValidText(schema, instant));
  const matching =
    schema.pattern === undefined ? fc.string({ unit: 'grapheme' }) : fc.stringMatching(patternOf(schema));
  const awkward = AWKWARD.filter((text) => isValidText(schema, text));
  const sized = matching.filter((text) => isValidText(schema, text));
  return fc.oneof(
    { weight: 6, arbitrary: sized },
    { weight: 1, arbitrary: sized.map((text) => stretched(schema, text, schema.maxLength ?? 100)) },
    { weight: 1, arbitrary: sized.map((text) => shortened(schema, text)) },
    ...(awkward.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...awkward) }] : []),
  );
}

/** Lengthens a text up to `length` by repeating characters that match the pattern. */
function stretched(schema: Schema, text: string, length: number): string {
  const pattern = patternOf(schema);
  let characters = [...text];
  for (let i = 0; i < characters.length; i += 1) {
    for (let more = length - characters.length; more >= 1; more >>= 1) {
      if (characters.length + more > length) continue;
      const longer = characters.toSpliced(i, 0, ...Array<string>(more).fill(characters[i] ?? ''));
      if (pattern.test(longer.join(''))) characters = longer;
    }
  }
  return characters.join('');
}

function shortened(schema: Schema, text: string): string {
  let characters = [...text];
  for (let i = characters.length - 1; i >= 0; i -= 1) {
    const shorter = characters.toSpliced(i, 1);
    if (isValidText(schema, shorter.join(''))) characters = shorter;
  }
  return characters.join('');
}

/** Mostly short lists, sometimes of maximum length. */
function lists(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown[]> {
  const items = valuesOf(schema.items ?? {}, name, known);
  const { minItems = 0, maxItems = 100 } = schema;
  const ofLength = (minLength: number, maxLength: number): fc.Arbitrary<unknown[]> => {
    const size = { minLength, maxLength, size: 'max' as const };
    return schema.uniqueItems ? fc.uniqueArray(items, { ...size, comparator: 'SameValue' }) : fc.array(items, size);
  };
  return fc.oneof(
    { weight: 80, arbitrary: ofLength(minItems, Math.min(maxItems, Math.max(minItems, 3))) },
    { weight: 8, arbitrary: ofLength(minItems, Math.min(maxItems, 10)) },
    { weight: 1, arbitrary: ofLength(Math.min(maxItems, 100), Math.min(maxItems, 100)) },
    ...(maxItems > 100 ? [{ weight: 1, arbitrary: ofLength(maxItems, maxItems) }] : []),
  );
}

/** Objects of one branch: minimal, complete, or with any subset of the optional properties. */
function objects({ schema, failing }: Branch, name: string, known: Known): fc.Arbitrary<object> {
  const properties = Object.entries(schema.properties ?? {}).filter(([, property]) => !property.readOnly);
  const model = Object.fromEntries(
    properties.map(([key, property]) => [key, valuesOf(property, name ? `${name}.${key}` : key, known)]),
  );
  const required = (schema.required ?? []) as string[];
  const isAllowed = (value: object) =>
    Object.keys(value).length >= (schema.minProperties ?? 0) && !failing.some((condition) => meets(value, condition));
  const subset = fc.record(model, { requiredKeys: required, noNullPrototype: true });
  const closed = fc
    .oneof(
      { weight: 1, arbitrary: fc.record(pick(model, required), { noNullPrototype: true }) },
      { weight: 5, arbitrary: few(model, required) },
      { weight: 2, arbitrary: subset },
      { weight: 1, arbitrary: fc.record(model, { noNullPrototype: true }) },
    )
    .filter(isAllowed);
  return schema.additionalProperties === false
    ? closed
    : opened(
        closed,
        properties.map(([key]) => key),
      );
}

const pick = <T>(model: Record<string, T>, keys: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(model).filter(([key]) => keys.includes(key)));

/** Required properties and a few optional ones, so that most requests pass the first check of references. */
function few(model: Record<string, fc.Arbitrary<unknown>>, required: readonly string[]): fc.Arbitrary<object> {
  const optional = Object.keys(model).filter((key) => !required.includes(key));
  return fc
    .subarray(optional, { maxLength: Math.min(4, optional.length) })
    .chain((keys) => fc.record(pick(model, [...required, ...keys]), { noNullPrototype: true }));
}

function opened(closed: fc.Arbitrary<object>, declared: readonly string[]): fc.Arbitrary<object> {
  const key = fc.string({ minLength: 1 }).filter((name) => !declared.includes(name) && name !== '__proto__');
  const extra = fc.dictionary(key, fc.jsonValue(), { maxKeys: 2, noNullPrototype: true });
  return fc.oneof(
    { weight: 3, arbitrary: closed },
    fc.tuple(closed, extra).map(([value, more]) => ({ ...more, ...value })),
  );
}
