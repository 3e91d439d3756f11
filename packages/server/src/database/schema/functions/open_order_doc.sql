-- An open order as the API returns it.
create or replace function region.open_order_doc(id bigint, store_id bigint, status smallint, order_no text, channel text,
  currency text, gross numeric, discounts numeric, tax numeric, lines json, opened_at timestamptz, external_id text,
  version integer, entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select
    id,
    store_id as "storeId",
    status,
    order_no as "orderNo",
    channel,
    currency,
    region.money_text(gross, currency) as gross,
    region.money_text(discounts, currency) as discounts,
    region.money_text(tax, currency) as tax,
    region.money_text(gross - discounts, currency) as total,
    lines,
    region.rfc3339(opened_at) as "openedAt",
    external_id as "externalId",
    version,
    region.rfc3339(entry_date) as "entryDate",
    region.rfc3339(updated_at) as "updatedAt"
  ) r);
