// The floor: node:http and pg on the same tables and with the same answers, without authentication, validation, limits,
// versions, idempotency or row-level security.
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';

const [url, companyText, storeText, appText] = process.argv.slice(2);
const company = Number(companyText);
const store = Number(storeText);
const pool = new pg.Pool({ connectionString: url, max: 10 });

const COLUMNS = `i.id, i.type, i.status, i.name, i.item_code as "itemCode", i.barcodes, i.description, i.group_id as "groupId",
  i.brand_id as "brandId", i.tax_id as "taxId", i.unit, i.price, i.cost, i.currency, i.weighing_scale as "weighingScale",
  i.track_stock as "trackStock", i.low_stock_level as "lowStockLevel", i.image_url as "imageUrl",
  i.modifier_ids as "modifierIds", i.variants, i.components, i.stores, i.external_id as "externalId", i.version,
  i.entry_date as "entryDate", i.updated_at as "updatedAt"`;

async function getItem(id: number) {
  const { rows } = await pool.query(
    `select ${COLUMNS}, t.on_hand, t.stock_status, coalesce(o.price, i.price) as store_price,
       coalesce(sum(l.on_hand), 0) as store_on_hand
     from region_uk.items i
     join region_uk.item_stock t on t.company_id = i.company_id and t.item_id = i.id
     left join region_uk.item_stores o on o.company_id = i.company_id and o.item_id = i.id and o.store_id = $3
     left join region_uk.stock_levels l on l.company_id = i.company_id and l.item_id = i.id and l.store_id = $3
     where i.company_id = $1 and i.id = $2 group by i.company_id, i.id, t.company_id, t.item_id, o.price`,
    [company, id, store],
  );
  const { on_hand, stock_status, store_price, store_on_hand, ...item } = rows[0];
  const stock = { onHand: on_hand, stockStatus: stock_status };
  return { ...item, stock, atStore: { storeId: store, price: store_price, onHand: store_on_hand, variants: [] } };
}

async function listItems() {
  const { rows } = await pool.query(
    `select ${COLUMNS} from region_uk.items i where i.company_id = $1 order by i.entry_date desc, i.id desc limit 100`,
    [company],
  );
  const total = await pool.query('select count(*) as n from region_uk.items where company_id = $1', [company]);
  return {
    data: rows,
    pagination: { page: 1, limit: 100, total: Number(total.rows[0].n), hasMore: true, nextCursor: null },
  };
}

async function createItem(request: IncomingMessage) {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { name, price } = JSON.parse(text);
  const { rows } = await pool.query(
    `with item as (
       insert into region_uk.items as i (company_id, id, type, status, name, item_code, barcodes, price, currency, weighing_scale,
         track_stock, modifier_ids, variants, components, stores, app_id, entry_date, updated_at, search_text)
       select $1, id, 0, 1, $2, 'F' || id, '[]', $3, 'GBP', 0, true, '[]', '[]', '[]', '[]', $4, now(), now(), lower($2)
       from nextval('region_uk.record_ids') as id
       returning ${COLUMNS}, i.company_id
     ), code as (
       insert into region_uk.item_identifiers (company_id, kind, value, item_id)
       select company_id, 'itemCode', "itemCode", id from item
     ) select * from item`,
    [company, name, price, appText],
  );
  return rows[0];
}

const server = createServer(async (request, response) => {
  const path = request.url ?? '';
  const id = /^\/v1\/items\/(\d+)/.exec(path)?.[1];
  const body = id
    ? await getItem(Number(id))
    : request.method === 'POST'
      ? await createItem(request)
      : await listItems();
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(body));
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit());
