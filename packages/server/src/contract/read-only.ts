import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import type { FieldError } from '../errors.ts';

/** Read-only parts of a body, by the contract's `readOnly`: properties, and lists whose entries have such parts. */
export interface ReadOnlyParts {
  readonly names: ReadonlySet<string>;
  /** Names that the record's version does not cover. */
  readonly unversioned: ReadonlySet<string>;
  readonly lists: ReadonlyMap<string, { readonly key: string; readonly parts: ReadOnlyParts }>;
}

interface Schema {
  readonly $ref?: string;
  readonly pattern?: string;
  readonly readOnly?: boolean;
  readonly 'x-tillgate-unversioned'?: boolean;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

export function readOnlyParts(path: string, method: string): ReadOnlyParts | undefined {
  const operation = (document.paths as unknown as Record<string, Record<string, Operation>>)[path]?.[method];
  return partsOf(operation?.requestBody?.content['application/json']?.schema ?? {});
}

function partsOf(reference: Schema): ReadOnlyParts | undefined {
  const properties = Object.entries(target(reference).properties ?? {});
  const namesOf = (keyword: 'readOnly' | 'x-tillgate-unversioned') =>
    new Set(properties.filter(([, property]) => property[keyword]).map(([name]) => name));
  const [names, unversioned] = [namesOf('readOnly'), namesOf('x-tillgate-unversioned')];
  const lists = new Map(
    properties.flatMap(([name, property]) => {
      const entry = target(property).items;
      const parts = entry && !names.has(name) ? partsOf(entry) : undefined;
      return entry && parts ? [[name, { key: keyOf(target(entry)), parts }] as const] : [];
    }),
  );
  return names.size + lists.size > 0 ? { names, unversioned, lists } : undefined;
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

/** True for a money amount, rate or quantity, recognized by its pattern. */
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

/** True for a record that is sent back: only such a body has a version. */
const isSentBack = (body: unknown): boolean => Object.hasOwn(body as object, 'version');

/** Errors for properties that the record's version does not cover; only a record sent back may have them. */
export function unversionedErrors(body: unknown, parts: ReadOnlyParts | undefined): FieldError[] {
  const names = Object.keys(body ?? {});
  const unversioned = names.filter((name) => parts?.unversioned.has(name));
  if (unversioned.length === 0) return [];
  if (!isSentBack(body)) {
    const message = "is read-only and changes without the record's version: leave it out, or send the version too";
    return unversioned.map((name) => ({ in: 'body', path: `/${name}`, rule: 'readOnly', message }));
  }
  if (names.length > unversioned.length + 1) return [];
  return [{ in: 'body', path: '', rule: 'minProperties', message: 'must have a property to change' }];
}

export interface SplitBody {
  readonly body: unknown;
  readonly claims: readonly Claim[];
}

export function splitBody(body: unknown, parts: ReadOnlyParts | undefined): SplitBody {
  if (!parts) return { body, claims: [] };
  const claims: Claim[] = [];
  const here = { path: '', at: [], isSentBack: isSentBack(body) };
  return { body: writable(body as object, parts, here, claims), claims };
}

interface Here extends Omit<Claim, 'value'> {
  readonly isSentBack: boolean;
}

function writable(sent: object, parts: ReadOnlyParts, here: Here, claims: Claim[]): object {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    const list = parts.lists.get(name);
    const path = `${here.path}/${name}`;
    if (here.isSentBack && parts.unversioned.has(name)) continue;
    if (parts.names.has(name)) claims.push({ path, at: [...here.at, name], value });
    else if (list) {
      kept[name] = (value as Record<string, unknown>[]).map((entry, i) => {
        const at = [...here.at, name, { key: list.key, value: entry[list.key] }];
        return writable(entry, list.parts, { ...here, path: `${path}/${i}`, at }, claims);
      });
    } else kept[name] = value;
  }
  return kept;
}
