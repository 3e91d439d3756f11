-- Gives every new item its row of item_stock.
create or replace function region.add_item_stock() returns trigger language plpgsql as $$
begin
  insert into region.item_stock (company_id, item_id, stock_status, entry_date)
  select company_id, id, region.stock_status(track_stock, 0, low_stock_level), entry_date from added;
  return null;
end $$;

create or replace trigger add_item_stock after insert on region.items referencing new table as added
  for each statement execute function region.add_item_stock();

-- Writes the stock status again where an item's own settings decide it.
create or replace function region.restate_item_stock() returns trigger language plpgsql as $$
begin
  update region.item_stock
  set stock_status = region.stock_status(new.track_stock, on_hand, new.low_stock_level)
  where company_id = new.company_id and item_id = new.id;
  return null;
end $$;

create or replace trigger restate_item_stock after update on region.items for each row
  when (old.track_stock is distinct from new.track_stock or old.low_stock_level is distinct from new.low_stock_level)
  execute function region.restate_item_stock();
