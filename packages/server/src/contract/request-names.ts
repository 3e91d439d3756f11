import type { RequestName } from '../request-log/logged-request.ts';

/** Names of an object's properties in the contract, nested. */
type PropertyNames = ReadonlyMap<string, RequestName & { readonly inside: PropertyNames }>;

export interface NamingSchema {
  readonly properties?: Readonly<Record<string, NamingSchema>>;
  readonly items?: NamingSchema;
  readonly allOf?: readonly NamingSchema[];
}

const NONE: readonly RequestName[] = [];

/** The names of an operation's query parameters and body properties. */
export class RequestNames {
  readonly #query: ReadonlyMap<string, RequestName>;
  readonly #body: PropertyNames;

  constructor(query: ReadonlyMap<string, RequestName>, body: NamingSchema) {
    this.#query = query;
    this.#body = propertyNames(body, '');
  }

  /** Names used in a request, without duplicates and unknown names. */
  of(query: ReadonlyMap<string, unknown>, body: unknown): readonly RequestName[] {
    if (query.size === 0 && body === undefined) return NONE;
    const found = new Set<RequestName>();
    for (const key of query.keys()) {
      const name = this.#query.get(key);
      if (name) found.add(name);
    }
    addNames(body, this.#body, found);
    return [...found];
  }
}

function addNames(value: unknown, names: PropertyNames, found: Set<RequestName>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const entry of value) addNames(entry, names, found);
    return;
  }
  for (const key of Object.keys(value)) {
    const name = names.get(key);
    if (!name) continue;
    found.add(name);
    if (name.inside.size > 0) addNames((value as Record<string, unknown>)[key], name.inside, found);
  }
}

function propertyNames({ properties = {}, items, allOf = [] }: NamingSchema, path: string): PropertyNames {
  if (items) return propertyNames(items, `${path}[]`);
  const own = Object.entries(properties).map(([key, property]) => {
    const name = path === '' ? key : `${path}.${key}`;
    return [key, { in: 'body', name, inside: propertyNames(property, name) }] as const;
  });
  return new Map([...allOf.flatMap((part) => [...propertyNames(part, path)]), ...own]);
}
