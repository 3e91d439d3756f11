-- A purchase return as the API returns it, without its lines.
create or replace function region.purchase_return_summary(id bigint, status smallint, return_no text, supplier_id bigint,
  store_id bigint, narration text, currency text, total numeric, external_id text, version integer,
  entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select
    id,
    status,
    return_no as "returnNo",
    supplier_id as "supplierId",
    store_id as "storeId",
    narration,
    currency,
    region.money_text(total, currency) as total,
    external_id as "externalId",
    version,
    region.rfc3339(entry_date) as "entryDate",
    region.rfc3339(updated_at) as "updatedAt"
  ) r);
