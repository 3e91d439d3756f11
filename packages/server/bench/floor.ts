// Floor B: node:http and pg with the same tables and responses, without authentication, validation, limits, versions,
// idempotency or row-level security. Like Tillgate it prepares its statements, with one generic plan each, including the
// statements of triggers.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { COLUMNS, itemIn, readJson, serve } from './floor-server.ts';

const [url, companyText, storeText, appId] = process.argv.slice(2);
const company = Number(companyText);
const store = Number(storeText);
const pool = new pg.Pool({
  connectionString: url,
  max: 10,
  application_name: 'floor',
  options: '-c jit=off -c plan_cache_mode=force_generic_plan',
});

/** Statements of floor.sql by their name, which is the comment before each. */
const STATEMENTS = new Map(
  readFileSync(new URL('./floor.sql', import.meta.url), 'utf8')
    .replaceAll(':columns', COLUMNS)
    .split(/^-- /m)
    .map((part): [string, string] => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n'))]),
);

const run = (db: pg.Pool | pg.PoolClient, name: string, values: readonly unknown[]) =>
  db.query({ name, text: STATEMENTS.get(name) ?? '', values: [...values] });

async function getItem(id: number) {
  const { rows } = await run(pool, 'get', [company, id, store]);
  const { on_hand, stock_status, store_price, store_on_hand, ...item } = rows[0];
  const stock = { onHand: on_hand, stockStatus: stock_status };
  return { ...item, stock, atStore: { storeId: store, price: store_price, onHand: store_on_hand, variants: [] } };
}

async function listItems() {
  const { rows } = await run(pool, 'list', [company]);
  const total = await run(pool, 'count', [company]);
  return {
    data: rows,
    pagination: { page: 1, limit: 100, total: Number(total.rows[0].n), hasMore: true, nextCursor: null },
  };
}

interface Line {
  readonly itemId: number;
  readonly quantity: string;
  readonly unitCost?: string;
}

/** Writes the document, its lines, the ledger and the levels in one transaction. */
async function writeOnce(kind: string, values: readonly unknown[], lines: readonly Line[]) {
  const items = lines.map(({ itemId }) => itemId);
  const quantities = lines.map(({ quantity }) => quantity);
  const costs = lines.map(({ unitCost }) => unitCost ?? null);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await run(client, kind, [company, appId, ...values, JSON.stringify(lines)]);
    await run(client, `${kind}.lines`, [company, rows[0].id, items, quantities, costs]);
    if (kind === 'purchaseOrder') await run(client, `${kind}.costs`, [company, items, costs]);
    await run(client, 'movements', [company, store, items, quantities, costs, kind, rows[0].id]);
    await run(client, 'levels', [company, store, items, quantities]);
    await client.query('commit');
    return rows[0];
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Retries after a deadlock of two documents. */
async function write(kind: string, values: readonly unknown[], lines: readonly Line[]) {
  for (;;) {
    try {
      return await writeOnce(kind, values, lines);
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01') throw error;
    }
  }
}

serve(async (request) => {
  const path = request.url ?? '';
  const id = itemIn(request);
  if (id !== undefined) return getItem(id);
  if (request.method !== 'POST') return listItems();
  const body = await readJson(request);
  if (path.startsWith('/v1/purchase-orders')) {
    const lines: Required<Line>[] = body.lines;
    const total = lines.reduce((sum, line) => sum + Number(line.quantity) * Number(line.unitCost), 0);
    return write('purchaseOrder', [body.supplierId, store, body.orderDate, total.toFixed(2)], lines);
  }
  if (path.startsWith('/v1/stock-adjustments')) return write('stockAdjustment', [store, body.date], body.lines);
  return (await run(pool, 'create', [company, body.name, body.price, appId])).rows[0];
});
