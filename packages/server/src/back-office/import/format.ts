import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import type { ValidateFunction } from 'ajv';
import { composed } from '../../contract/text.ts';
import { boundedAjv, toFieldErrors } from '../../contract/validation.ts';
import { parseInstant, toTimestamp } from '../../process/time.ts';
import { PAYMENT_KINDS, type Wrong, wrongAmounts, wrongLines } from '../../records/sales/rules.ts';
import { HOUR } from '../local-time.ts';
import type { Line, LineType, Problem, TextLine } from './lines.ts';

type Schema = Readonly<Record<string, unknown>>;

const part = (name: string): Schema => ({ $ref: `contract#/components/schemas/${name}` });
const field = (schema: string, name: string): Schema => part(`${schema}/properties/${name}`);
const optional = (schema: Schema, otherwise: unknown): Schema => ({ ...schema, default: otherwise });

/** Trims names and references alike, so that they match. */
const TRIMMED = { 'x-tillgate-trim': true };
const EXTERNAL_ID: Schema = { ...field('OpenOrder', 'externalId'), ...TRIMMED };
const REFERENCE: Schema = {
  ...TRIMMED,
  type: ['string', 'integer'],
  minLength: 1,
  maxLength: 255,
  pattern: '^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]+$',
  'x-tillgate-rule': 'must be a single line of text',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
};
const NULLABLE_REFERENCE: Schema = { ...REFERENCE, type: ['string', 'integer', 'null'] };
const INSTANT: Schema = { type: 'string', format: 'date-time' };
const STATUS = part('Status');
const MONEY = part('Money');

const object = (required: readonly string[], properties: Readonly<Record<string, Schema>>): Schema => {
  return { type: 'object', additionalProperties: false, required, properties };
};

const list = (items: Schema, minItems: number, maxItems: number): Schema => {
  return { type: 'array', minItems, maxItems, items };
};

const quantityOf = (required: readonly string[] = [], properties: Readonly<Record<string, Schema>> = {}): Schema =>
  object(['item', 'quantity', ...required], {
    item: REFERENCE,
    variant: optional(NULLABLE_REFERENCE, null),
    quantity: part('PositiveQuantity'),
    ...properties,
  });

const AMOUNTS = { gross: MONEY, discount: optional(MONEY, '0'), tax: optional(MONEY, '0') };
const ORDERED = {
  store: REFERENCE,
  number: field('OpenOrder', 'orderNo'),
  at: INSTANT,
  channel: optional(part('Channel'), 'counter'),
  lines: list(quantityOf(['gross'], AMOUNTS), 1, 500),
};
const SOLD_LINE = quantityOf(['gross'], { ...AMOUNTS, components: list(quantityOf(), 1, 50) });

const SIGNED_MONEY: Schema = {
  type: 'string',
  pattern: '^-?[0-9]{1,12}(\\.[0-9]{1,4})?$',
  'x-tillgate-rule': 'must be a decimal string with up to 12 digits and 4 decimals, such as "-0.40"',
  maxLength: 18,
};

/** Payments, and the parts of them that are not for the lines. */
const TENDERED = {
  payments: optional(list(object(['kind', 'amount'], { kind: { enum: PAYMENT_KINDS }, amount: MONEY }), 0, 20), []),
  rounding: optional(SIGNED_MONEY, '0'),
  changeGiven: optional(MONEY, '0'),
  tips: optional(MONEY, '0'),
};

const fieldsOf = (schema: string, names: readonly string[]): Readonly<Record<string, Schema>> =>
  Object.fromEntries(names.map((name) => [name, field(schema, name)]));

const ITEM_FIELDS = [
  ...['name', 'status', 'itemCode', 'barcodes', 'description', 'unit', 'price', 'cost'],
  ...['weighingScale', 'trackStock', 'lowStockLevel', 'imageUrl'],
];

const isType = (type: number): Schema => ({ required: ['itemType'], properties: { itemType: { const: type } } });

