-- Counts the records of each merchant by status, as row_counts has them.
create or replace function region.count_added() returns trigger language plpgsql as $$
begin
  insert into region.row_counts as c (company_id, kind, status, slot, n)
  select company_id, tg_table_name, status, pg_backend_pid() % 16, count(*)
  from added group by company_id, status order by company_id, status
  on conflict (company_id, kind, status, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace function region.count_changed() returns trigger language plpgsql as $$
begin
  insert into region.row_counts as c (company_id, kind, status, slot, n)
  select company_id, tg_table_name, status, pg_backend_pid() % 16, sum(change)
  from (select company_id, status, 1 as change from added union all select company_id, status, -1 from removed) moved
  group by company_id, status having sum(change) <> 0 order by company_id, status
  on conflict (company_id, kind, status, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace trigger count_added after insert on region.stores referencing new table as added
  for each statement execute function region.count_added();
create or replace trigger count_changed after update on region.stores referencing old table as removed new table as added
  for each statement execute function region.count_changed();

create or replace trigger count_added after insert on region.suppliers referencing new table as added
  for each statement execute function region.count_added();
create or replace trigger count_changed after update on region.suppliers referencing old table as removed new table as added
  for each statement execute function region.count_changed();

create or replace trigger count_added after insert on region.taxes referencing new table as added
  for each statement execute function region.count_added();
create or replace trigger count_changed after update on region.taxes referencing old table as removed new table as added
  for each statement execute function region.count_changed();

create or replace trigger count_added after insert on region.brands referencing new table as added
  for each statement execute function region.count_added();
create or replace trigger count_changed after update on region.brands referencing old table as removed new table as added
  for each statement execute function region.count_changed();

create or replace trigger count_added after insert on region.categories referencing new table as added
  for each statement execute function region.count_added();
create or replace trigger count_changed after update on region.categories referencing old table as removed new table as added
  for each statement execute function region.count_changed();

create or replace trigger count_added after insert on region.modifier_groups referencing new table as added
  for each statement execute function region.count_added();
create or replace trigger count_changed after update on region.modifier_groups referencing old table as removed new table as added
  for each statement execute function region.count_changed();

create or replace trigger count_added after insert on region.items referencing new table as added
  for each statement execute function region.count_added();
create or replace trigger count_changed after update on region.items referencing old table as removed new table as added
  for each statement execute function region.count_changed();

create or replace trigger count_added after insert on region.menus referencing new table as added
  for each statement execute function region.count_added();
create or replace trigger count_changed after update on region.menus referencing old table as removed new table as added
  for each statement execute function region.count_changed();

create or replace trigger count_added after insert on region.purchase_orders referencing new table as added
  for each statement execute function region.count_added();
create or replace trigger count_changed after update on region.purchase_orders referencing old table as removed new table as added
  for each statement execute function region.count_changed();

create or replace trigger count_added after insert on region.purchase_returns referencing new table as added
  for each statement execute function region.count_added();
create or replace trigger count_changed after update on region.purchase_returns referencing old table as removed new table as added
  for each statement execute function region.count_changed();

create or replace trigger count_added after insert on region.stock_transfers referencing new table as added
  for each statement execute function region.count_added();
create or replace trigger count_changed after update on region.stock_transfers referencing old table as removed new table as added
  for each statement execute function region.count_changed();

create or replace trigger count_added after insert on region.stock_adjustments referencing new table as added
  for each statement execute function region.count_added();
create or replace trigger count_changed after update on region.stock_adjustments referencing old table as removed new table as added
  for each statement execute function region.count_changed();
