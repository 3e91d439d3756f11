-- A twin that is renamed, or moved to another parent, is no longer one.
create or replace function region.leave_twins() returns trigger language plpgsql as $$
begin
  if (region.fold(new.name), to_jsonb(new)->'parent_id') is distinct from (old.name_key, to_jsonb(old)->'parent_id') then
    new.twin := 0;
  end if;
  return new;
end $$;

create or replace trigger leave_twins before update on region.brands
  for each row when (old.twin <> 0) execute function region.leave_twins();
create or replace trigger leave_twins before update on region.categories
  for each row when (old.twin <> 0) execute function region.leave_twins();

-- When the first of several twins loses the name, the next takes its place.
create or replace function region.follow_twin() returns trigger language plpgsql as $$
begin
  if (new.name_key, to_jsonb(new)->'parent_id') is distinct from (old.name_key, to_jsonb(old)->'parent_id') then
    execute format('update region.%1$I set twin = 0 where company_id = $1 and id = (select id from region.%1$I t
      where company_id = $1 and name_key = $2 and twin <> 0 and (to_jsonb(t)->''parent_id'') is not distinct from $3
      order by id limit 1)', tg_table_name) using old.company_id, old.name_key, to_jsonb(old)->'parent_id';
  end if;
  return null;
end $$;

create or replace trigger follow_twin after update on region.brands
  for each row when (old.twin = 0) execute function region.follow_twin();
create or replace trigger follow_twin after update on region.categories
  for each row when (old.twin = 0) execute function region.follow_twin();
