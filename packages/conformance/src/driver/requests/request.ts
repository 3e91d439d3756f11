import type { Draw } from '../../draw.ts';
import type { Fields } from '../../specification/answer.ts';
import type { Operation } from '../../specification/contract.ts';
import { memoized } from '../../specification/memoized.ts';
import { ABSENT, bodyFactors } from './body.ts';
import { type Factor, type Option, option, type Scene } from './factor.ts';
import { queryEdges, queryOptions } from './query.ts';
import { wrongTexts } from './wrong-values.ts';

/** Requests of one operation as a row of options. */

export interface Drafted {
  readonly url: string;
  readonly body: Fields | undefined;
}

/** What else a request does: each is carried out by `perform.ts`. */
const CONDITIONS = ['none', 'current', 'stale', 'weak', 'several', 'any', 'other', 'unless'] as const;
const KEYS = ['none', 'fresh', 'replayed', 'reused', 'moved'] as const;
const CURSORS = ['none', 'next', 'after one', 'after a later page', "another list's", 'broken'] as const;

export type Condition = (typeof CONDITIONS)[number];
export type Key = (typeof KEYS)[number];
export type Cursor = (typeof CURSORS)[number];

const named = (labels: readonly string[]): Option[] => labels.map((label) => option(label, () => label));

const has = ({ parameters }: Operation, name: string): boolean => parameters.some((one) => one.name === name);

/** Parameters that only some credentials need. */
const NOT_SENT = new Set(['cursor', 'companyId']);

/** Names that the contract does not have. */
const unknown = (part: 'query' | 'body', ...names: readonly string[]): Factor[] =>
  names.map((name) => ({ part, name, options: [ABSENT], wrong: [option('unknown', () => 1)] }));

/** Everything that a request of the operation chooses. */
export const factorsOf = memoized((operation: Operation): readonly Factor[] => {
  const { parameters, body, path } = operation;
  const query = parameters.filter(({ in: place, name }) => place === 'query' && !NOT_SENT.has(name));
  const conditional = has(operation, 'If-Match') || has(operation, 'If-None-Match');
  return [
    ...(path.includes('{id}') ? [{ part: 'record', name: 'id', options: RECORDS } as const] : []),
    ...query.map(
      (parameter): Factor => ({
        part: 'query',
        name: parameter.name,
        options: queryOptions(parameter),
        wrong: wrongTexts(parameter.schema),
        edges: queryEdges(parameter),
      }),
    ),
    ...(has(operation, 'cursor') ? [{ part: 'condition', name: 'cursor', options: named(CURSORS) } as const] : []),
    ...(conditional ? [{ part: 'condition', name: 'condition', options: named(CONDITIONS) } as const] : []),
    ...(has(operation, 'Idempotency-Key') ? [{ part: 'condition', name: 'key', options: named(KEYS) } as const] : []),
    ...(body ? bodyFactors(body) : []),
    ...unknown('query', 'colour', 'a/b~1c', `${query[0]?.name ?? 'id'}[]`),
    ...(body ? unknown('body', 'colour', 'a/b~1c', '__proto') : []),
  ];
}, new WeakMap());

/** Records that a request can be about. */
const RECORDS: readonly Option[] = named(['new', 'used', 'latest', 'unknown', 'of another merchant']);

/** By the key of a factor, the chosen way. */
export type Selection = ReadonlyMap<string, Option>;

/** A parameter can have the name of a property. */
export const keyOf = ({ part, name }: Pick<Factor, 'part' | 'name'>): string => (part === 'query' ? `?${name}` : name);

export const selectionOf = (factors: readonly Factor[], options: readonly number[]): Selection =>
  new Map(
    factors.flatMap((factor, i) => {
      const way = factor.options[options[i] ?? 0];
      return way ? [[keyOf(factor), way] as const] : [];
    }),
  );

/** The request without what `perform` adds. */
export function drafted(operation: Operation, row: Selection, scene: Scene, id: unknown): Drafted {
  const path = operation.path.replace('{id}', String(id ?? ''));
  const query = new URLSearchParams();
  for (const [name, { value }] of row) {
    const sent = name.startsWith('?') ? (value(scene, {}) ?? undefined) : undefined;
    if (sent !== undefined) query.set(name.slice(1), String(sent));
  }
  const text = query.toString();
  return {
    url: text === '' ? path : `${path}?${text}`,
    body: operation.body ? bodyOf(row, scene, operation) : undefined,
  };
}

function bodyOf(row: Selection, scene: Scene, operation: Operation): Fields {
  const factors = factorsOf(operation);
  const fields: Record<string, unknown> = {};
  for (const { part, name } of factors) {
    if (part !== 'body') continue;
    const entries = factors.filter((factor) => factor.part === 'entry' && factor.name.startsWith(`${name}/`));
    const siblings =
      entries.length > 0
        ? {
            entry: entryOf(entries, row, scene),
            other: entryOf(entries, BASE, scene),
            drawn: () => entryOf(entries, sparse(entries, scene.draw), scene),
          }
        : fields;
    put(fields, name, row.get(name)?.value(scene, siblings));
  }
  return fields;
}

const BASE: Selection = new Map();

/** Some options, the others being the first ones. */
const sparse = (factors: readonly Factor[], draw: Draw): Selection =>
  selectionOf(
    factors,
    factors.map(({ options }) => (draw(3) === 0 ? draw(options.length) : 0)),
  );

/** An entry of the row's options, or of the first ones. */
function entryOf(factors: readonly Factor[], row: Selection, scene: Scene): Fields {
  const entry: Record<string, unknown> = {};
  for (const { name, options } of factors)
    put(entry, name.slice(name.indexOf('/') + 1), (row.get(name) ?? options[0])?.value(scene, entry));
  return entry;
}

function put(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) fields[name] = value;
}
