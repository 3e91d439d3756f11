-- Adds changes of levels to the items' totals. Totals are locked in the order of their items, before the item is read, so that
-- a low-stock level that changes at the same time counts.
create or replace function region.add_to_item_stock(companies bigint[], items bigint[], changes numeric[]) returns void
  language plpgsql as $$
begin
  perform from region.item_stock s join unnest(companies, items) as c (company_id, item_id) using (company_id, item_id)
  order by company_id, item_id for no key update of s;
  update region.item_stock s set on_hand = s.on_hand + c.change,
    stock_status = region.stock_status(i.track_stock, s.on_hand + c.change, i.low_stock_level)
  from unnest(companies, items, changes) as c (company_id, item_id, change)
  join region.items i on i.company_id = c.company_id and i.id = c.item_id
  where s.company_id = c.company_id and s.item_id = c.item_id;
end $$;
