// Floor B: node:http and pg with the same tables and responses, without authentication, validation, limits, versions,
// idempotency or row-level security. Like Tillgate it prepares its statements, with one generic plan each, including the
// statements of triggers.
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';

const [url, companyText, storeText, appText] = process.argv.slice(2);
const company = Number(companyText);
const store = Number(storeText);
const pool = new pg.Pool({
  connectionString: url,
  max: 10,
  application_name: 'floor',
  options: '-c jit=off -c plan_cache_mode=force_generic_plan',
});

const COLUMNS = `i.id, i.type, i.status, i.name, i.item_code as "itemCode", i.barcodes, i.description, i.group_id as "groupId",
  i.brand_id as "brandId", i.tax_id as "taxId", i.unit, i.price, i.cost, i.currency, i.weighing_scale as "weighingScale",
  i.track_stock as "trackStock", i.low_stock_level as "lowStockLevel", i.image_url as "imageUrl",
  i.modifier_ids as "modifierIds", i.variants, i.components, i.stores, i.external_id as "externalId", i.version,
  i.entry_date as "entryDate", i.updated_at as "updatedAt"`;

async function getItem(id: number) {
  const { rows } = await pool.query({
    name: 'get',
    text: `select ${COLUMNS}, t.on_hand, t.stock_status, coalesce(o.price, i.price) as store_price,
       coalesce(sum(l.on_hand), 0) as store_on_hand
     from region_uk.items i
     join region_uk.item_stock t on t.company_id = i.company_id and t.item_id = i.id
     left join region_uk.item_stores o on o.company_id = i.company_id and o.item_id = i.id and o.store_id = $3
     left join region_uk.stock_levels l on l.company_id = i.company_id and l.item_id = i.id and l.store_id = $3
     where i.company_id = $1 and i.id = $2 group by i.company_id, i.id, t.company_id, t.item_id, o.price`,
    values: [company, id, store],
  });
  const { on_hand, stock_status, store_price, store_on_hand, ...item } = rows[0];
  const stock = { onHand: on_hand, stockStatus: stock_status };
  return { ...item, stock, atStore: { storeId: store, price: store_price, onHand: store_on_hand, variants: [] } };
}

async function listItems() {
  const { rows } = await pool.query({
    name: 'list',
    text: `select ${COLUMNS} from region_uk.items i where i.company_id = $1 order by i.entry_date desc, i.id desc limit 100`,
    values: [company],
  });
  const total = await pool.query({
    name: 'count',
    text: 'select count(*) as n from region_uk.items where company_id = $1',
    values: [company],
  });
  return {
    data: rows,
    pagination: { page: 1, limit: 100, total: Number(total.rows[0].n), hasMore: true, nextCursor: null },
  };
}

async function readJson(request: IncomingMessage) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

async function createItem(request: IncomingMessage) {
  const { name, price } = await readJson(request);
  const { rows } = await pool.query({
    name: 'create',
    text: `with item as (
       insert into region_uk.items as i (company_id, id, type, status, name, item_code, barcodes, price, currency, weighing_scale,
         track_stock, modifier_ids, variants, components, stores, app_id, entry_date, updated_at, search_text)
       select $1, id, 0, 1, $2, 'F' || id, '[]', $3, 'GBP', 0, true, '[]', '[]', '[]', '[]', $4, now(), now(), lower($2)
       from nextval('region_uk.record_ids') as id
       returning ${COLUMNS}, i.company_id
     ), code as (
       insert into region_uk.item_identifiers (company_id, kind, value, item_id)
       select company_id, 'itemCode', "itemCode", id from item
     ) select * from item`,
    values: [company, name, price, appText],
  });
  return rows[0];
}

interface Line {
  readonly itemId: number;
  readonly quantity: string;
  readonly unitCost?: string;
}

