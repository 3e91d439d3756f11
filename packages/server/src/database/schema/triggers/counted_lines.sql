-- Gives the lines of a posted count its store and instant, and takes them from a voided one. The previous release posts and voids
-- counts too while it runs beside this one.
create or replace function region.counted_lines() returns trigger language plpgsql as $$
begin
  update region.stock_adjustment_lines
  set store_id = new.store_id, counted_at = case when new.status = 1 then new.counted_at end
  where company_id = new.company_id and adjustment_id = new.id;
  return null;
end $$;

create or replace trigger counted_lines after insert or update of status on region.stock_adjustments
  for each row when (new.type = 0 and new.status > 0) execute function region.counted_lines();
