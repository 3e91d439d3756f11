create or replace function region.store_name(company bigint, store bigint) returns text
  language plpgsql stable parallel safe as $$
begin
  return (select name from region.stores where company_id = company and id = store);
end $$;
