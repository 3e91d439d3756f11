-- Numbers sort by code point (collate "C"), and what is joined to them took that over, so that letters beyond ASCII were
-- not lowered as those of the searched words are.
alter table purchase_orders drop column search_text;
alter table purchase_orders add column search_text text not null generated always as (lower(
  order_no collate "default" || E'\n' || coalesce(invoice, '') || E'\n' || supplier_name || E'\n' ||
  coalesce(narration, ''))) stored;
create index purchase_orders_search on purchase_orders using gin (company_id, search_text gin_trgm_ops)
  with (gin_pending_list_limit = 512);

alter table purchase_returns drop column search_text;
alter table purchase_returns add column search_text text not null generated always as (lower(
  return_no collate "default" || E'\n' || supplier_name || E'\n' || coalesce(narration, ''))) stored;
create index purchase_returns_search on purchase_returns using gin (company_id, search_text gin_trgm_ops);
