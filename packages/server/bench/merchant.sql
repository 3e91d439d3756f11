-- The records of bench/merchant.ts. `:name` is a number: of the company, of the app, of items (`size`), of records that are few, or
-- the first id of a kind. Only the triggers that write a record's JSON run.

set session_replication_role = replica;
alter table items enable always trigger write_items;
alter table purchase_orders enable always trigger write_purchase_orders;
alter table stock_transfers enable always trigger write_stock_transfers;
alter table stock_adjustments enable always trigger write_stock_adjustments;

create temporary view few as
  select g, timestamptz '2026-06-30 12:00Z' - make_interval(secs => g) as at,
    case when g % 20 = 1 then 0 else 1 end as status
  from generate_series(0, :few - 1) g;

-- Instants evenly spread over three years, newest first.
create temporary view documents as
  select g, timestamptz '2026-06-30 12:00Z' - g * (interval '1095 days' / (:size / 4)) as at
  from generate_series(0, :size / 4 - 1) g;

insert into stores (company_id, id, status, name, code, timezone, currency, entry_date, updated_at)
  select :company, :store + g, 1, 'Store ' || g, 'S' || g, 'Europe/London', 'GBP', at, at from few where g < 5;

insert into taxes (company_id, id, status, name, rate, entry_date, updated_at)
  select :company, :tax + g, 1, 'Tax ' || g, g * 5, at, at from few where g < 3;

insert into suppliers (company_id, id, status, name, code, entry_date, updated_at)
  select :company, :supplier + g, status, 'Supplier ' || md5(g::text), 'SU' || g, at, at from few;

insert into brands (company_id, id, status, name, app_id, entry_date, updated_at)
  select :company, :brand + g, status, 'Brand ' || md5(g::text), :app, at, at from few;

insert into categories (company_id, id, status, name, sort_order, app_id, entry_date, updated_at)
  select :company, :category + g, status, 'Category ' || md5(g::text), g % 9, :app, at, at from few;

insert into modifier_groups (company_id, id, status, name, min_select, options, item_ids, app_id, entry_date, updated_at)
  select :company, :modifier + g, status, 'Group ' || md5(g::text), 0, '[]', '[]', :app, at, at from few;

insert into menus (company_id, id, status, name, delivery, takeaway, online, availability, item_count, store_ids, app_id,
    entry_date, updated_at)
  select :company, :menu + g, status, 'Menu ' || md5(g::text), g % 2, g / 2 % 2, g / 4 % 2, '[]', 0, '[]', :app, at, at from few;

-- Each category has a fiftieth of the items, each brand a hundred items; ten items contain a rare word.
insert into items (company_id, id, type, status, name, item_code, barcodes, description, group_id, brand_id, tax_id,
    unit, price, cost, currency, weighing_scale, track_stock, low_stock_level, modifier_ids, variants, components, stores,
    app_id, external_id, entry_date, updated_at, search_text)
  select :company, :item + g, case when g % 10 = 3 then 1 when g % 100 = 7 then 2 else 0 end,
    case when g % 20 = 1 then 0 else 1 end, name, code, '[]', 'A ' || name || ', as every day.', :category + g % 50,
    :brand + (hashint4(g) & 2147483647) % :few, :tax + g % 3, 'pc', (g % 900 + 100) / 100.0, 0.50, 'GBP',
    (g % 20 = 5)::int, true, 5, '[]', '[]', '[]', '[]', :app, 'sku-' || g, at, at, lower(name || E'\n' || code)
  from (
    select g, timestamptz '2026-06-30 12:00Z' - make_interval(secs => g) as at, 'B' || g as code,
      (array['Flat white', 'Oat latte', 'Cheddar toastie', 'Almond croissant', 'Lemon cake'])[1 + g % 5]
        || case when g % (:size / 10) = 7 then ' truffle ' else ' ' end || md5(g::text) as name
    from generate_series(0, :size - 1) g
  ) generated;

-- A fifth of the items are in stock, a fiftieth are low, the others are out.
insert into stock_levels (company_id, item_id, store_id, on_hand)
  select :company, :item + g, :store + g / 5 % 5, case when g % 5 = 1 then 20 else 3 end
  from generate_series(0, :size - 1) g where g % 5 = 1 or g % 50 = 2;

-- A tenth of the movements are of one item at one store; most are sales. They do not add up to the levels.
insert into stock_movements (company_id, id, store_id, item_id, change, document_kind, document_id, line_id, app_id, at,
    recorded_at)
  select :company, :document + g, :store + case when g % 10 = 7 then 1 else g % 5 end,
    :item + case when g % 10 = 7 then 7 else (hashint4(g) & 2147483647) % :size end, -1,
    case when g % 100 in (2, 7) then 'stockAdjustment' when g % 50 = 3 then 'purchaseOrder' else 'sale' end,
    :document + g % (:size / 4), 1, 0, at, at + (hashint4(g) & 1023) * interval '10 seconds'
  from (
    select g, timestamptz '2026-06-30 12:00Z' - g * (interval '1095 days' / :size) as at
    from generate_series(0, :size - 1) g
  ) happened;

insert into item_modifiers (company_id, item_id, modifier_id)
  select :company, :item + g, :modifier + g / 10 % :few from generate_series(0, :size - 1) g where g % 10 = 0;

