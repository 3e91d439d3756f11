// Floor A: node:http and pg over one plain table with a key and an index. Responses have the same properties, but there
// are no tenants, authentication, validation, limits, versions, idempotency, search or stock.
import pg from 'pg';
import { COLUMNS, itemIn, readJson, serve } from './floor-server.ts';

const [url] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10, application_name: 'bare' });

const GET = { name: 'get', text: `select ${COLUMNS} from bare.items i where id = $1` };
const LIST = { name: 'list', text: `select ${COLUMNS} from bare.items i order by entry_date desc, id desc limit 100` };
const COUNT = { name: 'count', text: 'select count(*) as n from bare.items' };
const CREATE = {
  name: 'create',
  text: `insert into bare.items as i (type, status, name, item_code, barcodes, price, currency, weighing_scale, track_stock,
      modifier_ids, variants, components, stores, version, entry_date, updated_at)
    values (0, 1, $1, $2, '[]', $3, 'GBP', 0, true, '[]', '[]', '[]', '[]', 1, now(), now()) returning ${COLUMNS}`,
};

serve(async (request) => {
  const id = itemIn(request);
  if (id !== undefined) return (await pool.query({ ...GET, values: [id] })).rows[0];
  if (request.method === 'POST') {
    const { name, price } = await readJson(request);
    return (await pool.query({ ...CREATE, values: [name, name, price] })).rows[0];
  }
  const { rows } = await pool.query(LIST);
  const total = await pool.query(COUNT);
  return { data: rows, pagination: { page: 1, limit: 100, total: Number(total.rows[0].n) } };
});
