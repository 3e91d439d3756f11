-- What a write works out costs a plan for each statement where the column is generated, and one for each connection
-- where a trigger writes it. The tables that partners write most have triggers from here on; the texts are the same.

-- The time of day in UTC. Stable as `to_char` is, so that it takes no call of its own, as in `rfc3339`.
create function instant_text(at timestamptz) returns text language sql stable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Lets a trigger write a table's `doc`, of the members given, behind what else it is to do. Names that begin with
-- `region.` get this schema's: a search path set for each call would cost more than the call.
create function write_docs(target text, before text, members text) returns void language plpgsql as $$
begin
  execute format('alter table %I alter column doc drop expression', target);
  execute replace(format($f$
    create function region.write_%1$s() returns trigger language plpgsql as $body$
    begin
      %2$s
      new.doc := (select row_to_json(r)::text from (select %3$s, new.external_id as "externalId", new.version,
        region.instant_text(new.entry_date) as "entryDate", region.instant_text(new.updated_at) as "updatedAt") r);
      return new;
    end $body$;
    create trigger write_%1$s before insert or update on %1$I for each row execute function region.write_%1$s()
    $f$, target, before, members), 'region.', format('%I.', current_schema()));
end $$;

-- The values of an item are checked there too: a constraint is planned for each statement.
alter table items drop constraint items_type_check, drop constraint items_status_check,
  drop constraint items_price_check, drop constraint items_cost_check, drop constraint items_low_stock_level_check,
  drop constraint items_weighing_scale_check, alter column name_key drop expression;

select write_docs('items', $$
  if new.type not in (0, 1, 2) or new.status not in (0, 1) or new.weighing_scale not in (0, 1)
    or least(new.price, new.cost, new.low_stock_level) < 0 then
    raise check_violation using message = 'An item has a value that none can have.', constraint = 'items_values';
  end if;
  new.name_key := region.fold(new.name);$$, $$
  new.id, new.type, new.status, new.name, new.item_code as "itemCode", new.barcodes, new.description,
  new.group_id as "groupId", new.brand_id as "brandId", new.tax_id as "taxId", new.unit,
  region.money_text(new.price, new.currency) as price, region.money_text(new.cost, new.currency) as cost, new.currency,
  new.weighing_scale as "weighingScale", new.track_stock as "trackStock",
  region.quantity_text(new.low_stock_level) as "lowStockLevel", new.image_url as "imageUrl",
  new.modifier_ids as "modifierIds", new.variants, new.components, new.stores$$);
drop function item_doc;

alter table purchase_orders alter column search_text drop expression;
select write_docs('purchase_orders', $$
  new.search_text := region.fold(new.order_no collate "default" || E'\n' || coalesce(new.invoice, '') || E'\n' ||
    new.supplier_name || E'\n' || coalesce(new.narration, ''));$$, $$
  new.id, new.status, new.order_no as "orderNo", new.supplier_id as "supplierId", new.store_id as "storeId",
  to_char(new.order_date, 'YYYY-MM-DD') as "orderDate", to_char(new.expected_date, 'YYYY-MM-DD') as "expectedDate",
  new.invoice, new.narration, new.provider, new.purch_status as "purchStatus", new.currency,
  region.money_text(new.subtotal, new.currency) as subtotal,
  region.money_text(new.discount_total, new.currency) as "discountTotal",
  region.money_text(new.tax_total, new.currency) as "taxTotal", region.money_text(new.total, new.currency) as total,
  new.lines, new.allowed_actions as "allowedActions"$$);
drop function purchase_order_doc;

select write_docs('stock_transfers', '', $$
  new.id, new.transfer_no as "transferNo", new.from_store_id as "fromStoreId", new.to_store_id as "toStoreId", new.date,
  new.narration, new.transfer_status as "transferStatus", new.status, new.lines,
  new.allowed_actions as "allowedActions"$$);
drop function stock_transfer_doc;

select write_docs('stock_adjustments', '', $$
  new.id, new.adjustment_no as "adjustmentNo", new.store_id as "storeId", new.date, new.type, new.reason, new.narration,
  new.status, new.lines, new.allowed_actions as "allowedActions"$$);
drop function stock_adjustment_doc;

drop function write_docs;

-- Columns that are null for most records: their indexes leave those out. An index keeps its name, by which a write
-- recognises what it breaks.
do $$
declare t text;
begin
  foreach t in array array['items', 'purchase_orders', 'stock_transfers', 'stock_adjustments'] loop
    execute format('alter table %1$I drop constraint %1$s_external_id', t);
    execute format('create unique index %1$s_external_id on %1$I (company_id, app_id, external_id)
      where external_id is not null', t);
  end loop;
end $$;