const ITEM: Schema = {
  ...object(['name'], {
    ...fieldsOf('ItemCreate', ITEM_FIELDS),
    itemType: field('ItemCreate', 'type'),
    tax: NULLABLE_REFERENCE,
    groupId: NULLABLE_REFERENCE,
    brandId: NULLABLE_REFERENCE,
    variants: field('ItemCreate', 'variants'),
    components: list(quantityOf(), 0, 50),
  }),
  allOf: [
    {
      if: isType(1),
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: { required: ['variants'], properties: { variants: { minItems: 1 } } },
      else: { properties: { variants: { maxItems: 0 } } },
    },
    {
      if: isType(2),
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: { required: ['components'], properties: { components: { minItems: 1 }, trackStock: { const: false } } },
      else: { properties: { components: { maxItems: 0 } } },
    },
  ],
};

const SCHEMAS: Readonly<Record<LineType, Schema>> = {
  store: object(['name', 'code', 'timezone'], {
    name: part('Name'),
    ...fieldsOf('Store', ['code', 'timezone']),
    currency: part('Currency'),
    address: field('Store', 'address'),
    status: STATUS,
  }),
  supplier: object(['name'], {
    name: part('Name'),
    ...fieldsOf('Supplier', ['code', 'email', 'phone']),
    status: STATUS,
  }),
  tax: object(['name', 'rate'], { name: part('Name'), rate: field('Tax', 'rate'), status: STATUS }),
  category: object(['name'], {
    ...fieldsOf('CategoryCreate', ['status', 'name', 'sortOrder', 'color']),
    parent: NULLABLE_REFERENCE,
  }),
  brand: object(['name'], fieldsOf('BrandCreate', ['status', 'name', 'description'])),
  item: ITEM,
  modifier: object(['name', 'options'], {
    ...fieldsOf('ModifierGroupCreate', ['status', 'name', 'minSelect', 'maxSelect']),
    options: list(
      object(['name'], {
        ...fieldsOf('NewModifierOption', ['name', 'price', 'sortOrder', 'status']),
        item: NULLABLE_REFERENCE,
      }),
      1,
      100,
    ),
    items: list(REFERENCE, 0, 500),
  }),
  menu: object(['name'], {
    ...fieldsOf('MenuCreate', ['status', 'name', 'description', 'delivery', 'takeaway', 'online', 'availability']),
    items: list(
      object(['item'], { ...fieldsOf('MenuItemInput', ['price', 'sortOrder', 'status']), item: REFERENCE }),
      0,
      1000,
    ),
    stores: list(REFERENCE, 0, 200),
  }),
  openingStock: object(['store', 'item', 'quantity'], {
    store: REFERENCE,
    item: REFERENCE,
    variant: optional(NULLABLE_REFERENCE, null),
    quantity: part('PositiveQuantity'),
    unitCost: optional(part('NullableMoney'), null),
    at: INSTANT,
  }),
  sale: object(['store', 'number', 'at', 'lines'], { ...ORDERED, lines: list(SOLD_LINE, 1, 500), ...TENDERED }),
  refund: object(['store', 'number', 'at', 'lines'], {
    ...ORDERED,
    ...TENDERED,
    sale: { ...field('Item', 'externalId'), ...TRIMMED, default: null },
  }),
  void: object([], { kind: { enum: ['sale', 'refund'], default: 'sale' }, at: INSTANT }),
  openOrder: object(['store', 'number', 'at', 'lines'], {
    ...ORDERED,
    state: { enum: ['open', 'closed'], default: 'open' },
  }),
  purchaseReturn: object(['supplier', 'store', 'date', 'lines'], {
    supplier: REFERENCE,
    store: REFERENCE,
    date: part('BusinessDate'),
    number: field('PurchaseReturnTransactionSummary', 'returnNo'),
    narration: optional(field('PurchaseReturnTransactionSummary', 'narration'), null),
    lines: list(quantityOf(['unitCost'], { unitCost: MONEY }), 1, 500),
  }),
};

export const LINE_TYPES = Object.keys(SCHEMAS) as LineType[];

