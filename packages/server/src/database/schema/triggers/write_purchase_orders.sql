-- Writes what is derived from a purchase order; `summary` is the order as the API returns it, without its lines.
create or replace function region.write_purchase_orders() returns trigger language plpgsql as $$
begin
  new.search_text := region.fold(new.order_no collate "default" || E'\n' || coalesce(new.invoice, '') || E'\n' ||
    new.supplier_name || E'\n' || coalesce(new.narration, ''));
  new.summary := (select row_to_json(r)::text from (select
    new.id,
    new.status,
    new.order_no as "orderNo",
    new.supplier_id as "supplierId",
    new.store_id as "storeId",
    to_char(new.order_date, 'YYYY-MM-DD') as "orderDate",
    to_char(new.expected_date, 'YYYY-MM-DD') as "expectedDate",
    new.invoice,
    new.narration,
    new.provider,
    new.purch_status as "purchStatus",
    new.currency,
    region.money_text(new.subtotal, new.currency) as subtotal,
    region.money_text(new.discount_total, new.currency) as "discountTotal",
    region.money_text(new.tax_total, new.currency) as "taxTotal",
    region.money_text(new.total, new.currency) as total,
    new.allowed_actions as "allowedActions",
    new.external_id as "externalId",
    new.version,
    region.instant_text(new.entry_date) as "entryDate",
    region.instant_text(new.updated_at) as "updatedAt"
  ) r);
  return new;
end $$;

create or replace trigger write_purchase_orders before insert or update on region.purchase_orders
  for each row execute function region.write_purchase_orders();
