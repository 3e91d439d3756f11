import type { PoolClient } from 'pg';
import { CursorCodec } from '../src/changes/cursor.ts';
import { readChanges } from '../src/changes/read.ts';
import { inRegion, type Statement } from '../src/database/statement.ts';
import type { TenantStore } from '../src/database/tenant.ts';
import { Lists } from '../src/lists/lists.ts';
import type { Listed } from './lists.ts';

/** Plan and cost of a statement. */
export interface Explained {
  /** Pages that it read, whether in memory or not. */
  readonly pages: number;
  readonly milliseconds: number;
  readonly nodes: readonly PlanNode[];
}

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

interface Output {
  readonly Plan: PlanNode & { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
  readonly 'Execution Time': number;
  readonly 'Planning Time': number;
}

/** Executions after which PostgreSQL may use a generic plan for a prepared statement. */
const SETTLED = 6;

/** Explains the first page of a list and the page after its cursor, as the service reads them. */
export function explainList(client: PoolClient, companyId: number, { plan, query }: Listed): Promise<Explained[]> {
  const lists = new Lists(new CursorCodec(new Uint8Array(32)));
  return explainReads(client, companyId, async (tenant) => {
    const { nextCursor } = await lists.read(tenant, plan, query);
    if (nextCursor !== null) await lists.read(tenant, plan, { ...query, cursor: nextCursor });
  });
}

/** Explains what some work reads of a merchant. */
export async function explainReads(
  client: PoolClient,
  companyId: number,
  work: (tenant: TenantStore) => Promise<unknown>,
): Promise<Explained[]> {
  const sent: (readonly [Statement, readonly unknown[]])[] = [];
  const read = async (sql: Statement, values: readonly unknown[] = []) => {
    sent.push([sql, [companyId, ...values]]);
    return (await client.query({ ...inRegion(sql, 'UK'), values: [companyId, ...values] })).rows;
  };
  await work({ scope: { companyId }, read } as unknown as TenantStore);
  const explained: Explained[] = [];
  for (const [sql, values] of sent) explained.push(await explain(client, sql, values));
  return explained;
}

/** Statements without a name are planned anew for their values. */
async function explain(client: PoolClient, sql: Statement, values: readonly unknown[]): Promise<Explained> {
  const { name = 'unnamed', text } = inRegion(sql, 'UK');
  if (sql.isPlannedOnce) await client.query('set plan_cache_mode = force_generic_plan');
  if (sql.name) for (let n = 0; n < SETTLED; n += 1) await client.query({ name, text, values: [...values] });
  else await client.query(`prepare unnamed as ${text}`);
  const textOf = (value: unknown) => (Array.isArray(value) ? `{${value.join()}}` : String(value));
  const literals = values.map((value) => (value === null ? 'null' : client.escapeLiteral(textOf(value)))).join(', ');
  const { rows } = await client.query(`explain (analyze, buffers, format json) execute "${name}" (${literals})`);
  if (!sql.name) await client.query('deallocate unnamed');
  await client.query('reset plan_cache_mode');
  const [{ Plan, 'Execution Time': execution, 'Planning Time': planning }] = rows[0]['QUERY PLAN'] as [Output];
  const pages = Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
  return { pages, milliseconds: execution + planning, nodes: [...nodesOf(Plan)] };
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}

const FILL = `
  insert into region_uk.changes (company_id, position, mark, at, app_id, correlation_id, kinds, store_ids, entries)
  select $1, n, n, now() - make_interval(secs => $2::integer - n), 1, gen_random_uuid(), 1, '{}',
    jsonb_build_array(jsonb_build_object('r', 1, 'id', 100000 + n, 'k', 'updated', 'v', 2, 'p', array['price']))
  from generate_series($3::integer, $4::integer) n`;

const STEP = 100_000;

/** Writes the log of a merchant without one: `length` rows with one change each. */
export async function fillLog(client: PoolClient, companyId: number, length: number): Promise<void> {
  for (let from = 1; from <= length; from += STEP)
    await client.query(FILL, [companyId, length, from, Math.min(length, from + STEP - 1)]);
  await client.query('vacuum analyze region_uk.changes');
}

/** Rows of the log after which a page is read. */
export const PLACES = {
  'the first page': () => 1,
  'a page in the middle': (length: number) => length / 2,
  'the last ten changes': (length: number) => length - 10,
  'nothing new': (length: number) => length,
} as const;

/** Explains a page of 100 changes after a row, for a reader of all resources and stores. */
export async function explainPage(client: PoolClient, companyId: number, position: number): Promise<Explained> {
  const request = {
    after: { position, mark: position, entries: null },
    limit: 100,
    view: { resources: 2 ** 14 - 1, storeIds: null },
  };
  const [page] = await explainReads(client, companyId, (tenant) => readChanges(tenant, request));
  return page as Explained;
}
