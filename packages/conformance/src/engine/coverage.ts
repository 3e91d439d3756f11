import { OPERATIONS } from '../contract/bundle.ts';
import type { Answer, Sent } from '../http/send.ts';

const PATTERNS = OPERATIONS.map(({ id, method, path }) => ({
  id,
  method,
  pattern: new RegExp(`(/v1)?${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Id of the operation that a request calls. */
export function operationOf({ method, url }: Sent): string | undefined {
  const { pathname } = new URL(url);
  return PATTERNS.find((one) => one.method === method && one.pattern.test(pathname))?.id;
}

/** Coverage of a run: operations by status and by parameter. */
export class Coverage {
  readonly statuses = new Map<string, Map<number, number>>();
  readonly parameters = new Map<string, Map<string, number>>();
  /** How many responses matched the prediction of a requirement, by its id. */
  readonly kept = new Map<string, number>();
  answers = 0;
  refused = 0;

  note({ sent, status }: Answer): void {
    this.answers += 1;
    if (status === 401 || status === 404 || status === 429) this.refused += 1;
    const id = operationOf(sent);
    if (id === undefined) return;
    count(this.statuses, id, status);
    for (const name of new Set(new URL(sent.url).searchParams.keys())) count(this.parameters, id, name);
    for (const name of Object.keys(sent.headers)) count(this.parameters, id, name);
  }

  noteKept(requirements: readonly string[]): void {
    for (const id of requirements) this.kept.set(id, (this.kept.get(id) ?? 0) + 1);
  }
}

function count<Key>(table: Map<string, Map<Key, number>>, id: string, key: Key): void {
  const row = table.get(id) ?? new Map<Key, number>();
  table.set(id, row);
  row.set(key, (row.get(key) ?? 0) + 1);
}
