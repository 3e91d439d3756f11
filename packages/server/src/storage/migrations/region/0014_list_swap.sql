-- Puts what the two migrations before have made in the place of what was there.

do $$
declare
  i record;
begin
  for i in select c.relname as next
    from pg_index join pg_class c on c.oid = indexrelid
    where c.relnamespace = current_schema()::regnamespace and c.relname like 'next\_%' and c.relname <> 'next_item_stock_by_status'
  loop
    execute format('drop index if exists %s', substr(i.next, 6));
    execute format('alter index %s rename to %s', i.next, substr(i.next, 6));
  end loop;
  for i in select unnest(array['items', 'purchase_orders', 'stock_transfers', 'stock_adjustments']) as records loop
    execute format('drop index %s_search', i.records);
    execute format('alter table next_%1$s_search rename to %1$s_search', i.records);
    -- An index answers alone for pages that a vacuum has seen, and the newest records are listed first.
    execute format('alter table %s set (autovacuum_vacuum_insert_scale_factor = 0.01,
      autovacuum_vacuum_scale_factor = 0.02)', i.records);
  end loop;
end $$;

drop table item_stock;
alter table next_item_stock rename to item_stock;
alter index next_item_stock_by_status rename to item_stock_by_status;