insert into purchase_orders (company_id, id, status, order_no, supplier_id, supplier_name, store_id, order_date, narration,
    provider, purch_status, currency, subtotal, discount_total, tax_total, total, lines, allowed_actions, app_id,
    external_id, entry_date, updated_at)
  select :company, :document + g, case when g % 100 = 1 then 0 else 1 end, 'PO-' || g, :supplier + g % 50,
    'Supplier ' || g % 50, :store + g % 5, at::date, md5(g::text), 'provider ' || g % 3,
    case when g % 100 = 2 then 1 when g % 100 in (1, 3) then 0 else 2 end, 'GBP', g % 1000, 0, 0, g % 1000, '[]', '[]',
    :app, 'po-' || g, at, at
  from documents;

insert into stock_transfers (company_id, id, transfer_no, from_store_id, to_store_id, date, narration, transfer_status,
    status, lines, allowed_actions, app_id, entry_date, updated_at, search_text)
  select :company, :document + g, 'ST-' || g, :store + g % 5, :store + (g + 1) % 5, at::date, md5(g::text),
    case when g % 100 = 2 then 1 when g % 100 in (1, 3) then 0 else 2 end, case when g % 100 = 1 then 0 else 1 end,
    '[]', '[]', :app, at, at,
    'st-' || g || E'\n' || md5(g::text) || E'\nstore ' || g % 5 || E'\nstore ' || (g + 1) % 5
  from documents;

insert into stock_adjustments (company_id, id, adjustment_no, store_id, date, type, narration, status, lines,
    allowed_actions, app_id, entry_date, updated_at, search_text)
  select :company, :document + g, 'SA-' || g, :store + g % 5, at::date, g % 3, md5(g::text),
    case when g % 100 = 1 then 0 when g % 100 = 2 then 2 else 1 end, '[]', '[]', :app, at, at,
    'sa-' || g || E'\n' || md5(g::text) || E'\nstore ' || g % 5
  from documents;

insert into purchase_returns (company_id, id, return_no, supplier_id, supplier_name, store_id, return_date, narration,
    currency, total, lines, external_id, entry_date, updated_at)
  select :company, :document + :size + g, 'PR-' || g, :supplier + g % 50, 'Supplier ' || g % 50, :store + g % 5, at::date,
    md5(g::text), 'GBP', g % 1000, '[]', 'pr-' || g, at, at
  from documents where g < :size / 10;

insert into open_orders (company_id, id, store_id, status, order_no, channel, currency, gross, discounts, tax, lines,
    opened_at, external_id, entry_date, updated_at)
  select :company, :document + g, :store + g % 5, (g % 10 = 0)::int, g::text,
    case when g % 3 = 0 then 'online' else 'counter' end, 'GBP', 5, 0, 1, '[]', at, g::text, at, at
  from documents where g < :size / 10;

analyze items;
analyze stock_levels;

-- Rows that the disabled triggers would have written, in the same order.
insert into item_stock (company_id, item_id, on_hand, stock_status, entry_date)
  select i.company_id, i.id, coalesce(l.on_hand, 0), stock_status(i.track_stock, coalesce(l.on_hand, 0), i.low_stock_level),
    i.entry_date
  from items i left join stock_levels l on l.company_id = i.company_id and l.item_id = i.id
  where i.company_id = :company order by i.id;

insert into items_search (company_id, id, entry_date, updated_at, search_text, status, type, group_id, brand_id, tax_id,
    weighing_scale, price, item_code, name)
  select company_id, id, entry_date, updated_at, search_text, status, type, group_id, brand_id, tax_id, weighing_scale, price,
    item_code, name
  from items where company_id = :company order by id;

insert into purchase_orders_search (company_id, id, entry_date, updated_at, search_text, status, purch_status, supplier_id,
    store_id, order_date, provider, total, order_no)
  select company_id, id, entry_date, updated_at, search_text, status, purch_status, supplier_id, store_id, order_date, provider,
    total, order_no
  from purchase_orders where company_id = :company order by id;

insert into stock_transfers_search (company_id, id, entry_date, updated_at, search_text, status, transfer_status, from_store_id,
    to_store_id, date, transfer_no)
  select company_id, id, entry_date, updated_at, search_text, status, transfer_status, from_store_id, to_store_id, date,
    transfer_no
  from stock_transfers where company_id = :company order by id;

insert into stock_adjustments_search (company_id, id, entry_date, updated_at, search_text, status, type, store_id, date)
  select company_id, id, entry_date, updated_at, search_text, status, type, store_id, date
  from stock_adjustments where company_id = :company order by id;

do $$
declare
  counted text;
begin
  foreach counted in array array['stores', 'taxes', 'suppliers', 'brands', 'categories', 'modifier_groups', 'menus', 'items',
    'purchase_orders', 'purchase_returns', 'stock_transfers', 'stock_adjustments']
  loop
    execute format('insert into row_counts (company_id, kind, status, slot, n)
      select company_id, %1$L, status, 0, count(*) from %1$I where company_id = :company group by 1, 3', counted);
  end loop;
end $$;

insert into row_counts (company_id, kind, status, slot, n)
  select company_id, 'stock_levels', 1, 0, count(*) from stock_levels where company_id = :company group by 1
  union all
  select company_id, 'purchase_orders.purchStatus', purch_status, 0, count(*) from purchase_orders
  where company_id = :company and status = 1 group by 1, 3
  union all
  select company_id, 'stock_transfers.transferStatus', transfer_status, 0, count(*) from stock_transfers
  where company_id = :company and status = 1 group by 1, 3;

alter table items enable trigger write_items;
alter table purchase_orders enable trigger write_purchase_orders;
alter table stock_transfers enable trigger write_stock_transfers;
alter table stock_adjustments enable trigger write_stock_adjustments;
