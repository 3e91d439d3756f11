-- Counts the purchase orders of each merchant that are not voided by purchase status.
create or replace function region.count_orders_added() returns trigger language plpgsql as $$
begin
  insert into region.row_counts as c (company_id, kind, status, slot, n)
  select company_id, 'purchase_orders.purchStatus', purch_status, pg_backend_pid() % 16, count(*)
  from added where status = 1 group by company_id, purch_status order by company_id, purch_status
  on conflict (company_id, kind, status, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace trigger count_orders_added after insert on region.purchase_orders referencing new table as added
  for each statement execute function region.count_orders_added();

create or replace function region.count_orders_changed() returns trigger language plpgsql as $$
begin
  insert into region.row_counts as c (company_id, kind, status, slot, n)
  select company_id, 'purchase_orders.purchStatus', purch_status, pg_backend_pid() % 16, sum(change)
  from (
    select company_id, purch_status, 1 as change from added where status = 1 union all
    select company_id, purch_status, -1 from removed where status = 1
  ) moved
  group by company_id, purch_status having sum(change) <> 0 order by company_id, purch_status
  on conflict (company_id, kind, status, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace trigger count_orders_changed after update on region.purchase_orders
  referencing old table as removed new table as added
  for each statement execute function region.count_orders_changed();
