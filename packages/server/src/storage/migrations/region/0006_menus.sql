-- Modifier groups with their options, and menus with their items and stores.

-- A list of ids as the JSON that a record shows, without blanks.
create function json_ids(ids bigint[]) returns json language sql immutable parallel safe
  return ('[' || array_to_string(ids, ',') || ']')::json;

create function modifier_group_doc(id bigint, status smallint, name text, min_select smallint, max_select smallint,
  options json, item_ids json, external_id text, version integer, entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, status, name, min_select as "minSelect",
    max_select as "maxSelect", options, item_ids as "itemIds",
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

-- The defaults are for groups that were there before; `item_ids` repeats the group's rows of item_modifiers.
alter table modifier_groups
  add column name_key text collate "C" not null generated always as (lower(name)) stored,
  add column min_select smallint not null default 0 check (min_select >= 0),
  add column max_select smallint check (max_select >= min_select),
  add column options json not null default '[]',
  add column item_ids json not null default '[]',
  add column app_id bigint not null default 0,
  add column external_id text,
  add column version integer not null default 1,
  add column entry_date timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column search_text text not null generated always as (lower(name)) stored;
alter table modifier_groups
  alter column min_select drop default,
  alter column options drop default,
  alter column item_ids drop default,
  alter column app_id drop default,
  alter column entry_date drop default,
  alter column updated_at drop default,
  add column doc text not null generated always as (modifier_group_doc(id, status, name, min_select, max_select,
    options, item_ids, external_id, version, entry_date, updated_at)) stored,
  add constraint modifier_groups_external_id unique (company_id, app_id, external_id);

-- Who owns the tables may not write to them, except here.
alter table modifier_groups no force row level security;
alter table row_counts no force row level security;
update modifier_groups g set item_ids = json_ids(array(
  select item_id from item_modifiers m where m.company_id = g.company_id and m.modifier_id = g.id order by item_id));
insert into row_counts (company_id, kind, status, slot, n)
  select company_id, 'modifier_groups', status, 0, count(*) from modifier_groups group by company_id, status;
alter table modifier_groups force row level security;
alter table row_counts force row level security;

alter table item_modifiers rename constraint item_modifiers_company_id_item_id_fkey to item_modifiers_item;

-- The options of a group by what they refer to; all else of them is in the group's row.
create table modifier_options (
  company_id bigint not null,
  id bigint not null,
  modifier_id bigint not null,
  item_id bigint,
  primary key (company_id, id),
  foreign key (company_id, modifier_id) references modifier_groups (company_id, id),
  constraint modifier_options_item foreign key (company_id, item_id) references items (company_id, id)
);
create index modifier_options_modifier on modifier_options (company_id, modifier_id);
create index modifier_options_by_item on modifier_options (company_id, item_id);

create function menu_doc(id bigint, status smallint, name text, description text, delivery smallint, takeaway smallint,
  online smallint, availability json, item_count integer, store_ids json, external_id text, version integer,
  entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, status, name, description, delivery, takeaway, online,
    availability, item_count as "itemCount", store_ids as "storeIds",
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

create table menus (
  company_id bigint not null,
  id bigint not null,
  status smallint not null check (status in (0, 1)),
  name text not null,
  name_key text collate "C" not null generated always as (lower(name)) stored,
  description text,
  delivery smallint not null check (delivery in (0, 1)),
  takeaway smallint not null check (takeaway in (0, 1)),
  online smallint not null check (online in (0, 1)),
  availability json not null,
  item_count integer not null check (item_count >= 0),
  store_ids json not null,
  app_id bigint not null,
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null generated always as (lower(name)) stored,
  doc text not null generated always as (menu_doc(id, status, name, description, delivery, takeaway, online,
    availability, item_count, store_ids, external_id, version, entry_date, updated_at)) stored,
  primary key (company_id, id),
  constraint menus_external_id unique (company_id, app_id, external_id)
);
create index menus_for_delivery on menus (company_id, delivery, entry_date, id);
create index menus_for_takeaway on menus (company_id, takeaway, entry_date, id);
create index menus_for_online on menus (company_id, online, entry_date, id);

create table menu_items (
  company_id bigint not null,
  menu_id bigint not null,
  item_id bigint not null,
  position smallint not null,
  price numeric check (price >= 0),
  sort_order integer not null check (sort_order >= 0),
  status smallint not null check (status in (0, 1)),
  primary key (company_id, menu_id, item_id),
  foreign key (company_id, menu_id) references menus (company_id, id),
  constraint menu_items_item foreign key (company_id, item_id) references items (company_id, id)
);
create index menu_items_by_item on menu_items (company_id, item_id);

create table menu_stores (
  company_id bigint not null,
  menu_id bigint not null,
  store_id bigint not null,
  position smallint not null,
  primary key (company_id, menu_id, store_id),
  foreign key (company_id, menu_id) references menus (company_id, id),
  constraint menu_stores_store foreign key (company_id, store_id) references stores (company_id, id)
);
create index menu_stores_by_store on menu_stores (company_id, store_id);

do $$
declare t text;
begin
  foreach t in array array['modifier_groups', 'menus'] loop
    execute format('create index %1$s_by_entry_date on %1$s (company_id, entry_date, id)', t);
    execute format('create index %1$s_by_updated_at on %1$s (company_id, updated_at, id)', t);
    execute format('create index %1$s_by_name on %1$s (company_id, name_key, id)', t);
    execute format('create index %1$s_inactive on %1$s (company_id, entry_date, id) where status = 0', t);
    execute format('create index %1$s_search on %1$s using gin (company_id, search_text gin_trgm_ops)', t);
    execute format('create trigger count_added after insert on %s referencing new table as added
      for each statement execute function count_added()', t);
    execute format('create trigger count_changed after update on %s referencing new table as added old table as removed
      for each statement execute function count_changed()', t);
  end loop;
  foreach t in array array['modifier_options', 'menus', 'menu_items', 'menu_stores'] loop
    execute format('grant select, insert, update on %I to tillgate_tenant', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to tillgate_tenant
      using (company_id = nullif(current_setting(''tillgate.company_id'', true), '''')::bigint)', t);
    execute format('create policy service_reads on %I for select to current_user using (true)', t);
  end loop;
  foreach t in array array['modifier_options', 'menu_items', 'menu_stores'] loop
    execute format('grant delete on %I to tillgate_tenant', t);
  end loop;
end $$;
