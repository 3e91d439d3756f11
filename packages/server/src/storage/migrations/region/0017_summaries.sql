-- Lines are stored once, in their own column: beside it a document has its `summary`, the record's JSON text without them.
-- So a list without lines reads none, and a write stores the text of a thousand lines once.

set local maintenance_work_mem = '256MB';

do $$
declare
  t text;
begin
  foreach t in array array['purchase_orders', 'stock_transfers', 'stock_adjustments'] loop
    -- Quotes within a text are escaped, so that this is found nowhere else in it.
    execute format($f$alter table %I alter column doc type text using replace(doc, '"lines":' || lines || ',', '')$f$, t);
    execute format('alter table %I rename column doc to summary', t);
    execute replace(regexp_replace(pg_get_functiondef(('write_' || t)::regproc), 'new\.lines,\s*', ''), 'new.doc', 'new.summary');
  end loop;
end $$;

create function purchase_return_summary(id bigint, status smallint, return_no text, supplier_id bigint, store_id bigint,
  narration text, currency text, total numeric, external_id text, version integer, entry_date timestamptz,
  updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, status, return_no as "returnNo", supplier_id as "supplierId",
    store_id as "storeId", narration, currency, money_text(total, currency) as total,
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);
alter table purchase_returns drop column doc, add column summary text not null generated always as (
  purchase_return_summary(id, status, return_no, supplier_id, store_id, narration, currency, total, external_id, version,
    entry_date, updated_at)) stored;
drop function purchase_return_doc;
