-- Copies what a search reads from items into items_search.
create or replace function region.add_items_search() returns trigger language plpgsql as $$
begin
  insert into region.items_search (company_id, id, entry_date, updated_at, status, type, group_id, brand_id, tax_id,
    weighing_scale, price, item_code, name, search_text)
  select company_id, id, entry_date, updated_at, status, type, group_id, brand_id, tax_id, weighing_scale, price,
    item_code, name, search_text from added;
  return null;
end $$;

create or replace trigger add_search after insert on region.items referencing new table as added
  for each statement execute function region.add_items_search();

create or replace function region.follow_items_search() returns trigger language plpgsql as $$
begin
  update region.items_search s set (entry_date, updated_at, status, type, group_id, brand_id, tax_id, weighing_scale,
    price, item_code, name, search_text) =
    (a.entry_date, a.updated_at, a.status, a.type, a.group_id, a.brand_id, a.tax_id, a.weighing_scale, a.price,
     a.item_code, a.name, a.search_text)
  from added a
  where s.company_id = a.company_id and s.id = a.id
    and (s.entry_date, s.updated_at, s.status, s.type, s.group_id, s.brand_id, s.tax_id, s.weighing_scale, s.price,
      s.item_code, s.name, s.search_text)
    is distinct from (a.entry_date, a.updated_at, a.status, a.type, a.group_id, a.brand_id, a.tax_id, a.weighing_scale,
      a.price, a.item_code, a.name, a.search_text);
  return null;
end $$;

create or replace trigger follow_search after update on region.items referencing new table as added
  for each statement execute function region.follow_items_search();
