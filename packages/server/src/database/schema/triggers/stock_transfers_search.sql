-- Copies what a search reads from stock transfers into stock_transfers_search.
create or replace function region.add_stock_transfers_search() returns trigger language plpgsql as $$
begin
  insert into region.stock_transfers_search (company_id, id, entry_date, updated_at, status, transfer_status,
    from_store_id, to_store_id, date, transfer_no, search_text)
  select company_id, id, entry_date, updated_at, status, transfer_status, from_store_id, to_store_id, date, transfer_no,
    search_text from added;
  return null;
end $$;

create or replace trigger add_search after insert on region.stock_transfers referencing new table as added
  for each statement execute function region.add_stock_transfers_search();

create or replace function region.follow_stock_transfers_search() returns trigger language plpgsql as $$
begin
  update region.stock_transfers_search s set (entry_date, updated_at, status, transfer_status, from_store_id, to_store_id,
    date, transfer_no, search_text) =
    (a.entry_date, a.updated_at, a.status, a.transfer_status, a.from_store_id, a.to_store_id, a.date, a.transfer_no,
     a.search_text)
  from added a
  where s.company_id = a.company_id and s.id = a.id
    and (s.entry_date, s.updated_at, s.status, s.transfer_status, s.from_store_id, s.to_store_id, s.date, s.transfer_no,
      s.search_text)
    is distinct from (a.entry_date, a.updated_at, a.status, a.transfer_status, a.from_store_id, a.to_store_id, a.date,
      a.transfer_no, a.search_text);
  return null;
end $$;

create or replace trigger follow_search after update on region.stock_transfers referencing new table as added
  for each statement execute function region.follow_stock_transfers_search();
