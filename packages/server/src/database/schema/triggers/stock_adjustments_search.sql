-- Copies what a search reads from stock adjustments into stock_adjustments_search.
create or replace function region.add_stock_adjustments_search() returns trigger language plpgsql as $$
begin
  insert into region.stock_adjustments_search (company_id, id, entry_date, updated_at, status, type, store_id, date,
    search_text)
  select company_id, id, entry_date, updated_at, status, type, store_id, date, search_text from added;
  return null;
end $$;

create or replace trigger add_search after insert on region.stock_adjustments referencing new table as added
  for each statement execute function region.add_stock_adjustments_search();

create or replace function region.follow_stock_adjustments_search() returns trigger language plpgsql as $$
begin
  update region.stock_adjustments_search s set (entry_date, updated_at, status, type, store_id, date, search_text) =
    (a.entry_date, a.updated_at, a.status, a.type, a.store_id, a.date, a.search_text)
  from added a
  where s.company_id = a.company_id and s.id = a.id
    and (s.entry_date, s.updated_at, s.status, s.type, s.store_id, s.date, s.search_text)
    is distinct from (a.entry_date, a.updated_at, a.status, a.type, a.store_id, a.date, a.search_text);
  return null;
end $$;

create or replace trigger follow_search after update on region.stock_adjustments referencing new table as added
  for each statement execute function region.follow_stock_adjustments_search();
