-- One text for each amount and each quantity, and no price or total that the currency cannot express.
--
-- Records that were written before are brought along. Prices and discounts with more decimals than their currency are
-- rounded half up; what a document works out from its lines is worked out again, each line rounded half up to the
-- currency's minor units and the totals the sums of the lines. Costs and quantities keep their value. A record whose
-- text changes takes its next version, so that no ETag stands for two texts.

-- Decimals of the currency's smallest unit (ISO 4217). `resources/money.ts` has the same list.
create function minor_units(currency text) returns integer language sql immutable parallel safe
  return case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV',
      'XAF', 'XOF', 'XPF') then 0
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when currency in ('CLF', 'UYW') then 4
    else 2
  end;

-- The one text of an amount: as many decimals as the currency has, or as many more as a cost has.
create function money_text(amount numeric, currency text) returns text language sql immutable parallel safe
  return round(amount, greatest(minor_units(currency), scale(trim_scale(amount))))::text;

-- The one text of a quantity, and of a rate in per cent: no zeros at its end.
create function quantity_text(quantity numeric) returns text language sql immutable parallel safe
  return trim_scale(quantity)::text;

drop function exact_money(numeric);

create or replace function tax_doc(id bigint, status smallint, name text, rate numeric, external_id text,
  version integer, entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, status, name, quantity_text(rate) as rate,
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

create or replace function item_doc(id bigint, type smallint, status smallint, name text, item_code text, barcodes json,
  description text, group_id bigint, brand_id bigint, tax_id bigint, unit text, price numeric, cost numeric,
  currency text, weighing_scale smallint, track_stock boolean, low_stock_level numeric, image_url text,
  modifier_ids json, variants json, components json, stores json, external_id text, version integer,
  entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, type, status, name, item_code as "itemCode", barcodes,
    description, group_id as "groupId", brand_id as "brandId", tax_id as "taxId", unit,
    money_text(price, currency) as price, money_text(cost, currency) as cost, currency,
    weighing_scale as "weighingScale", track_stock as "trackStock", quantity_text(low_stock_level) as "lowStockLevel",
    image_url as "imageUrl", modifier_ids as "modifierIds", variants, components, stores,
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

create or replace function purchase_order_doc(id bigint, status smallint, order_no text, supplier_id bigint,
  store_id bigint, order_date date, expected_date date, invoice text, narration text, provider text,
  purch_status smallint, currency text, subtotal numeric, discount_total numeric, tax_total numeric, total numeric,
  lines json, allowed_actions json, external_id text, version integer, entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, status, order_no as "orderNo", supplier_id as "supplierId",
    store_id as "storeId", to_char(order_date, 'YYYY-MM-DD') as "orderDate",
    to_char(expected_date, 'YYYY-MM-DD') as "expectedDate", invoice, narration, provider,
    purch_status as "purchStatus", currency, money_text(subtotal, currency) as subtotal,
    money_text(discount_total, currency) as "discountTotal", money_text(tax_total, currency) as "taxTotal",
    money_text(total, currency) as total, lines, allowed_actions as "allowedActions",
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

create or replace function purchase_return_doc(id bigint, status smallint, return_no text, supplier_id bigint,
  store_id bigint, narration text, currency text, total numeric, lines json, external_id text, version integer,
  entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, status, return_no as "returnNo", supplier_id as "supplierId",
    store_id as "storeId", narration, currency, money_text(total, currency) as total, lines,
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

create or replace function open_order_doc(id bigint, store_id bigint, status smallint, order_no text, channel text,
  currency text, gross numeric, discounts numeric, tax numeric, lines json, opened_at timestamptz, external_id text,
  version integer, entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, store_id as "storeId", status, order_no as "orderNo", channel,
    currency, money_text(gross, currency) as gross, money_text(discounts, currency) as discounts,
    money_text(tax, currency) as tax, money_text(gross - discounts, currency) as total, lines,
    rfc3339(opened_at) as "openedAt",
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

-- Who owns the tables may not write to them, except here. No count changes, and no stock.
do $$
declare t text;
begin
  foreach t in array array['taxes', 'items', 'item_variants', 'item_stores', 'menu_items', 'modifier_groups',
    'purchase_orders', 'purchase_returns', 'stock_transfers', 'stock_adjustments', 'open_orders', 'sales', 'sale_lines',
    'daily_sales', 'daily_item_sales'] loop
    execute format('alter table %I no force row level security', t);
    execute format('alter table %I disable trigger user', t);
  end loop;
end $$;

-- Lists as records show them, in the texts of today.
create function with_variants(list json, currency text) returns json language sql immutable
  return (select ('[' || coalesce(string_agg((select row_to_json(r)::text from (select e->'id' as id, e->'name' as name,
      e->'itemCode' as "itemCode", e->'barcodes' as barcodes,
      money_text(round((e->>'price')::numeric, minor_units(currency)), currency) as price,
      money_text((e->>'cost')::numeric, currency) as cost) r), ',' order by n), '') || ']')::json
    from json_array_elements(list) with ordinality as l (e, n));

create function with_components(list json) returns json language sql immutable
  return (select ('[' || coalesce(string_agg((select row_to_json(r)::text from (select e->'itemId' as "itemId",
      e->'variantId' as "variantId", quantity_text((e->>'quantity')::numeric) as quantity) r), ',' order by n), '')
      || ']')::json
    from json_array_elements(list) with ordinality as l (e, n));

create function with_overrides(list json, currency text) returns json language sql immutable
  return (select ('[' || coalesce(string_agg((select row_to_json(r)::text from (select e->'storeId' as "storeId",
      money_text(round((e->>'price')::numeric, minor_units(currency)), currency) as price,
      quantity_text((e->>'lowStockLevel')::numeric) as "lowStockLevel", e->'status' as status) r), ',' order by n), '')
      || ']')::json
    from json_array_elements(list) with ordinality as l (e, n));

create function with_options(list json, currency text) returns json language sql immutable
  return (select ('[' || coalesce(string_agg((select row_to_json(r)::text from (select e->'id' as id, e->'name' as name,
      money_text(round((e->>'price')::numeric, minor_units(currency)), currency) as price, e->'sortOrder' as "sortOrder",
      e->'status' as status, e->'itemId' as "itemId") r), ',' order by n), '') || ']')::json
    from json_array_elements(list) with ordinality as l (e, n));

create function with_order_lines(list json, currency text) returns json language sql immutable
  return (select ('[' || string_agg((select row_to_json(r)::text from (select e->'id' as id, e->'itemId' as "itemId",
      e->'variantId' as "variantId", quantity_text(quantity) as quantity, money_text(cost, currency) as "unitCost",
      money_text(discount, currency) as discount, e->'taxId' as "taxId", quantity_text((e->>'taxRate')::numeric) as "taxRate",
      money_text(subtotal, currency) as subtotal, money_text(tax, currency) as tax,
      money_text(subtotal - discount + tax, currency) as total,
      quantity_text((e->>'received')::numeric) as received,
      quantity_text((e->>'outstanding')::numeric) as outstanding) r), ',' order by n) || ']')::json
    from json_array_elements(list) with ordinality as l (e, n)
    cross join lateral (select (e->>'quantity')::numeric as quantity, (e->>'unitCost')::numeric as cost,
      minor_units(currency) as decimals, coalesce((e->>'taxRate')::numeric, 0) as rate) sent
    cross join lateral (select round(quantity * cost, decimals) as subtotal) extended
    cross join lateral (select least(round((e->>'discount')::numeric, decimals), subtotal) as discount) reduced
    cross join lateral (select round((subtotal - discount) * rate * 0.01, decimals) as tax) taxed);

create function with_return_lines(list json, currency text) returns json language sql immutable
  return (select ('[' || string_agg((select row_to_json(r)::text from (select e->'id' as id, e->'itemId' as "itemId",
      e->'variantId' as "variantId", quantity_text(quantity) as quantity, money_text(cost, currency) as "unitCost",
      money_text(round(quantity * cost, minor_units(currency)), currency) as total) r), ',' order by n) || ']')::json
    from json_array_elements(list) with ordinality as l (e, n)
    cross join lateral (select (e->>'quantity')::numeric as quantity, (e->>'unitCost')::numeric as cost) sent);

create function with_transfer_lines(list json) returns json language sql immutable
  return (select ('[' || string_agg((select row_to_json(r)::text from (select e->'id' as id, e->'itemId' as "itemId",
      e->'variantId' as "variantId", quantity_text((e->>'quantity')::numeric) as quantity,
      quantity_text((e->>'received')::numeric) as received,
      quantity_text((e->>'outstanding')::numeric) as outstanding) r), ',' order by n) || ']')::json
    from json_array_elements(list) with ordinality as l (e, n));

create function with_adjustment_lines(list json) returns json language sql immutable
  return (select ('[' || string_agg((select row_to_json(r)::text from (select e->'id' as id, e->'itemId' as "itemId",
      e->'variantId' as "variantId", quantity_text((e->>'quantity')::numeric) as quantity,
      quantity_text((e->>'before')::numeric) as before, quantity_text((e->>'after')::numeric) as after) r),
      ',' order by n) || ']')::json
    from json_array_elements(list) with ordinality as l (e, n));

create function with_ordered_lines(list json, currency text) returns json language sql immutable
  return (select ('[' || string_agg((select row_to_json(r)::text from (select e->'itemId' as "itemId",
      e->'variantId' as "variantId", e->'name' as name, quantity_text((e->>'quantity')::numeric) as quantity,
      money_text(gross, currency) as gross, money_text(discount, currency) as discount,
      money_text(least(round((e->>'tax')::numeric, decimals), gross - discount), currency) as tax) r), ',' order by n)
      || ']')::json
    from json_array_elements(list) with ordinality as l (e, n)
    cross join lateral (select minor_units(currency) as decimals) money
    cross join lateral (select round((e->>'gross')::numeric, decimals) as gross) sold
    cross join lateral (select least(round((e->>'discount')::numeric, decimals), gross) as discount) reduced);

create function sum_of(list json, name text) returns numeric language sql immutable
  return (select sum((e->>name)::numeric) from json_array_elements(list) e);

-- Modifier groups and menus do not repeat the merchant's currency.
create function currency_of(company bigint) returns text language sql stable
  return coalesce((select currency from items where company_id = company limit 1),
    (select currency from stores where company_id = company limit 1), '');

update taxes set version = version + 1
where doc <> tax_doc(id, status, name, rate, external_id, version, entry_date, updated_at);

update items set price = round(price, minor_units(currency)), variants = with_variants(variants, currency),
  components = with_components(components), stores = with_overrides(stores, currency), version = version + 1
where doc <> item_doc(id, type, status, name, item_code, barcodes, description, group_id, brand_id, tax_id, unit,
  round(price, minor_units(currency)), cost, currency, weighing_scale, track_stock, low_stock_level, image_url,
  modifier_ids, with_variants(variants, currency), with_components(components), with_overrides(stores, currency),
  external_id, version, entry_date, updated_at);

update item_variants v set price = round(v.price, minor_units(i.currency)) from items i
where i.company_id = v.company_id and i.id = v.item_id and scale(trim_scale(v.price)) > minor_units(i.currency);
update item_stores s set price = round(s.price, minor_units(i.currency)) from items i
where i.company_id = s.company_id and i.id = s.item_id and scale(trim_scale(s.price)) > minor_units(i.currency);
update menu_items m set price = round(m.price, minor_units(i.currency)) from items i
where i.company_id = m.company_id and i.id = m.item_id and scale(trim_scale(m.price)) > minor_units(i.currency);

update modifier_groups g set options = with_options(options, currency_of(company_id)), version = version + 1
where options::text <> with_options(options, currency_of(company_id))::text;

update purchase_orders set version = version + 1, lines = with_order_lines(lines, currency),
  (subtotal, discount_total, tax_total, total) = (select sum_of(l, 'subtotal'), sum_of(l, 'discount'), sum_of(l, 'tax'),
    sum_of(l, 'total') from (select with_order_lines(lines, currency) as l) written);

update purchase_returns set version = version + 1, lines = with_return_lines(lines, currency),
  total = sum_of(with_return_lines(lines, currency), 'total');

update stock_transfers set version = version + 1, lines = with_transfer_lines(lines)
where lines::text <> with_transfer_lines(lines)::text;

update stock_adjustments set version = version + 1, lines = with_adjustment_lines(lines)
where lines::text <> with_adjustment_lines(lines)::text;

update open_orders set version = version + 1, lines = with_ordered_lines(lines, currency),
  (gross, discounts, tax) = (select sum_of(l, 'gross'), sum_of(l, 'discount'), sum_of(l, 'tax')
    from (select with_ordered_lines(lines, currency) as l) written)
where lines::text <> with_ordered_lines(lines, currency)::text
  or doc <> open_order_doc(id, store_id, status, order_no, channel, currency, gross, discounts, tax, lines, opened_at,
    external_id, version, entry_date, updated_at);

-- Sales and refunds with amounts that their currency cannot express: lines are rounded half up, a sale is the sum of its
-- lines, and of what was paid the largest amount takes up the difference. The sums of their days follow.
do $$
declare
  sold sales;
  paid numeric[];
  due numeric;
  decimals integer;
  largest integer;
begin
  create temporary table rounded_days (company_id bigint, day date, store_id bigint) on commit drop;
  for sold in
    select * from sales where greatest(scale(trim_scale(paid_cash)), scale(trim_scale(paid_card)),
        scale(trim_scale(paid_online)), scale(trim_scale(paid_gift_card)), scale(trim_scale(paid_account)),
        scale(trim_scale(paid_other))) > minor_units(currency)
      or exists (select from sale_lines l where l.company_id = sales.company_id and l.sale_id = sales.id
        and greatest(scale(trim_scale(l.gross)), scale(trim_scale(l.discount)), scale(trim_scale(l.tax)))
          > minor_units(currency))
  loop
    decimals := minor_units(sold.currency);
    update sale_lines l set gross = r.gross, discount = r.discount,
      tax = least(round(l.tax, decimals), r.gross - r.discount)
    from (select id, round(gross, decimals) as gross, least(round(discount, decimals), round(gross, decimals)) as discount
      from sale_lines where company_id = sold.company_id and sale_id = sold.id) r
    where l.company_id = sold.company_id and l.sale_id = sold.id and l.id = r.id;
    select sum(gross), sum(discount), sum(tax) into sold.gross, sold.discounts, sold.tax
    from sale_lines where company_id = sold.company_id and sale_id = sold.id;
    due := sold.gross - sold.discounts;
    paid := array[sold.paid_cash, sold.paid_card, sold.paid_online, sold.paid_gift_card, sold.paid_account, sold.paid_other];
    largest := array_position(paid, (select max(amount) from unnest(paid) amount));
    for i in 1..6 loop
      paid[i] := least(round(paid[i], decimals), due);
      due := due - paid[i];
    end loop;
    paid[largest] := paid[largest] + due;
    update sales set gross = sold.gross, discounts = sold.discounts, tax = sold.tax, paid_cash = paid[1], paid_card = paid[2],
      paid_online = paid[3], paid_gift_card = paid[4], paid_account = paid[5], paid_other = paid[6]
    where company_id = sold.company_id and id = sold.id;
    insert into rounded_days values (sold.company_id, sold.business_date, sold.store_id);
  end loop;

  update daily_sales d set gross = n.gross, discounts = n.discounts, tax = n.tax, refunds = n.refunds,
    paid_cash = n.paid_cash, paid_card = n.paid_card, paid_online = n.paid_online, paid_gift_card = n.paid_gift_card,
    paid_account = n.paid_account, paid_other = n.paid_other
  from (
    select company_id, business_date, store_id, currency, coalesce(sum(gross) filter (where sign > 0), 0) as gross,
      coalesce(sum(discounts) filter (where sign > 0), 0) as discounts, sum(sign * tax) as tax,
      coalesce(sum(gross - discounts) filter (where sign < 0), 0) as refunds, sum(sign * paid_cash) as paid_cash,
      sum(sign * paid_card) as paid_card, sum(sign * paid_online) as paid_online,
      sum(sign * paid_gift_card) as paid_gift_card, sum(sign * paid_account) as paid_account,
      sum(sign * paid_other) as paid_other
    from (select *, case kind when 'sale' then 1 else -1 end as sign from sales
      where (company_id, business_date, store_id) in (select * from rounded_days)) sold
    group by company_id, business_date, store_id, currency
  ) n
  where (d.company_id, d.day, d.store_id, d.currency) = (n.company_id, n.business_date, n.store_id, n.currency);

  update daily_item_sales d set gross = n.gross, discounts = n.discounts, tax = n.tax, refunds = n.refunds
  from (
    select s.company_id, s.business_date, s.store_id, l.item_id, l.variant_id, s.currency,
      coalesce(sum(l.gross) filter (where s.kind = 'sale'), 0) as gross,
      coalesce(sum(l.discount) filter (where s.kind = 'sale'), 0) as discounts,
      sum(case s.kind when 'sale' then l.tax else -l.tax end) as tax,
      coalesce(sum(l.gross - l.discount) filter (where s.kind = 'refund'), 0) as refunds
    from sales s join sale_lines l on l.company_id = s.company_id and l.sale_id = s.id
    where (s.company_id, s.business_date, s.store_id) in (select * from rounded_days)
    group by s.company_id, s.business_date, s.store_id, l.item_id, l.variant_id, s.currency
  ) n
  where (d.company_id, d.day, d.store_id, d.item_id, d.currency)
      = (n.company_id, n.business_date, n.store_id, n.item_id, n.currency)
    and d.variant_id is not distinct from n.variant_id;
  drop table rounded_days;
end $$;

drop function with_variants, with_components, with_overrides, with_options, with_order_lines, with_return_lines,
  with_transfer_lines, with_adjustment_lines, with_ordered_lines, sum_of, currency_of;

do $$
declare t text;
begin
  foreach t in array array['taxes', 'items', 'item_variants', 'item_stores', 'menu_items', 'modifier_groups',
    'purchase_orders', 'purchase_returns', 'stock_transfers', 'stock_adjustments', 'open_orders', 'sales', 'sale_lines',
    'daily_sales', 'daily_item_sales'] loop
    execute format('alter table %I force row level security', t);
    execute format('alter table %I enable trigger user', t);
  end loop;
end $$;
