-- get
select :columns, t.on_hand, t.stock_status, coalesce(o.price, i.price) as store_price,
  coalesce(sum(l.on_hand), 0) as store_on_hand
from region_uk.items i
join region_uk.item_stock t on t.company_id = i.company_id and t.item_id = i.id
left join region_uk.item_stores o on o.company_id = i.company_id and o.item_id = i.id and o.store_id = $3
left join region_uk.stock_levels l on l.company_id = i.company_id and l.item_id = i.id and l.store_id = $3
where i.company_id = $1 and i.id = $2
group by i.company_id, i.id, t.company_id, t.item_id, o.price

-- list
select :columns from region_uk.items i where i.company_id = $1 order by i.entry_date desc, i.id desc limit 100

-- count
select count(*) as n from region_uk.items where company_id = $1

-- create
with item as (
  insert into region_uk.items as i (company_id, id, type, status, name, item_code, barcodes, price, currency, weighing_scale,
    track_stock, modifier_ids, variants, components, stores, app_id, entry_date, updated_at, search_text)
  select $1, id, 0, 1, $2, 'F' || id, '[]', $3, 'GBP', 0, true, '[]', '[]', '[]', '[]', $4, now(), now(), lower($2)
  from nextval('region_uk.record_ids') as id
  returning :columns, i.company_id
), code as (
  insert into region_uk.item_identifiers (company_id, kind, value, item_id)
  select company_id, 'itemCode', "itemCode", id from item
)
select * from item

-- purchaseOrder
insert into region_uk.purchase_orders (company_id, app_id, id, status, order_no, supplier_id, supplier_name, store_id,
  order_date, purch_status, currency, subtotal, discount_total, tax_total, total, lines, allowed_actions, entry_date, updated_at)
select $1, $2, id, 1, 'F' || id, $3, 'Bench supplies', $4, $5, 2, 'GBP', $6, 0, 0, $6, $7, '[]', now(), now()
from nextval('region_uk.record_ids') as id
returning *

-- purchaseOrder.lines
insert into region_uk.purchase_order_lines (company_id, order_id, id, item_id, quantity, received, unit_cost)
select $1, $2, nextval('region_uk.record_ids'), item, quantity, quantity, cost
from unnest($3::bigint[], $4::numeric[], $5::numeric[]) as l (item, quantity, cost)

-- purchaseOrder.costs
update region_uk.items i set cost = l.cost, updated_at = now()
from unnest($2::bigint[], $3::numeric[]) as l (item, cost)
where i.company_id = $1 and i.id = l.item and i.cost is distinct from l.cost

-- stockAdjustment
insert into region_uk.stock_adjustments (company_id, app_id, id, adjustment_no, store_id, date, type, reason, status, lines,
  allowed_actions, entry_date, updated_at, search_text)
select $1, $2, id, 'F' || id, $3, $4, 1, 'correction', 1, $5, '[]', now(), now(), 'f' || id
from nextval('region_uk.record_ids') as id
returning *

-- stockAdjustment.lines
insert into region_uk.stock_adjustment_lines (company_id, adjustment_id, id, item_id, quantity)
select $1, $2, nextval('region_uk.record_ids'), item, quantity
from unnest($3::bigint[], $4::numeric[], $5::numeric[]) as l (item, quantity, cost)

-- movements
insert into region_uk.stock_movements (company_id, id, store_id, item_id, change, unit_cost, document_kind, document_id, at,
  recorded_at)
select $1, nextval('region_uk.record_ids'), $2, item, change, cost, $6, $7, now(), now()
from unnest($3::bigint[], $4::numeric[], $5::numeric[]) as l (item, change, cost)

-- levels
insert into region_uk.stock_levels as l (company_id, item_id, store_id, on_hand)
select $1, item, $2, change from unnest($3::bigint[], $4::numeric[]) as m (item, change) order by item
on conflict (company_id, item_id, store_id, variant_id) do update set on_hand = l.on_hand + excluded.on_hand