const ajv = boundedAjv().addSchema(document, 'contract');

const validators = new Map<LineType, ValidateFunction>();

/**
 * Validates `{ requestBody: line }`, like a request. Fills in defaults only for records that never change; other
 * records get only what the line states. Compiled when the first line of a type is read.
 */
function validatorOf(type: LineType): ValidateFunction {
  const known = validators.get(type);
  if (known) return known;
  const schema = SCHEMAS[type] as { required: string[]; properties: Record<string, Schema> };
  const line = {
    ...schema,
    required: ['externalId', ...schema.required],
    properties: { type: { const: type }, externalId: EXTERNAL_ID, ...schema.properties },
  };
  const validator = ajv.compile({ type: 'object', properties: { requestBody: line } });
  validators.set(type, validator);
  return validator;
}

/** Earliest accepted date; no back office still has older records. */
const EARLIEST = '2000-01-01T00:00:00.000Z';

/** Milliseconds by which a till's clock may be fast. */
const CLOCK_ERROR = HOUR;

/** Largest offset of a time zone ahead of UTC, in milliseconds. */
const EARLIEST_ZONE = 14 * HOUR;

/** A line that is valid on its own; references are not checked yet. */
export interface Entry<Type extends LineType = LineType> {
  readonly number: number;
  readonly line: Line<Type>;
}

/** A line that is invalid on its own. */
export interface FaultyLine {
  readonly problems: readonly Problem[];
  /** The record of the line. Later lines may refer to it. */
  readonly introduces?: { readonly type: LineType; readonly externalId: string };
}

/** Parses and validates a line. Its dates are compared with `now`. */
export function parseLine({ number, text, fault = '' }: TextLine, now: number): Entry | FaultyLine {
  const faulty = (...found: readonly Wrong[]): FaultyLine => ({
    problems: found.map(({ path, message }) => ({ line: number, path, message })),
  });
  if (text === undefined) return faulty({ path: '', message: fault });
  const value = parse(text);
  if (value === undefined) return faulty({ path: '', message: 'is not a JSON object' });
  const type = LINE_TYPES.find((known) => known === value.type);
  if (type === undefined) return faulty({ path: '/type', message: `must be one of ${LINE_TYPES.join(', ')}` });
  const validate = validatorOf(type);
  const isValid = validate({ requestBody: value });
  const { externalId } = value;
  const introduces = typeof externalId === 'string' ? { introduces: { type, externalId } } : {};
  if (!isValid) return { ...faulty(...toFieldErrors(validate.errors ?? [])), ...introduces };
  const line = value as unknown as Line;
  const isReceipt = line.type === 'sale' || line.type === 'refund';
  const wrong = [
    ...(isReceipt ? wrongAmounts(line) : []),
    ...(line.type === 'openOrder' ? wrongLines(line.lines) : []),
    ...wrongDates(line, now),
  ];
  if (wrong.length > 0) return { ...faulty(...wrong), ...introduces };
  // Responses spell instants in whole milliseconds.
  const at = instantOf(line);
  return { number, line: at === undefined ? line : ({ ...line, at: toTimestamp(at) } as Line) };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = composed(JSON.parse(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const instantOf = (line: Line): number | undefined =>
  'at' in line && typeof line.at === 'string' ? parseInstant(line.at) : undefined;

function wrongDates(line: Line, now: number): readonly Wrong[] {
  const implausible = (path: string, text: string, time: number, latest: number): Wrong[] => {
    if (time < Date.parse(EARLIEST)) return [{ path, message: `must not be before ${EARLIEST.slice(0, 10)}: ${text}` }];
    if (time <= latest) return [];
    return [{ path, message: `must not be in the future, later than ${toTimestamp(latest)}: ${text}` }];
  };
  if (line.type === 'purchaseReturn')
    return implausible('/date', line.date, Date.parse(line.date), now + EARLIEST_ZONE);
  const at = instantOf(line);
  return at === undefined ? [] : implausible('/at', `${line.at}`, at, now + CLOCK_ERROR);
}
