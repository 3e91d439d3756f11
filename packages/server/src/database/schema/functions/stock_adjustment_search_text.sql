-- Text that a search of adjustments looks in, with the store's name. In plpgsql, which plans it once per connection.
create or replace function region.stock_adjustment_search_text(company bigint, adjustment_no text, narration text,
  reason text, store_id bigint) returns text language plpgsql stable parallel safe as $$
declare
  words text := concat_ws(E'\n', adjustment_no, narration, reason, region.store_name(company, store_id));
begin
  return region.fold(words);
end $$;
