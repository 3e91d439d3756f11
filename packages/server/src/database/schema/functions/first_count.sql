-- The first count of a place after an instant, as it is now: volatile, so that it sees the counts that were posted while the
-- statement waited for the level.
create or replace function region.first_count(company bigint, store bigint, item bigint, variant bigint, instant timestamptz,
    out document bigint, out line bigint, out counted timestamptz) returns setof record language plpgsql volatile rows 1 as $$
begin
  return query select l.adjustment_id, l.id, l.counted_at from region.stock_adjustment_lines l
  where l.company_id = company and l.item_id = item and l.store_id = store and coalesce(l.variant_id, 0) = coalesce(variant, 0)
    and l.counted_at > instant
  order by l.counted_at, l.adjustment_id limit 1;
end $$;
