import type { Draw } from '../../draw.ts';
import type { Fields } from '../../specification/answer.ts';
import type { Schema } from '../../specification/contract.ts';
import { type Factor, type Option, option, pick, type Scene } from './factor.ts';
import { entriesOf, tableNamed } from './references.ts';
import { edgesOf, schemaOf, valuesFor } from './values.ts';
import { wrongValues } from './wrong-values.ts';

/** Ways to fill in a body. */

export const ABSENT = option('absent', () => undefined);

/** One factor for each property, and for each property of the entries of a nested list. */
export function bodyFactors(body: Schema): Factor[] {
  const { properties = {}, required = [] } = schemaOf(body);
  return Object.entries(properties).flatMap(([name, schema]) => factorsOf(name, schema, required.includes(name)));
}

function factorsOf(name: string, schema: Schema, required: boolean): Factor[] {
  if (schema.readOnly) return [{ part: 'body', name, options: readOnly(name) }];
  const entry = entrySchema(name, schema);
  const values = entry ? lists(name) : valuesFor(schema, name);
  return [
    { part: 'body', name, options: withAbsent(values, required), wrong: wrongValues(schema), edges: edgesOf(schema) },
    ...(entry ? entryFactors(name, entry) : []),
  ];
}

const withAbsent = (values: readonly Option[], required: boolean): Option[] =>
  required ? [...values, ABSENT] : [ABSENT, ...values];

/** The schema of a nested list's entries. */
function entrySchema(name: string, schema: Schema): Schema | undefined {
  const { items } = schemaOf(schema);
  const entry = items && !tableNamed(name) ? schemaOf(items) : undefined;
  return entry?.properties ? entry : undefined;
}

function entryFactors(list: string, { properties = {}, required = [] }: Schema): Factor[] {
  return Object.entries(properties)
    .filter(([, schema]) => !schema.readOnly)
    .map(([name, schema]) => ({
      part: 'entry',
      name: `${list}/${name}`,
      // A variant is fitting where the item has some, else absent.
      options: withAbsent(valuesFor(schema, name, list), required.includes(name) || name === 'variantId'),
      wrong: wrongValues(schema),
      edges: edgesOf(schema),
    }));
}

/** Ways to send a nested list: `siblings` has an entry of chosen properties, and a typical one. */
function lists(list: string): Option[] {
  const stored = ({ stored: record }: Scene): readonly Fields[] => entriesOf(record, list);
  return [
    option('one', (_scene, { entry }) => [entry]),
    option('two', (_scene, { entry, other }) => [other, entry]),
    option('one twice', (_scene, { entry }) => [entry, entry]),
    option('none', () => []),
    option('as stored', ({ stored: record }) => record?.[list]),
    option('one added', (scene, { entry }) => (stored(scene).length > 0 ? [...stored(scene), entry] : undefined)),
    option('reversed', (scene) => (stored(scene).length > 0 ? stored(scene).toReversed() : undefined)),
    option('the first removed', (scene) => (stored(scene).length > 1 ? stored(scene).slice(1) : undefined)),
    option('the first replaced', (scene, { entry }) =>
      stored(scene).length > 0 ? [entry, ...stored(scene).slice(1)] : undefined,
    ),
    option('the first changed', (scene, { entry }) => changed(stored(scene), entry as Fields)),
    option('several', (_scene, { drawn }) => Array.from({ length: 3 }, drawn as Draws)),
    option('several as stored', (scene, { drawn }) => varied(stored(scene), drawn as Draws, scene.draw)),
  ];
}

type Draws = () => Fields;

/** The stored entries, some of them left out, changed, without a property or moved, and sometimes a new one. */
function varied(entries: readonly Fields[], drawn: Draws, draw: Draw): Fields[] | undefined {
  if (entries.length === 0) return undefined;
  const vary = ({ id, ...entry }: Fields): Fields[] => {
    const [name, value] = pick(Object.entries(drawn()), draw) ?? ['id', id];
    const { [pick(Object.keys(entry), draw) ?? name]: _, ...less } = entry;
    const kept = { id, ...entry };
    return [[kept], [kept], [{ ...kept, [name]: value }], [{ id, ...less }], [entry], []][draw(6)] ?? [];
  };
  const kept = entries.flatMap(vary);
  return [...(draw(3) === 0 ? kept.toReversed() : kept), ...(draw(3) === 0 ? [drawn()] : [])];
}

/** Keeps the id of the first entry, and what the new one leaves out. */
const changed = ([first, ...others]: readonly Fields[], entry: Fields): unknown =>
  first && [{ ...first, ...entry, id: first.id }, ...others];

const readOnly = (name: string): Option[] => [
  ABSENT,
  option('unchanged', ({ stored }) => stored?.[name]),
  option('changed', ({ stored }) => otherThan(stored?.[name])),
];

/** Another value of the same type. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value === 1 ? 2 : 1;
  if (typeof value === 'string' && /^\d{4}-.*T/.test(value)) return '2020-02-02T00:00:00.000Z';
  if (typeof value === 'string' && /^-?\d/.test(value)) return value === '1' ? '2' : '1';
  return value === undefined ? undefined : null;
}
