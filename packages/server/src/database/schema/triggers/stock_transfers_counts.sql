-- Counts the stock transfers of each merchant that are not voided by transfer status.
create or replace function region.count_transfers_added() returns trigger language plpgsql as $$
begin
  insert into region.row_counts as c (company_id, kind, status, slot, n)
  select company_id, 'stock_transfers.transferStatus', transfer_status, pg_backend_pid() % 16, count(*)
  from added where status = 1 group by company_id, transfer_status order by company_id, transfer_status
  on conflict (company_id, kind, status, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace trigger count_transfers_added after insert on region.stock_transfers referencing new table as added
  for each statement execute function region.count_transfers_added();

create or replace function region.count_transfers_changed() returns trigger language plpgsql as $$
begin
  insert into region.row_counts as c (company_id, kind, status, slot, n)
  select company_id, 'stock_transfers.transferStatus', transfer_status, pg_backend_pid() % 16, sum(change)
  from (
    select company_id, transfer_status, 1 as change from added where status = 1 union all
    select company_id, transfer_status, -1 from removed where status = 1
  ) moved
  group by company_id, transfer_status having sum(change) <> 0 order by company_id, transfer_status
  on conflict (company_id, kind, status, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace trigger count_transfers_changed after update on region.stock_transfers
  referencing old table as removed new table as added
  for each statement execute function region.count_transfers_changed();
