import type { DirectWrites } from './direct-writes.ts';
import type { Client, Load, Told } from './load.ts';
import { DRILLED } from './scene.ts';

/** What must be true of a deployment that has recovered. */
export const CLAIMS = [
  'every acknowledged write is stored',
  'a node acknowledges no write once another has taken over',
  'another node leads after a fault of the primary, and only then',
  'no write is stored twice under its Idempotency-Key',
  'the stock is the sum of the acknowledged postings',
  'refresh tokens keep rotating',
  'clients see correct responses, 502 to 504 or a lost connection, and nothing else',
] as const;

/** A claim, with the evidence against it. */
export interface Check {
  readonly title: (typeof CLAIMS)[number];
  readonly problems: readonly string[];
}

interface Stored {
  readonly id: number;
  readonly narration: string;
}

const PATHS = ['/stock-adjustments', '/purchase-orders'] as const;

/**
 * Compares the responses that clients received with the stored data. `misled` lists faults during
 * which the wrong node was the leader.
 */
export async function check(load: Load, direct: DirectWrites, misled: readonly string[]): Promise<Check[]> {
  const [lost, doubled, stock, refreshed]: [string[], string[], string[], string[]] = [[], [], [], []];
  for (const region of DRILLED) {
    const client = load.clients[region];
    for (const path of PATHS) {
      const told = client.told.filter((one) => one.path === path);
      const stored = await listAll(client, path);
      lost.push(...lostOf(told, stored).map((key) => `${region} ${path} ${key}`));
      doubled.push(...doubledOf(told, stored).map((text) => `${region} ${path} ${text}`));
    }
    stock.push(...(await stockProblems(client)));
    refreshed.push(...(await refreshProblems(client)));
  }
  lost.push(...(await direct.lost()));
  const problems = [lost, direct.late(), misled, doubled, stock, refreshed, load.problems];
  return CLAIMS.map((title, index) => ({ title, problems: problems[index] ?? [] }));
}

function lostOf(told: readonly Told[], stored: readonly Stored[]): string[] {
  const there = new Map(stored.map(({ id, narration }) => [id, narration]));
  return told.filter(({ id, key }) => there.get(id) !== key).map(({ key }) => key);
}

/** Keys with several documents, and documents without a response: each client waited for its response. */
function doubledOf(told: readonly Told[], stored: readonly Stored[]): string[] {
  const counts = new Map<string, number>();
  for (const { narration } of stored) counts.set(narration, (counts.get(narration) ?? 0) + 1);
  const doubled = [...counts].filter(([, count]) => count > 1).map(([key, count]) => `${key}, ${count} times`);
  const ids = new Set(told.map(({ id }) => id));
  const sameIds = told.length - ids.size;
  const unknown = stored.filter(({ id }) => !ids.has(id)).map(({ id, narration }) => `${id} of ${narration}, untold`);
  return [...doubled, ...unknown, ...(sameIds > 0 ? [`${sameIds} ids told twice`] : [])];
}

async function stockProblems(client: Client): Promise<string[]> {
  const expected = client.told.reduce((sum, { change }) => sum + change, 0);
  const { body } = await client.read(`/items/${client.catalogue.itemId}?storeId=${client.catalogue.storeId}`);
  const { onHand } = body.stock;
  return Number(onHand) === expected ? [] : [`${client.region}: ${onHand} on hand, ${expected} posted`];
}

async function refreshProblems(client: Client): Promise<string[]> {
  const before = client.rotations;
  await client.refresh();
  return client.rotations === before + 1 ? [] : [`${client.region}: the last refresh failed`];
}

async function listAll(client: Client, path: string): Promise<Stored[]> {
  const stored: Stored[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await client.read(`${path}?limit=100${cursor}`);
    stored.push(...body.data);
    if (!body.pagination.nextCursor) return stored;
    cursor = `&cursor=${encodeURIComponent(body.pagination.nextCursor)}`;
  }
}
