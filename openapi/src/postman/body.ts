import { isObject } from '../document.ts';
import { CREDENTIALS, REFERENCES } from './variables.ts';

/** Text of a request body: the example, with variables for credentials and record ids. */
export function bodyText(example: unknown, record: string | undefined): string {
  const used = new Map<string, string>();
  const text = JSON.stringify(withVariables(example, { record, used }), null, 2);
  // Numeric variables have no quotation marks.
  return text.replaceAll(/"#(\{\{\w+\}\})"/g, '$1');
}

interface Place {
  /** Singular of the resource, such as `purchaseOrder`, whose lines or options have ids. */
  readonly record: string | undefined;
  /** Variables by the name and id they replace. Equal ids become the same variable. */
  readonly used: Map<string, string>;
}

function withVariables(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((entry) => withVariables(entry, place));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      variableOf(name, part, value, place) ?? withVariables(part, place),
    ]),
  );
}

function variableOf(name: string, part: unknown, siblings: Record<string, unknown>, place: Place): unknown {
  const credential = CREDENTIALS[name];
  if (credential) return `{{${credential}}}`;
  if (name === 'itemIds' && Array.isArray(part)) return part.map((id) => numberOf(name, id, place));
  // Receiving more than is outstanding would be rejected.
  if (name === 'quantity' && 'lineId' in siblings) return `{{${place.record}LineOutstanding}}`;
  if (typeof part !== 'number') return undefined;
  // Variants require an item of type 1.
  if (name === 'itemId' && siblings.variantId) return '#{{variantItemId}}';
  if (name === 'id' || name === 'lineId') return ownPart(part, place);
  return name in REFERENCES ? numberOf(name, part, place) : undefined;
}

/** Variable for a referenced record; a second id gets the second variable. */
function numberOf(name: string, id: number, { used }: Place): string {
  const names = REFERENCES[name] ?? [];
  const key = `${names[0]} ${id}`;
  const taken = [...used.keys()].filter((one) => one.startsWith(`${names[0]} `)).length;
  const variable = used.get(key) ?? (names[Math.min(taken, names.length - 1)] as string);
  used.set(key, variable);
  return `#{{${variable}}}`;
}

/** Variable for a document's line, or for a modifier group's first or second option. */
function ownPart(id: number, { record, used }: Place): string | undefined {
  if (record === undefined) return undefined;
  if (record !== 'modifier') return `#{{${record}LineId}}`;
  const key = `option ${id}`;
  const variable =
    used.get(key) ?? ([...used.keys()].some((one) => one.startsWith('option ')) ? 'otherOptionId' : 'optionId');
  used.set(key, variable);
  return `#{{${variable}}}`;
}