/** Writes the document, its lines, the ledger and the levels in one transaction. */
async function writeDocument<T>(document: Document<T>, body: T & { readonly lines: readonly Line[] }) {
  const client = await pool.connect();
  const columns = [
    body.lines.map((l) => l.itemId),
    body.lines.map((l) => l.quantity),
    body.lines.map((l) => l.unitCost ?? null),
  ];
  try {
    const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
    await client.query('begin');
    const { rows } = await run(`${document.kind}.insert`, document.insert, [
      company,
      appText,
      ...document.values(body),
    ]);
    await run(`${document.kind}.lines`, document.lines, [company, rows[0].id, ...columns]);
    if (document.costs) await run(`${document.kind}.costs`, document.costs, [company, columns[0], columns[2]]);
    await run('movements', MOVEMENTS, [company, store, ...columns, document.kind, rows[0].id]);
    await run('levels', LEVELS, [company, store, columns[0], columns[1]]);
    await client.query('commit');
    return rows[0];
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

interface Document<T> {
  readonly kind: string;
  readonly insert: string;
  readonly values: (body: T & { readonly lines: readonly Line[] }) => unknown[];
  readonly lines: string;
  readonly costs?: string;
}

const MOVEMENTS = `
  insert into region_uk.stock_movements (company_id, id, store_id, item_id, change, unit_cost, document_kind, document_id, at,
    recorded_at)
  select $1, nextval('region_uk.record_ids'), $2, item, change, cost, $6, $7, now(), now()
  from unnest($3::bigint[], $4::numeric[], $5::numeric[]) as l (item, change, cost)`;

const LEVELS = `
  insert into region_uk.stock_levels as l (company_id, item_id, store_id, on_hand)
  select $1, item, $2, change from unnest($3::bigint[], $4::numeric[]) as m (item, change) order by item
  on conflict (company_id, item_id, store_id, variant_id) do update set on_hand = l.on_hand + excluded.on_hand`;

const RECEIPT: Document<{ supplierId: number; orderDate: string }> = {
  kind: 'purchaseOrder',
  insert: `insert into region_uk.purchase_orders as o (company_id, app_id, id, status, order_no, supplier_id, supplier_name,
      store_id, order_date, purch_status, currency, subtotal, discount_total, tax_total, total, lines, allowed_actions,
      entry_date, updated_at)
    select $1, $2, id, 1, 'F' || id, $3, 'Bench supplies', $4, $5, 2, 'GBP', $6, 0, 0, $6, $7, '[]', now(), now()
    from nextval('region_uk.record_ids') as id returning *`,
  values: ({ supplierId, orderDate, lines }) => {
    const total = lines.reduce((sum, line) => sum + Number(line.quantity) * Number(line.unitCost), 0);
    return [supplierId, store, orderDate, total.toFixed(2), JSON.stringify(lines)];
  },
  lines: `insert into region_uk.purchase_order_lines (company_id, order_id, id, item_id, quantity, received, unit_cost)
    select $1, $2, nextval('region_uk.record_ids'), item, quantity, quantity, cost
    from unnest($3::bigint[], $4::numeric[], $5::numeric[]) as l (item, quantity, cost)`,
  costs: `update region_uk.items i set cost = l.cost, updated_at = now()
    from unnest($2::bigint[], $3::numeric[]) as l (item, cost)
    where i.company_id = $1 and i.id = l.item and i.cost is distinct from l.cost`,
};

const ADJUSTMENT: Document<{ date: string }> = {
  kind: 'stockAdjustment',
  insert: `insert into region_uk.stock_adjustments as a (company_id, app_id, id, adjustment_no, store_id, date, type, reason,
      status, lines, allowed_actions, entry_date, updated_at, search_text)
    select $1, $2, id, 'F' || id, $3, $4, 1, 'correction', 1, $5, '[]', now(), now(), 'f' || id
    from nextval('region_uk.record_ids') as id returning *`,
  values: ({ date, lines }) => [store, date, JSON.stringify(lines)],
  lines: `insert into region_uk.stock_adjustment_lines (company_id, adjustment_id, id, item_id, quantity)
    select $1, $2, nextval('region_uk.record_ids'), item, quantity
    from unnest($3::bigint[], $4::numeric[], $5::numeric[]) as l (item, quantity, cost)`,
};

/** Retries after a deadlock of two documents. */
async function write<T>(document: Document<T>, body: T & { readonly lines: readonly Line[] }) {
  for (;;) {
    try {
      return await writeDocument(document, body);
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01') throw error;
    }
  }
}

async function answer(request: IncomingMessage) {
  const path = request.url ?? '';
  const id = /^\/v1\/items\/(\d+)/.exec(path)?.[1];
  if (id) return getItem(Number(id));
  if (request.method !== 'POST') return listItems();
  if (path.startsWith('/v1/purchase-orders')) return write(RECEIPT, await readJson(request));
  if (path.startsWith('/v1/stock-adjustments')) return write(ADJUSTMENT, await readJson(request));
  return createItem(request);
}

const server = createServer(async (request, response) => {
  const body = await answer(request);
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(body));
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
process.on('disconnect', () => process.exit());
