import { isObject, locate, type OpenApiDocument, type Schema, type SchemaObject } from './document.ts';
import { partsOf, schemasOf } from './schema-parts.ts';

/**
 * Properties of a value that its schema does not name. Response schemas are open, so that clients
 * tolerate properties added later, but the server has to document each property before sending it.
 */
export function undocumentedProperties(document: OpenApiDocument, schemaPointer: string, value: unknown): string[] {
  const shapes = SHAPES.get(document) ?? new Map<string, Shape>();
  SHAPES.set(document, shapes);
  const shape = shapes.get(schemaPointer) ?? new Shape(document, [locate<Schema>(document, schemaPointer).value]);
  shapes.set(schemaPointer, shape);
  return unnamed(shape, value, '');
}

/** Caches shapes by pointer, since documents are immutable. */
const SHAPES = new WeakMap<OpenApiDocument, Map<string, Shape>>();

/** Names that the schemas of one value document, found once for each name. */
class Shape {
  readonly #document: OpenApiDocument;
  readonly #parts: SchemaObject[];
  readonly #properties = new Map<string, Shape | undefined>();
  #items: { readonly shape: Shape | undefined } | undefined;
  readonly isClosed: boolean;

  constructor(document: OpenApiDocument, schemas: Schema[]) {
    this.#document = document;
    this.#parts = schemas.flatMap((schema) => partsOf(document, schema));
    this.isClosed = this.#parts.some(({ properties }) => properties !== undefined) && !this.#parts.some(isOpen);
  }

  /** Shape of a property; undefined if no schema names it. */
  property(name: string): Shape | undefined {
    if (!this.#properties.has(name))
      this.#properties.set(
        name,
        this.#of((part) => schemasOf(part, name)),
      );
    return this.#properties.get(name);
  }

  /** Shape of the items of an array. */
  items(): Shape | undefined {
    this.#items ??= { shape: this.#of(({ items }) => (items === undefined ? [] : [items])) };
    return this.#items.shape;
  }

  #of(within: (part: SchemaObject) => Schema[]): Shape | undefined {
    const schemas = this.#parts.flatMap(within);
    return schemas.length === 0 ? undefined : new Shape(this.#document, schemas);
  }
}

function unnamed(shape: Shape, value: unknown, path: string): string[] {
  if (Array.isArray(value)) {
    const items = shape.items();
    return items ? value.flatMap((item, index) => unnamed(items, item, `${path}/${index}`)) : [];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const property = shape.property(name);
    if (property) return unnamed(property, inner, `${path}/${name}`);
    return shape.isClosed ? [`${path}/${name}`] : [];
  });
}

function isOpen({ additionalProperties, patternProperties }: SchemaObject): boolean {
  return additionalProperties === true || isObject(additionalProperties) || patternProperties !== undefined;
}
