import { OPERATIONS } from '../contract/bundle.ts';
import type { Answer, Sent } from '../http/send.ts';

/** Counts of a run: responses by operation, requests by what they have in common, and the rules that responses kept. */
export class Coverage {
  readonly statuses = new Map<string, Map<number, number>>();
  readonly parameters = new Map<string, Map<string, number>>();
  /** How many requests had a trait. */
  readonly traits = new Map<string, number>();
  /** How many responses were as a rule predicts, by the id of the rule. */
  readonly kept = new Map<string, number>();
  answers = 0;
  /** Responses that say little about an operation: 401, 404 and 429. */
  turnedAway = 0;

  note({ sent, status }: Answer): void {
    this.answers += 1;
    if (status === 401 || status === 404 || status === 429) this.turnedAway += 1;
    for (const trait of traitsOf(sent)) tally(this.traits, trait);
    const operation = operationOf(sent);
    if (operation === undefined) return;
    tally(rowOf(this.statuses, operation), status);
    for (const name of [...parametersOf(sent), ...Object.keys(sent.headers)])
      tally(rowOf(this.parameters, operation), name);
  }

  noteKept(rules: readonly string[]): void {
    for (const id of rules) tally(this.kept, id);
  }

  /** Operations that were called, but never with success. */
  get neverSucceeded(): readonly string[] {
    const isSuccess = (status: number): boolean => status < 400;
    return [...this.statuses].filter(([, row]) => ![...row.keys()].some(isSuccess)).map(([id]) => id);
  }
}

function rowOf<Key>(table: Map<string, Map<Key, number>>, id: string): Map<Key, number> {
  const row = table.get(id) ?? new Map<Key, number>();
  table.set(id, row);
  return row;
}

/** Counts one more of a key. */
export const tally = <Key>(counts: Map<Key, number>, key: Key): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1);

const PATTERNS = OPERATIONS.map(({ id, method, path }) => ({
  id,
  method,
  pattern: new RegExp(`(/v1)?${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Id of the operation that a request calls. */
export function operationOf({ method, url }: Pick<Sent, 'method' | 'url'>): string | undefined {
  const { pathname } = new URL(url);
  return PATTERNS.find((one) => one.method === method && one.pattern.test(pathname))?.id;
}

const parametersOf = ({ url }: Sent): readonly string[] => [...new Set(new URL(url).searchParams.keys())];

/** What a request may have in common with others, in words. */
export function traitsOf(sent: Sent): readonly string[] {
  const operation = operationOf(sent);
  const parameters = parametersOf(sent);
  return [
    ...(operation === undefined ? [] : [`the operation ${operation}`]),
    ...parameters.map((name) => `the parameter ${name}`),
    ...(operation === undefined ? [] : parameters.map((name) => `the parameter ${name} of ${operation}`)),
    ...Object.keys(sent.headers).map((name) => `the header ${name}`),
    ...propertiesOf(sent.body).map((name) => `the property ${name}`),
  ];
}

/** First-level properties of a body. */
function propertiesOf(body: string | undefined): readonly string[] {
  if (!body?.startsWith('{')) return [];
  try {
    return Object.keys(JSON.parse(body));
  } catch {
    return [];
  }
}
