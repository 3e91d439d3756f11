import { html } from 'hono/html';
import type { BodySchema, Operation } from '../../../contract/contract.ts';
import { isDecimal } from '../../../contract/read-only.ts';
import { type AnyField, FormRejected, type Options } from '../../kit/fields.ts';
import type { Html } from '../../languages/html.ts';

export type Value = Readonly<Record<string, unknown>>;

/** A property of a body as a field of a form. */
export interface Property {
  readonly name: string;
  readonly schema: BodySchema;
  /** True if a new record must have it. */
  readonly isRequired: boolean;
}

/** Properties that the operation accepts. */
export const propertiesOf = ({ bodySchema, readOnly }: Operation): Property[] =>
  Object.entries(bodySchema.properties ?? {})
    .filter(([name]) => !readOnly?.names.has(name))
    .map(([name, schema]) => ({ name, schema, isRequired: bodySchema.required?.includes(name) ?? false }));

/** Name of the property's field. The prefix keeps it apart from the filters on the same page. */
export const fieldName = (property: string): string => `set-${property}`;

/** Converts a property's values to and from the text of a field. */
interface Notation {
  readonly control: Omit<AnyField, 'name' | 'label'>;
  readonly hint?: string;
  write(value: unknown): string;
  /** Reads the text as a JSON value. Text that is no valid value stays text, which the API rejects. */
  read(text: string): unknown;
}

const single = (attributes: Html): Notation => ({ write: String, read: (value) => value, control: { attributes } });

function notationOf(schema: BodySchema): Notation {
  const types = typesOf(schema);
  if (schema.enum || types.includes('boolean')) return choice(schema.enum ?? [true, false]);
  if (types.includes('integer')) return { ...single(html`inputmode="numeric" autocomplete="off"`), read: readInteger };
  if (types.includes('array')) return typesOf(schema.items ?? {}).includes('object') ? json : list(schema.items ?? {});
  if (types.includes('object')) return json;
  if (schema.format === 'date') return single(html`type="date"`);
  if (isDecimal(schema)) return single(html`inputmode="decimal" autocomplete="off"`);
  const isLong = new RegExp(schema.pattern ?? '', 'u').test('two\nlines');
  if (isLong) return { ...single(html``), control: { lines: true, attributes: html`rows="3"` } };
  return single(html`autocomplete="off"`);
}

const typesOf = ({ type = [] }: Pick<BodySchema, 'type'>): readonly string[] => [type].flat();

const choice = (values: readonly unknown[]): Notation => ({
  write: String,
  read: (value) => values.find((one) => String(one) === value) ?? value,
  control: { options: values.filter((one) => one !== null).map((one): Options[number] => [String(one), String(one)]) },
});

const readInteger = (value: string): unknown => (/^-?\d{1,16}$/.test(value.trim()) ? Number(value) : value);

/** A list of values that are not objects, one per line. */
const list = (items: BodySchema): Notation => ({
  hint: 'One a line.',
  write: (values) => (values as readonly unknown[]).join('\n'),
  read: (value) =>
    value
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(typesOf(items).includes('integer') ? readInteger : String),
  control: { lines: true, attributes: html`rows="3" spellcheck="false"` },
});

const json: Notation = {
  hint: 'As JSON.',
  write: (value) => JSON.stringify(value, null, 2),
  read: JSON.parse,
  control: { lines: true, attributes: html`rows="4" spellcheck="false" class="code"` },
};

/** Maximum encoded text of a form, three quarters of what a page accepts. */
const LONGEST = 48 * 1024;

/** The properties that fit into a form. A thousand lines do not. */
export function editable(properties: readonly Property[], record: Value): Property[] {
  let left = LONGEST;
  return properties.filter((property) => {
    const size = encodeURIComponent(written(property, record[property.name])).length;
    if (size > left) return false;
    left -= size;
    return true;
  });
}

const written = ({ schema }: Property, value: unknown): string =>
  value === null || value === undefined ? '' : notationOf(schema).write(value);

/** Form values for a record; all empty for a new one. */
export const filling = (properties: readonly Property[], record: Value): Record<string, string> =>
  Object.fromEntries(
    properties.map((property) => [fieldName(property.name), written(property, record[property.name])]),
  );

export function propertyField(property: Property, isNew: boolean, more?: Html): AnyField {
  const { name, schema, isRequired } = property;
  const { control, hint } = notationOf(schema);
  const none = isNew ? 'Default' : 'None';
  const optional = isNew ? !isRequired : canBeEmpty(schema);
  const [sentence = schema.description ?? ''] = /^.*?\.(?= |$)/.exec(schema.description ?? '') ?? [];
  const meaning = schema.enum ? sentence.replaceAll('`', '') : undefined;
  const said = [meaning, hint].filter(Boolean).join(' ');
  return {
    ...control,
    ...(control.options && optional && { options: [['', none], ...control.options] }),
    name: fieldName(name),
    label: name,
    optional,
    ...((said || more) && { hint: html`${said} ${more}` }),
  };
}

const canBeEmpty = (schema: BodySchema): boolean =>
  ['null', 'array'].some((type) => typesOf(schema).includes(type)) || schema.enum?.includes(null) === true;

/** Body of a new record: the properties that were filled in. */
export const newBody = (properties: readonly Property[], fields: URLSearchParams): Value =>
  bodyOf(properties, fields, (_, value) => value !== '');

/** Body of a change: the properties that differ from the record. */
export const changedBody = (properties: readonly Property[], fields: URLSearchParams, record: Value): Value =>
  bodyOf(properties, fields, (property, value) => value !== written(property, record[property.name]));

/** Collects the properties to send. Reports all unreadable ones at once. */
function bodyOf(
  properties: readonly Property[],
  fields: URLSearchParams,
  isSent: (property: Property, value: string) => boolean,
): Value {
  const body: Record<string, unknown> = {};
  const unreadable: string[] = [];
  for (const property of properties) {
    const value = fields.get(fieldName(property.name))?.replaceAll('\r\n', '\n');
    if (value === undefined || !isSent(property, value)) continue;
    try {
      const isNone = value === '' && canBeEmpty(property.schema) && !typesOf(property.schema).includes('array');
      body[property.name] = isNone ? null : notationOf(property.schema).read(value);
    } catch {
      unreadable.push(property.name);
    }
  }
  if (unreadable.length > 0)
    throw new FormRejected(unreadable.map((name) => ({ field: fieldName(name), message: `${name}: must be JSON` })));
  return body;
}
