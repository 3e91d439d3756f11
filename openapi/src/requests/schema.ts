import document from '../../generated/openapi.json' with { type: 'json' };

/** The keywords that schemas of requests use; a further one has to be taught to the generators first. */
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
  /** Also allowed beside a `$ref`: the property is accepted only with its stored value. */
  readonly readOnly?: boolean;
  readonly allOf?: readonly Schema[];
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  /** White space at both ends is removed before the other keywords are checked. */
  readonly 'x-tillgate-trim'?: boolean;
  /** Accents that stand alone are rejected. */
  readonly 'x-tillgate-searchable'?: boolean;
}

const CONSTRAINTS = new Set(
  ['type', 'enum', 'const', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'items', 'minItems'].concat(
    ['maxItems', 'uniqueItems', 'properties', 'required', 'minProperties', 'additionalProperties', 'allOf', 'if'],
    ['then', 'else', 'x-tillgate-trim', 'x-tillgate-searchable'],
  ),
);
/** `int32` and `int64` are stated by the bounds as well; a `date` is made as one. */
const ANNOTATIONS = new Set(
  ['description', 'examples', 'default', 'format', 'readOnly', 'x-tillgate-rule'].concat('x-tillgate-instant'),
);

export function resolve<T extends object>(value: T | { readonly $ref: string }): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const keys = value.$ref.slice(2).split('/');
  const target = keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
  return resolve(target as T);
}

/** The schema that a `$ref` names. Fails on a keyword that the generators do not know. */
export function schemaOf(reference: Schema): Schema {
  const schema: Schema = resolve<Schema>(reference as { $ref: string });
  const unknown = Object.keys(schema).filter((keyword) => !CONSTRAINTS.has(keyword) && !ANNOTATIONS.has(keyword));
  if (unknown.length > 0) throw new Error(`The fuzzer does not know the keywords ${unknown.join(', ')}.`);
  return schema;
}

export const typesOf = (schema: Schema): readonly string[] => (schema.type === undefined ? [] : [schema.type].flat());

/** Schema that satisfies both; undefined if nothing can. */
export function merge(one: Schema | undefined, other: Schema | undefined): Schema | undefined {
  if (!one || !other) return one ?? other ?? {};
  const [a, b] = [schemaOf(one), schemaOf(other)];
  if (a.const !== undefined && b.const !== undefined && a.const !== b.const) return undefined;
  const properties = mergeProperties(a.properties ?? {}, b.properties ?? {});
  if (!properties) return undefined;
  const [minItems, maxItems] = [Math.max(a.minItems ?? 0, b.minItems ?? 0), least(a.maxItems, b.maxItems)];
  if (maxItems !== undefined && minItems > maxItems) return undefined;
  return {
    ...a,
    ...b,
    ...(maxItems !== undefined && { maxItems }),
    ...(minItems > 0 && { minItems }),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...((a.required || b.required) && { required: [...new Set([...(a.required ?? []), ...(b.required ?? [])])] }),
  };
}

const least = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

function mergeProperties(a: Record<string, Schema>, b: Record<string, Schema>): Record<string, Schema> | undefined {
  const merged: Record<string, Schema> = { ...a };
  for (const [name, schema] of Object.entries(b)) {
    const both = merge(a[name], schema);
    if (!both) return undefined;
    merged[name] = both;
  }
  return merged;
}

/** One way through a schema's conditions. */
export interface Branch {
  /** Constraints on this path, including its conditions. */
  readonly schema: Schema;
  /** Conditions that this way has to fail. */
  readonly failing: readonly Schema[];
}

/** The ways through `allOf` of `if`, `then` and `else`; without them the schema itself. */
export function branchesOf(schema: Schema): Branch[] {
  const { allOf = [], ...plain } = schema;
  return allOf.reduce<Branch[]>(
    (ways, part) => ways.flatMap((way) => through(way, schemaOf(part))),
    [{ schema: plain, failing: [] }],
  );
}

function through(way: Branch, part: Schema): Branch[] {
  if (!part.if) return extended(way, part, []);
  return [...extended(way, merge(part.if, part.then), []), ...extended(way, part.else ?? {}, [part.if])];
}

function extended(way: Branch, added: Schema | undefined, failing: Schema[]): Branch[] {
  const schema = added && merge(way.schema, added);
  return schema ? [{ schema, failing: [...way.failing, ...failing] }] : [];
}

/** True if a value meets a condition of our form: properties that are present and equal a constant. */
export const meets = (value: unknown, condition: Schema): boolean =>
  (condition.required ?? []).every((name) => Object.hasOwn(value as object, name)) &&
  Object.entries(condition.properties ?? {}).every(
    ([name, property]) => (value as Record<string, unknown>)[name] === property.const,
  );
