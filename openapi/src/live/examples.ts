import { resourceName } from '../client-resources.ts';
import { isObject, type Parameter } from '../document.ts';
import { CREDENTIALS, MOVED, REFERENCES, REQUIRED, SENT } from './variables.ts';

/** A value of an example that differs by merchant: the path to it, and the variable that replaces it. */
export type Placed = readonly [path: readonly (string | number)[], variable: string];

/** The values of a body's example that differ by merchant. `record` is the resource's singular, as in `recordOf`. */
export const variablesIn = (example: unknown, record: string | undefined): Placed[] =>
  placedIn(example, { record, used: new Map(), path: [] });

/** Name of the record in a path: `purchaseOrder` for `/purchase-orders/{id}`. */
export const recordOf = (path: string): string | undefined =>
  /^\/[\w-]+\/\{/.test(path) ? resourceName(path).replace(/ies$/, 'y').replace(/s$/, '') : undefined;

/** The variable of a parameter that a request sends. */
export function variableOfParameter({ name, in: part, required }: Parameter, path: string): string | undefined {
  if (path === '/items/{id}/stock' && name in MOVED) return MOVED[name];
  if (part === 'path') return `${recordOf(path)}Id`;
  return SENT[name] ?? (required ? REQUIRED[name] : undefined);
}

interface Place {
  /** Singular of the resource, such as `purchaseOrder`, whose lines or options have ids. */
  readonly record: string | undefined;
  /** Variables by the name and id they replace. Equal ids become the same variable. */
  readonly used: Map<string, string>;
  readonly path: readonly (string | number)[];
}

/** `name` is the nearest property around the value, and `siblings` is the object with that property. */
function placedIn(value: unknown, place: Place, name = '', siblings: Record<string, unknown> = {}): Placed[] {
  const below = (key: string | number): Place => ({ ...place, path: [...place.path, key] });
  if (Array.isArray(value)) return value.flatMap((entry, index) => placedIn(entry, below(index), name, siblings));
  if (isObject(value)) return Object.entries(value).flatMap(([key, part]) => placedIn(part, below(key), key, value));
  const variable = variableOf(name, value, siblings, place);
  return variable ? [[place.path, variable]] : [];
}

function variableOf(name: string, part: unknown, siblings: Record<string, unknown>, place: Place): string | undefined {
  if (name in CREDENTIALS) return CREDENTIALS[name];
  // Receiving more than is outstanding would be rejected.
  if (name === 'quantity' && 'lineId' in siblings) return `${place.record}LineOutstanding`;
  if (typeof part !== 'number') return undefined;
  // Variants require an item of type 1.
  if (name === 'itemId' && siblings.variantId) return 'variantItemId';
  // Parts of the record itself: the options of a modifier group, or the lines of a document.
  if (name === 'id' || name === 'lineId')
    return place.record === 'modifier' ? referenceTo('optionId', part, place) : place.record && `${place.record}LineId`;
  return name in REFERENCES ? referenceTo(name, part, place) : undefined;
}

/** Variable for a referenced record; a second id gets the second variable. */
function referenceTo(name: string, id: number, { used }: Place): string {
  const names = REFERENCES[name] ?? [];
  const key = `${names[0]} ${id}`;
  const taken = [...used.keys()].filter((one) => one.startsWith(`${names[0]} `)).length;
  const variable = used.get(key) ?? (names[Math.min(taken, names.length - 1)] as string);
  used.set(key, variable);
  return variable;
}
