// Floor A: node:http and pg over one plain table with a key and an index. Responses have the same properties, but there
// are no tenants, authentication, validation, limits, versions, idempotency, search or stock.
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';

const [url] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10, application_name: 'bare' });

const COLUMNS = `id, type, status, name, item_code as "itemCode", barcodes, description, group_id as "groupId",
  brand_id as "brandId", tax_id as "taxId", unit, price, cost, currency, weighing_scale as "weighingScale",
  track_stock as "trackStock", low_stock_level as "lowStockLevel", image_url as "imageUrl",
  modifier_ids as "modifierIds", variants, components, stores, external_id as "externalId", version,
  entry_date as "entryDate", updated_at as "updatedAt"`;

const GET = { name: 'get', text: `select ${COLUMNS} from bare.items where id = $1` };
const LIST = { name: 'list', text: `select ${COLUMNS} from bare.items order by entry_date desc, id desc limit 100` };
const COUNT = { name: 'count', text: 'select count(*) as n from bare.items' };
const CREATE = {
  name: 'create',
  text: `insert into bare.items (type, status, name, item_code, barcodes, price, currency, weighing_scale, track_stock,
      modifier_ids, variants, components, stores, version, entry_date, updated_at)
    values (0, 1, $1, $2, '[]', $3, 'GBP', 0, true, '[]', '[]', '[]', '[]', 1, now(), now()) returning ${COLUMNS}`,
};

async function getItem(id: number) {
  const { rows } = await pool.query({ ...GET, values: [id] });
  return rows[0];
}

async function listItems() {
  const { rows } = await pool.query(LIST);
  const total = await pool.query(COUNT);
  return { data: rows, pagination: { page: 1, limit: 100, total: Number(total.rows[0].n) } };
}

async function createItem(request: IncomingMessage) {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { name, price } = JSON.parse(text);
  const { rows } = await pool.query({ ...CREATE, values: [name, name, price] });
  return rows[0];
}

const server = createServer(async (request, response) => {
  const id = /^\/v1\/items\/(\d+)/.exec(request.url ?? '')?.[1];
  const body = id
    ? await getItem(Number(id))
    : request.method === 'POST'
      ? await createItem(request)
      : await listItems();
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(body));
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
process.on('disconnect', () => process.exit());
