import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { repeatable } from '../../errors.ts';
import { unreadable } from './read-rows.ts';

/** Properties whose texts may begin with an apostrophe. */
const PROSE = new Set(['name', 'description']);

const CODES = new Set(['itemCode', 'externalId', 'barcodes']);

/** Reads the text of a cell. `damage` names a mistake that only a spreadsheet can have made, and its repair. */
export function readSpreadsheetCell(cell: string, property: string): { text: string; damage: string | undefined } {
  const text = unguarded(cell, property);
  if (property !== 'barcodes') return { text, damage: damageOf(text, property) };
  const barcodes = text.split('|').map((barcode) => unguarded(barcode, property));
  const damages = barcodes.map((barcode) => damageOf(barcode, property));
  return { text: barcodes.join('|'), damage: damages.find((damage) => damage !== undefined) };
}

/** Removes the guards that keep a spreadsheet from reading text as a number or a formula: `="00123"` and `'00123`. */
function unguarded(cell: string, property: string): string {
  const text = cell.trim();
  const [, inner] = /^="(.*)"$/s.exec(text) ?? [];
  if (inner !== undefined) return inner.replaceAll('""', '"').trim();
  return text.replace(PROSE.has(property) ? /^'(?=[=+\-@])/ : /^'/, '').trim();
}

const ENTER_AGAIN = 'format the column as text, enter the value again and save the file';

function damageOf(text: string, property: string): string | undefined {
  if (/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/i.test(text))
    return `is the error ${text} of a spreadsheet: correct its formula and save the file again.`;
  if (PROSE.has(property)) return undefined;
  if (/^#{3,}$/.test(text)) return `is ${text}, because its column was too narrow: widen it and save the file again.`;
  if (!CODES.has(property)) return undefined;
  if (/^\d(?:[.,]\d+)?E[+-]\d+$/i.test(text))
    return `is ${text}, a number that a spreadsheet has shortened: ${ENTER_AGAIN}.`;
  // A short code may be a number with decimals.
  if ((property === 'barcodes' ? /^\d+[.,]0+$/ : /^[1-9]\d{4,}[.,]0+$/).test(text))
    return `is ${text}, a code that became a number with decimals: ${ENTER_AGAIN}, without them.`;
  return undefined;
}

interface PropertySchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly items?: PropertySchema;
  readonly anyOf?: readonly PropertySchema[];
  readonly oneOf?: readonly PropertySchema[];
  readonly allOf?: readonly PropertySchema[];
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly enum?: readonly unknown[];
}

/** More columns than any export has. Bounds the problems that one row can have. */
const MOST_COLUMNS = 250;

/** Longest column name that is shown in full. */
const LONGEST_HEADER = 80;

export interface Column {
  readonly header: string;
  /** Property of the item; undefined if the column is not loaded. */
  readonly property?: string;
  readonly kind?: keyof typeof READERS;
}

/** Readers by kind. Text that does not fit its kind stays unchanged, so that the API reports it. */
const READERS = {
  text: (text: string): unknown => text,
  // Statistics programs write `7.0` where another row of the column is empty.
  number: (text: string): unknown => (/^-?\d{1,15}(?:[.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : text),
  'yes or no': (text: string): unknown => {
    if (/^(true|yes|1)$/i.test(text)) return true;
    return /^(false|no|0)$/i.test(text) ? false : text;
  },
  'yes, no, 1 or 0': (text: string): unknown => {
    const flag = READERS['yes or no'](text);
    return typeof flag === 'boolean' ? Number(flag) : text;
  },
  'list separated by |': (text: string): unknown => entriesOf(text),
  'numbers separated by |': (text: string): unknown => entriesOf(text).map(READERS.number),
  JSON: (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  },
};

const entriesOf = (text: string): string[] =>
  text
    .split('|')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

export const readCell = (kind: keyof typeof READERS, text: string): unknown => READERS[kind](text);

/** Headers that other systems use, without spaces and punctuation. */
const ALIASES: Readonly<Record<string, string>> = {
  title: 'name',
  itemname: 'name',
  productname: 'name',
  sku: 'itemCode',
  code: 'itemCode',
  variantsku: 'itemCode',
  barcode: 'barcodes',
  variantbarcode: 'barcodes',
  ean: 'barcodes',
  gtin: 'barcodes',
  upc: 'barcodes',
  regularprice: 'price',
  variantprice: 'price',
  costperitem: 'cost',
  image: 'imageUrl',
};

const plain = (header: string): string => header.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Finds the property of each column. Requires one that names the item. */
export function columnsOf(header: readonly string[]): readonly Column[] {
  if (header.length > MOST_COLUMNS) throw unreadable(`has ${header.length} columns. Keep at most ${MOST_COLUMNS}.`);
  const kinds = kindsOf('ItemCreate');
  const names = new Map([...kinds.keys()].map((name) => [plain(name), name]));
  const columns = header.map((text): Column => {
    const property = names.get(plain(text)) ?? ALIASES[plain(text)];
    return {
      header: repeatable(text.trim(), LONGEST_HEADER),
      ...(property && { property, kind: kinds.get(property) ?? 'text' }),
    };
  });
  const known = columns.flatMap(({ property }) => property ?? []);
  const twice = known.find((property, i) => known.indexOf(property) < i);
  if (twice) {
    const both = columns.filter(({ property }) => property === twice).map((column) => column.header);
    throw unreadable(`has several columns that become ${twice}: ${both.join(', ')}. Keep one.`);
  }
  if (!known.includes('externalId') && !known.includes('itemCode')) {
    throw unreadable(
      'has no column externalId or itemCode, which names each item. Its first row has to name the columns.',
    );
  }
  return columns;
}

const schemas = document.components.schemas as unknown as Readonly<Record<string, PropertySchema>>;

function kindsOf(name: string): Map<string, keyof typeof READERS> {
  const { properties = {} } = schemas[name] ?? {};
  return new Map(Object.entries(properties).map(([property, schema]) => [property, kindOf(schema)]));
}

function kindOf(schema: PropertySchema): keyof typeof READERS {
  const types = typesOf(schema);
  if (types.has('array')) {
    const entries = typesOf(itemsOf(schema) ?? {});
    if (entries.has('object')) return 'JSON';
    return entries.has('integer') ? 'numbers separated by |' : 'list separated by |';
  }
  if (types.has('boolean')) return 'yes or no';
  if (String(enumOf(schema)) === '0,1') return 'yes, no, 1 or 0';
  return types.has('integer') ? 'number' : 'text';
}

const partsOf = ({ $ref, anyOf = [], oneOf = [], allOf = [] }: PropertySchema): PropertySchema[] => [
  ...($ref ? [schemas[$ref.split('/').at(-1) ?? ''] ?? {}] : []),
  ...anyOf,
  ...oneOf,
  ...allOf,
];

const typesOf = (schema: PropertySchema): Set<string> =>
  new Set([
    ...[schema.type ?? []].flat(),
    ...(schema.enum ?? []).map((value) => (typeof value === 'number' ? 'integer' : typeof value)),
    ...(schema.properties ? ['object'] : []),
    ...partsOf(schema).flatMap((part) => [...typesOf(part)]),
  ]);

const enumOf = (schema: PropertySchema): readonly unknown[] | undefined =>
  schema.enum ?? partsOf(schema).flatMap((part) => [enumOf(part) ?? []])[0];

const itemsOf = (schema: PropertySchema): PropertySchema | undefined =>
  schema.items ?? partsOf(schema).flatMap((part) => itemsOf(part) ?? [])[0];
