-- Copies what a search reads from purchase orders into purchase_orders_search.
create or replace function region.add_purchase_orders_search() returns trigger language plpgsql as $$
begin
  insert into region.purchase_orders_search (company_id, id, entry_date, updated_at, status, purch_status, supplier_id,
    store_id, order_date, provider, total, order_no, search_text)
  select company_id, id, entry_date, updated_at, status, purch_status, supplier_id, store_id, order_date, provider, total,
    order_no, search_text from added;
  return null;
end $$;

create or replace trigger add_search after insert on region.purchase_orders referencing new table as added
  for each statement execute function region.add_purchase_orders_search();

create or replace function region.follow_purchase_orders_search() returns trigger language plpgsql as $$
begin
  update region.purchase_orders_search s set (entry_date, updated_at, status, purch_status, supplier_id, store_id,
    order_date, provider, total, order_no, search_text) =
    (a.entry_date, a.updated_at, a.status, a.purch_status, a.supplier_id, a.store_id, a.order_date, a.provider, a.total,
     a.order_no, a.search_text)
  from added a
  where s.company_id = a.company_id and s.id = a.id
    and (s.entry_date, s.updated_at, s.status, s.purch_status, s.supplier_id, s.store_id, s.order_date, s.provider,
      s.total, s.order_no, s.search_text)
    is distinct from (a.entry_date, a.updated_at, a.status, a.purch_status, a.supplier_id, a.store_id, a.order_date,
      a.provider, a.total, a.order_no, a.search_text);
  return null;
end $$;

create or replace trigger follow_search after update on region.purchase_orders referencing new table as added
  for each statement execute function region.follow_purchase_orders_search();
