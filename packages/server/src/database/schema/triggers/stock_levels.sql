-- Counts new levels and adds them to the items' totals. Most documents upsert levels and add none.
create or replace function region.levels_added() returns trigger language plpgsql as $$
begin
  if not exists (select from added) then return null; end if;
  insert into region.row_counts as c (company_id, kind, status, slot, n)
  select company_id, 'stock_levels', 1, pg_backend_pid() % 16, count(*) from added group by company_id order by company_id
  on conflict (company_id, kind, status, slot) do update set n = c.n + excluded.n;
  perform region.add_to_item_stock(array_agg(company_id), array_agg(item_id), array_agg(change)) from (
    select company_id, item_id, sum(on_hand) as change from added group by company_id, item_id having sum(on_hand) <> 0
  ) changed having count(*) > 0;
  return null;
end $$;

create or replace trigger levels_added after insert on region.stock_levels referencing new table as added
  for each statement execute function region.levels_added();

-- A level that does not change leaves the item's total unlocked: a document that first locks its levels to read what is on hand
-- locks the totals later, all in one order.
create or replace function region.levels_changed() returns trigger language plpgsql as $$
begin
  perform region.add_to_item_stock(array_agg(company_id), array_agg(item_id), array_agg(change)) from (
    select company_id, item_id, sum(on_hand) as change
    from (select company_id, item_id, on_hand from added union all select company_id, item_id, -on_hand from removed) moved
    group by company_id, item_id having sum(on_hand) <> 0
  ) changed having count(*) > 0;
  return null;
end $$;

create or replace trigger levels_changed after update on region.stock_levels
  referencing old table as removed new table as added
  for each statement execute function region.levels_changed();
