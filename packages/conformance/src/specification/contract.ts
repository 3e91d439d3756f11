/** The parts of the contract that the specification reads. */

/** JSON Schema in the keywords that the contract uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly readOnly?: boolean;
  readonly 'x-tillgate-unversioned'?: boolean;
  /** The pattern's rule in words. */
  readonly 'x-tillgate-rule'?: string;
  readonly 'x-tillgate-trim'?: boolean;
  readonly 'x-tillgate-searchable'?: boolean;
  readonly 'x-tillgate-instant'?: boolean;
  /** Not checked with the rest of the body. */
  readonly 'x-tillgate-checked-apart'?: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean | undefined;
  readonly schema: Schema;
  /** Parameters that cannot be combined with this one. */
  readonly excludes?: readonly string[] | undefined;
}

/** The read-only properties of a body, and those of the entries of its lists. */
export interface ReadOnlyParts {
  readonly names: readonly string[];
  /** Those that the record's version does not cover. */
  readonly unversioned: readonly string[];
  readonly lists: Readonly<Record<string, EntryParts>>;
}

interface EntryParts {
  /** Property that identifies an entry: its id, or a reference. */
  readonly key: string;
  readonly parts: ReadOnlyParts;
}

/** An operation on one merchant's data. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly scope: string;
  readonly products: readonly string[];
  readonly acceptsKey: boolean;
  /** Properties of the body that only the service sets. */
  readonly readOnly: ReadOnlyParts;
  readonly parameters: readonly Parameter[];
  /** True for a list that is also offered as a stream of lines. */
  readonly streams: boolean;
  readonly body?: Schema | undefined;
  /** Largest body in bytes, where it is not that of most operations. */
  readonly bodyBytes?: number | undefined;
  /** Status of a successful response. */
  readonly status: number;
}

export interface Contract {
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The status of each error code. */
  readonly statuses: Readonly<Record<string, number>>;
}

const REFERENCE = '#/components/schemas/';

export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.slice(REFERENCE.length);

/** Schemas whose references were followed. A schema belongs to one contract. */
const RESOLVED = new WeakMap<Schema, Schema>();

/** Follows a schema's reference. Keywords beside the reference win. */
export function resolved(schema: Schema, schemas: Contract['schemas']): Schema {
  const name = nameOf(schema);
  if (name === undefined) return schema;
  const known = RESOLVED.get(schema);
  if (known) return known;
  const { $ref: _, ...own } = schema;
  const followed = { ...resolved(schemas[name] ?? {}, schemas), ...own };
  RESOLVED.set(schema, followed);
  return followed;
}
