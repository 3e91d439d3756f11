import { CONTRACT } from '../../contract/specification-contract.ts';
import { drawing } from '../../draw.ts';
import type { Fields } from '../../specification/answer.ts';
import { resolved, type Schema } from '../../specification/contract.ts';
import { createSchemaCheck } from '../../specification/shape.ts';
import { type Option, option, pick, type Scene, UNKNOWN_ID } from './factor.ts';
import { entriesOf, referenceLists, referenceOptions, tableNamed, VARIANT_OPTIONS } from './references.ts';
import { DAYS, DECIMALS, LONG_TEXTS, namesUpTo, OTHER_TEXTS, PAST_INSTANTS, SHORT_TEXTS, TEXT_EDGES } from './texts.ts';

/** Ways to fill in a property, from its schema. */

const check = createSchemaCheck(CONTRACT.schemas);

export const schemaOf = (schema: Schema): Schema => resolved(schema, CONTRACT.schemas);

export const isNullable = ({ type }: Schema): boolean => [type].flat().includes('null');

const typeOf = ({ type }: Schema): string | undefined => [type].flat().find((one) => one !== 'null');

/** For trying which texts a schema allows. */
const SAMPLE: Scene = {
  draw: drawing(1),
  name: () => 'conf-1',
  records: () => [],
  foreign: () => [],
  strangers: [],
  neighbours: [],
  movements: () => [],
  saleDays: () => [],
  cursors: () => [],
  isUsed: () => false,
  stored: undefined,
  today: '2026-03-02',
  latest: '2026-03-02',
};

const allows =
  (schema: Schema) =>
  ({ value }: Option): boolean =>
    check(schema, value(SAMPLE, {}), '').length === 0;

/** Choices for a property that a request contains: none is absent. `list` is the nested list that it is in. */
export function valuesFor(reference: Schema, name: string, list?: string): Option[] {
  const schema = schemaOf(reference);
  const stored = list === undefined ? [option('equal', (scene) => scene.stored?.[name])] : [];
  return [
    ...plainValues(schema, name, list),
    ...(isNullable(schema) && !schema.enum ? [option('null', () => null)] : []),
    ...stored,
    ...taken(schema, name, list),
  ];
}

/** Awkward texts, where a schema allows names. */
export const edgesOf = (reference: Schema): readonly Option[] => {
  const schema = schemaOf(reference);
  const [name] = namesUpTo(100);
  return typeOf(schema) === 'string' && !schema.enum && name && allows(schema)(name) ? TEXT_EDGES : [];
};

function plainValues(schema: Schema, name: string, list: string | undefined): Option[] {
  const table = tableNamed(name);
  if (name === 'variantId') return [...VARIANT_OPTIONS];
  if (name === 'id' || name === 'lineId') return idsIn(list ?? 'lines');
  if (schema['x-tillgate-checked-apart']) return partsOfBatch();
  if (schema.const !== undefined) return [option(String(schema.const), () => schema.const)];
  if (schema.enum) return schema.enum.map((value) => option(String(value), () => value));
  if (schema.format === 'date-time') return [...PAST_INSTANTS];
  switch (typeOf(schema)) {
    case 'boolean':
      return [false, true].map((value) => option(String(value), () => value));
    case 'integer':
      return table ? [...referenceOptions(table), ...otherEnds(name)] : integers(schema);
    case 'string':
      return textsOf(schema);
    case 'array':
      return table ? referenceLists(table) : textLists(schema);
    default:
      return [];
  }
}

/** The store at the other end of a transfer. */
function otherEnds(name: string): Option[] {
  const other = { fromStoreId: 'toStoreId', toStoreId: 'fromStoreId' }[name];
  return other ? [option('of the other end', ({ stored }, siblings) => siblings[other] ?? stored?.[other])] : [];
}

const partsOfBatch = (): Option[] => [
  option('a name', ({ name }) => ({ name: name() })),
  option('a price', () => ({ price: '1.50' })),
  option('a name and a code', ({ name }) => ({ name: name(), itemCode: name() })),
  option('a code that is taken', ({ name, neighbours, draw }) => ({
    name: name(),
    itemCode: pick(neighbours, draw)?.itemCode,
  })),
  option('nothing', () => ({})),
  option('an unknown property', ({ name }) => ({ name: name(), colour: 'red' })),
  option('a price with too many decimals', ({ name }) => ({ name: name(), price: '1.2345' })),
  option('an unknown category', ({ name }) => ({ name: name(), groupId: UNKNOWN_ID })),
];

/** Ids of the stored record's entries. */
function idsIn(list: string): Option[] {
  const entries = ({ stored }: Scene): readonly Fields[] => entriesOf(stored, list);
  return [
    option('the first', (scene) => entries(scene)[0]?.id),
    option('the last', (scene) => entries(scene).at(-1)?.id),
    option('unknown', () => 9_007_199_254_740_990),
    option('an item', ({ records, draw }) => pick(records('items'), draw)?.id),
  ];
}

function integers({ minimum = 0, maximum = 100 }: Schema): Option[] {
  const values = [minimum, Math.min(minimum + 2, maximum), maximum];
  return [...new Set(values)].map((value) => option(String(value), () => value));
}

function textsOf(schema: Schema): Option[] {
  const { maxLength = 100 } = schema;
  const sets = [[...namesUpTo(maxLength), ...LONG_TEXTS], SHORT_TEXTS, DAYS, DECIMALS, OTHER_TEXTS];
  for (const set of sets) {
    const fitting = set.filter(allows(schema));
    if (fitting.length > 0 && set[0] === fitting[0]) return fitting;
  }
  return OTHER_TEXTS.filter(allows(schema));
}

/** Lists of texts, such as barcodes. */
function textLists({ items = {}, maxItems = 10, type }: Schema): Option[] {
  if (type !== 'array' || typeOf(schemaOf(items)) !== 'string') return [option('none', () => [])];
  const several = (count: number, { name }: Scene): string[] => Array.from({ length: count }, () => name());
  return [
    option('one', (scene) => several(1, scene)),
    option('none', () => []),
    option('most', (scene) => several(maxItems, scene)),
    option('one twice', (scene) => several(1, scene).flatMap((text) => [text, text])),
  ];
}

/** Properties of which records cannot have the same value. */
const UNIQUE = new Set(['name', 'externalId', 'itemCode', 'barcodes', 'orderNo', 'transferNo', 'adjustmentNo']);

/** Values that another record has: as it is, and in another case with accents. */
function taken(schema: Schema, name: string, list: string | undefined): Option[] {
  if (!UNIQUE.has(name)) return [];
  const othersValue = ({ stored, draw, neighbours }: Scene): unknown => {
    const others = neighbours.filter((row) => row.id !== stored?.id && (row[name] ?? null) !== null);
    return pick(others, draw)?.[name];
  };
  const respelled = (value: unknown): unknown =>
    typeof value === 'string' ? value.toUpperCase().replaceAll('E', 'É') : undefined;
  if (typeOf(schema) === 'array' || list !== undefined) return [option('taken', othersValue)];
  return [option('taken', othersValue), option('taken, respelled', (scene) => respelled(othersValue(scene)))];
}
