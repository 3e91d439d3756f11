import bundle from '../../generated/openapi.json' with { type: 'json' };
import { type OpenApiDocument, type Reference, resolve as resolveIn } from '../document.ts';

/** Keywords of request schemas. The generators have to learn any other keyword before the contract uses it. */
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

const KEYWORDS = new Set(
  (
    'type enum const minimum maximum minLength maxLength pattern format items minItems maxItems uniqueItems properties ' +
    'required minProperties additionalProperties allOf if then else readOnly description examples default ' +
    'x-tillgate-trim x-tillgate-searchable x-tillgate-rule x-tillgate-instant x-tillgate-checked-apart anyOf'
  ).split(' '),
);

/** Resolves a reference of the bundle. TypeScript infers the imported JSON too widely for the document's type. */
export const resolve = <T extends object>(value: T | Reference): T =>
  resolveIn(bundle as unknown as OpenApiDocument, value);

/**
 * The schema named by a reference. `anyOf` occurs only in what is checked apart, which any object satisfies. Throws
 * for keywords that the generators ignore.
 */
export function schemaOf(reference: Schema): Schema {
  const schema: Schema = resolve(reference);
  const unknown = Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword));
  if (unknown.length > 0)
    throw new Error(`The generators of requests ignore the keywords ${unknown.join(', ')}: add them.`);
  return schema;
}

export const typesOf = (schema: Schema): readonly string[] => (schema.type === undefined ? [] : [schema.type].flat());

/** A schema whose values satisfy both; undefined if none can. */
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

/** One combination of a schema's conditions. */
export interface Branch {
  /** Constraints of this branch, including the conditions it meets. */
  readonly schema: Schema;
  /** Conditions that this branch must not meet. */
  readonly failing: readonly Schema[];
}

/** All combinations of the conditions in `allOf`. A schema without conditions is its own single branch. */
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

/** Tests a condition in the form that the contract uses: properties that are present and equal a constant. */
export const meets = (value: unknown, condition: Schema): boolean =>
  (condition.required ?? []).every((name) => Object.hasOwn(value as object, name)) &&
  Object.entries(condition.properties ?? {}).every(
    ([name, property]) => (value as Record<string, unknown>)[name] === property.const,
  );
