import { branchesOf, type Schema, schemaOf, typesOf } from './schema.ts';
import type { Known } from './values.ts';

/**
 * The smallest value that a schema allows. References use ids of existing records; names come from
 * `newName`.
 */
export const minimalBody = (schema: Schema, known: Known, newName: () => string): Record<string, unknown> =>
  minimal(schema, '', known, newName) as Record<string, unknown>;

function minimal(reference: Schema, name: string, known: Known, newName: () => string): unknown {
  const schema = schemaOf(reference);
  const existing = known[name]?.[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (typesOf(schema).find((type) => type !== 'null')) {
    case 'boolean':
      return false;
    case 'integer':
      return existing ?? schema.minimum ?? 0;
    case 'string':
      return existing === undefined ? textOf(schema, newName) : String(existing);
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => minimal(schema.items ?? {}, name, known, newName));
    default:
      return objectOf(schema, known, newName);
  }
}

function objectOf(schema: Schema, known: Known, newName: () => string): Record<string, unknown> {
  const [way] = branchesOf(schema).toReversed();
  const { properties = {}, required = [] } = way?.schema ?? schema;
  return Object.fromEntries(required.map((key) => [key, minimal(properties[key] ?? {}, key, known, newName)]));
}

/** Tries a date, numbers, a name, a URL, a time, a colour and a currency against the pattern. */
function textOf({ pattern, minLength = 0, maxLength = Infinity }: Schema, newName: () => string): string {
  const fits = (text: string) =>
    new RegExp(pattern ?? '', 'u').test(text) && text.length >= minLength && text.length <= maxLength;
  const candidates = ['2026-03-02', '1', '1.00', newName(), 'conf', 'https://conf.example/', '08:00', '#112233', 'GBP'];
  const order = /\\d|0-9/.test(pattern ?? '') ? candidates : [newName(), ...candidates];
  const text = order.find(fits);
  if (text === undefined) throw new Error(`No candidate text matches the pattern ${pattern}: add one.`);
  return text;
}
