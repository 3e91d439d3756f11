import document from '@tillgate/openapi/openapi.json' with { type: 'json' };

/**
 * Read-only parts of a body, according to the contract's `readOnly`: properties, and lists whose
 * entries have such parts.
 */
export interface ReadOnlyParts {
  readonly names: ReadonlySet<string>;
  readonly lists: ReadonlyMap<string, { readonly key: string; readonly parts: ReadOnlyParts }>;
}

interface Schema {
  readonly $ref?: string;
  readonly pattern?: string;
  readonly readOnly?: boolean;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** Finds the read-only parts in the schema of an operation's body; undefined if there are none. */
export function readOnlyParts(path: string, method: string): ReadOnlyParts | undefined {
  const operation = (document.paths as unknown as Record<string, Record<string, Operation>>)[path]?.[method];
  return partsOf(operation?.requestBody?.content['application/json']?.schema ?? {});
}

function partsOf(reference: Schema): ReadOnlyParts | undefined {
  const properties = Object.entries(target(reference).properties ?? {});
  const names = new Set(properties.filter(([, property]) => property.readOnly).map(([name]) => name));
  const lists = new Map(
    properties.flatMap(([name, property]) => {
      const entry = target(property).items;
      const parts = entry && !names.has(name) ? partsOf(entry) : undefined;
      return entry && parts ? [[name, { key: keyOf(target(entry)), parts }] as const] : [];
    }),
  );
  return names.size + lists.size > 0 ? { names, lists } : undefined;
}

function target(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.replace('#/components/schemas/', '');
  return target((document.components.schemas as Record<string, Schema>)[name] ?? {});
}

/** Property that identifies an entry: its id, or its reference. */
const keyOf = ({ properties = {}, required = [] }: Schema): string =>
  'id' in properties ? 'id' : (required[0] as string);

export const DECIMALS: ReadonlySet<string> = new Set(
  Object.values(document.components.schemas as Record<string, Schema>).flatMap(decimalsIn),
);

function decimalsIn({ properties = {}, items }: Schema): string[] {
  const below = [...Object.values(properties), ...(items ? [items] : [])].filter(({ $ref }) => $ref === undefined);
  const own = Object.keys(properties).filter((name) => isDecimal(target(properties[name] ?? {})));
  return [...own, ...below.flatMap(decimalsIn)];
}

/** A money amount, rate or quantity, by its pattern. */
export function isDecimal({ pattern = '' }: Pick<Schema, 'pattern'>): boolean {
  return /\\\.\[0-9\]\{1,[34]\}/.test(pattern);
}

/** The value that a change states for a read-only part. It must match the record. */
export interface Claim {
  /** JSON Pointer in the request. */
  readonly path: string;
  /** Position in the record: property names and, for list entries, the property that identifies the entry. */
  readonly at: readonly (string | EntryKey)[];
  readonly value: unknown;
}

export interface EntryKey {
  readonly key: string;
  readonly value: unknown;
}

export interface SplitBody {
  readonly body: unknown;
  readonly claims: readonly Claim[];
}

export function splitBody(body: unknown, parts: ReadOnlyParts | undefined): SplitBody {
  if (!parts) return { body, claims: [] };
  const claims: Claim[] = [];
  return { body: writable(body as object, parts, { path: '', at: [] }, claims), claims };
}

function writable(sent: object, parts: ReadOnlyParts, here: Omit<Claim, 'value'>, claims: Claim[]): object {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    const list = parts.lists.get(name);
    const path = `${here.path}/${name}`;
    if (parts.names.has(name)) claims.push({ path, at: [...here.at, name], value });
    else if (list) {
      kept[name] = (value as Record<string, unknown>[]).map((entry, i) => {
        const at = [...here.at, name, { key: list.key, value: entry[list.key] }];
        return writable(entry, list.parts, { path: `${path}/${i}`, at }, claims);
      });
    } else kept[name] = value;
  }
  return kept;
}
