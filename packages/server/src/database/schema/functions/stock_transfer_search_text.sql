-- Text that a search of transfers looks in, with the names of both stores. In plpgsql, which plans it once per connection.
create or replace function region.stock_transfer_search_text(company bigint, transfer_no text, narration text,
  from_store_id bigint, to_store_id bigint) returns text language plpgsql stable parallel safe as $$
declare
  words text := concat_ws(E'\n', transfer_no, narration, region.store_name(company, from_store_id),
    region.store_name(company, to_store_id));
begin
  return region.fold(words);
end $$;
