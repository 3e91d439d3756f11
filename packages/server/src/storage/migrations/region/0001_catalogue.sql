-- One region's merchants: reference data and the catalogue. Every table is keyed by (company_id, id), and every
-- foreign key carries company_id, so that a reference to another merchant's record cannot be stored.
--
-- `doc` is the record as the API answers it, kept by the database beside the columns it is made of, so that a read
-- sends stored text.

-- Ids are handed out in blocks of 32; see storage/ids.ts.
create sequence record_ids start with 100001 increment by 32;

create function rfc3339(at timestamptz) returns text language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- How many records a merchant has, exact at every moment. A writer adds to one of eight rows by its process, so that
-- concurrent creates seldom wait for one another; a reader adds them up.
create table row_counts (
  company_id bigint not null,
  kind text not null,
  status smallint not null,
  slot smallint not null,
  n bigint not null,
  primary key (company_id, kind, status, slot)
);

create function count_added() returns trigger language plpgsql set search_path from current as $$
begin
  insert into row_counts as c (company_id, kind, status, slot, n)
  select company_id, tg_table_name, status, pg_backend_pid() % 8, count(*)
  from added group by company_id, status order by company_id, status
  on conflict (company_id, kind, status, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create function count_changed() returns trigger language plpgsql set search_path from current as $$
begin
  insert into row_counts as c (company_id, kind, status, slot, n)
  select company_id, tg_table_name, status, pg_backend_pid() % 8, sum(change)
  from (select company_id, status, 1 as change from added union all select company_id, status, -1 from removed) moved
  group by company_id, status having sum(change) <> 0 order by company_id, status
  on conflict (company_id, kind, status, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create function store_doc(id bigint, status smallint, name text, code text, timezone text, currency text, address text,
  external_id text, version integer, entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, status, name, code, timezone, currency, address,
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

create table stores (
  company_id bigint not null,
  id bigint not null,
  status smallint not null check (status in (0, 1)),
  name text not null,
  name_key text collate "C" not null generated always as (lower(name)) stored,
  code text not null,
  timezone text not null,
  currency text not null,
  address text,
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null generated always as (lower(name || E'\n' || code)) stored,
  doc text not null generated always as (store_doc(id, status, name, code, timezone, currency, address, external_id,
    version, entry_date, updated_at)) stored,
  primary key (company_id, id),
  constraint stores_code unique (company_id, code),
  constraint stores_external_id unique (company_id, external_id)
);

create function supplier_doc(id bigint, status smallint, name text, code text, email text, phone text, external_id text,
  version integer, entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, status, name, code, email, phone,
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

create table suppliers (
  company_id bigint not null,
  id bigint not null,
  status smallint not null check (status in (0, 1)),
  name text not null,
  name_key text collate "C" not null generated always as (lower(name)) stored,
  code text,
  email text,
  phone text,
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null generated always as (lower(name || E'\n' || coalesce(code, ''))) stored,
  doc text not null generated always as (supplier_doc(id, status, name, code, email, phone, external_id, version,
    entry_date, updated_at)) stored,
  primary key (company_id, id),
  constraint suppliers_external_id unique (company_id, external_id)
);

create function tax_doc(id bigint, status smallint, name text, rate numeric, external_id text, version integer,
  entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, status, name, rate::text as rate,
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

create table taxes (
  company_id bigint not null,
  id bigint not null,
  status smallint not null check (status in (0, 1)),
  name text not null,
  name_key text collate "C" not null generated always as (lower(name)) stored,
  rate numeric not null check (rate >= 0),
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null generated always as (lower(name)) stored,
  doc text not null generated always as (tax_doc(id, status, name, rate, external_id, version, entry_date, updated_at)) stored,
  primary key (company_id, id),
  constraint taxes_external_id unique (company_id, external_id)
);

create function brand_doc(id bigint, status smallint, name text, description text, external_id text, version integer,
  entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, status, name, description,
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

create table brands (
  company_id bigint not null,
  id bigint not null,
  status smallint not null check (status in (0, 1)),
  name text not null,
  name_key text collate "C" not null generated always as (lower(name)) stored,
  description text,
  app_id bigint not null,
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null generated always as (lower(name)) stored,
  doc text not null generated always as (brand_doc(id, status, name, description, external_id, version, entry_date,
    updated_at)) stored,
  primary key (company_id, id),
  constraint brands_name unique (company_id, name_key),
  constraint brands_external_id unique (company_id, app_id, external_id)
);

create function category_doc(id bigint, status smallint, name text, parent_id bigint, sort_order integer, color text,
  external_id text, version integer, entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, status, name, parent_id as "parentId",
    sort_order as "sortOrder", color,
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

create table categories (
  company_id bigint not null,
  id bigint not null,
  status smallint not null check (status in (0, 1)),
  name text not null,
  name_key text collate "C" not null generated always as (lower(name)) stored,
  parent_id bigint check (parent_id <> id),
  sort_order integer not null check (sort_order >= 0),
  color text,
  app_id bigint not null,
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null generated always as (lower(name)) stored,
  doc text not null generated always as (category_doc(id, status, name, parent_id, sort_order, color, external_id,
    version, entry_date, updated_at)) stored,
  primary key (company_id, id),
  constraint categories_name unique nulls not distinct (company_id, parent_id, name_key),
  constraint categories_external_id unique (company_id, app_id, external_id),
  constraint categories_parent foreign key (company_id, parent_id) references categories (company_id, id)
);

-- Written by the modifier operations; an item refers to them.
create table modifier_groups (
  company_id bigint not null,
  id bigint not null,
  status smallint not null check (status in (0, 1)),
  name text not null,
  primary key (company_id, id)
);

create function item_doc(id bigint, type smallint, status smallint, name text, item_code text, barcodes json,
  description text, group_id bigint, brand_id bigint, tax_id bigint, unit text, price numeric, cost numeric,
  currency text, weighing_scale smallint, track_stock boolean, low_stock_level numeric, image_url text,
  modifier_ids json, variants json, components json, stores json, external_id text, version integer,
  entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, type, status, name, item_code as "itemCode", barcodes,
    description, group_id as "groupId", brand_id as "brandId", tax_id as "taxId", unit, price::text as price,
    cost::text as cost, currency, weighing_scale as "weighingScale", track_stock as "trackStock",
    low_stock_level::text as "lowStockLevel", image_url as "imageUrl", modifier_ids as "modifierIds", variants,
    components, stores,
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

-- Money and quantities are numeric without a fixed scale, which keeps the decimals as they were sent.
create table items (
  company_id bigint not null,
  id bigint not null,
  type smallint not null check (type in (0, 1, 2)),
  status smallint not null check (status in (0, 1)),
  name text not null,
  name_key text collate "C" not null generated always as (lower(name)) stored,
  item_code text collate "C" not null,
  barcodes json not null,
  description text,
  group_id bigint,
  brand_id bigint,
  tax_id bigint,
  unit text,
  price numeric not null check (price >= 0),
  cost numeric check (cost >= 0),
  currency text not null,
  weighing_scale smallint not null check (weighing_scale in (0, 1)),
  track_stock boolean not null,
  low_stock_level numeric check (low_stock_level >= 0),
  image_url text,
  modifier_ids json not null,
  variants json not null,
  components json not null,
  stores json not null,
  app_id bigint not null,
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null,
  doc text not null generated always as (item_doc(id, type, status, name, item_code, barcodes, description, group_id,
    brand_id, tax_id, unit, price, cost, currency, weighing_scale, track_stock, low_stock_level, image_url,
    modifier_ids, variants, components, stores, external_id, version, entry_date, updated_at)) stored,
  primary key (company_id, id),
  constraint items_external_id unique (company_id, app_id, external_id),
  constraint items_group foreign key (company_id, group_id) references categories (company_id, id),
  constraint items_brand foreign key (company_id, brand_id) references brands (company_id, id),
  constraint items_tax foreign key (company_id, tax_id) references taxes (company_id, id)
);

-- What an item refers to and what may refer to it: the keys behind the lists that the item's row carries, with what
-- its price and stock at one store are worked out from.
create table item_variants (
  company_id bigint not null,
  item_id bigint not null,
  id bigint not null,
  price numeric check (price >= 0),
  primary key (company_id, item_id, id),
  foreign key (company_id, item_id) references items (company_id, id)
);

-- Codes and barcodes ring up exactly one item or variant.
create table item_identifiers (
  company_id bigint not null,
  kind text not null check (kind in ('itemCode', 'barcode')),
  value text collate "C" not null,
  item_id bigint not null,
  constraint item_identifiers_value primary key (company_id, kind, value),
  foreign key (company_id, item_id) references items (company_id, id)
);
create index item_identifiers_item on item_identifiers (company_id, item_id);

create table item_components (
  company_id bigint not null,
  item_id bigint not null,
  position smallint not null,
  component_id bigint not null,
  variant_id bigint,
  primary key (company_id, item_id, position),
  foreign key (company_id, item_id) references items (company_id, id),
  constraint item_components_item foreign key (company_id, component_id) references items (company_id, id),
  constraint item_components_variant foreign key (company_id, component_id, variant_id)
    references item_variants (company_id, item_id, id)
);
create index item_components_component on item_components (company_id, component_id, variant_id);

create table item_stores (
  company_id bigint not null,
  item_id bigint not null,
  store_id bigint not null,
  status smallint not null check (status in (0, 1)),
  price numeric check (price >= 0),
  low_stock_level numeric check (low_stock_level >= 0),
  primary key (company_id, item_id, store_id),
  foreign key (company_id, item_id) references items (company_id, id),
  constraint item_stores_store foreign key (company_id, store_id) references stores (company_id, id)
);

create table item_modifiers (
  company_id bigint not null,
  item_id bigint not null,
  modifier_id bigint not null,
  primary key (company_id, item_id, modifier_id),
  foreign key (company_id, item_id) references items (company_id, id),
  constraint item_modifiers_modifier foreign key (company_id, modifier_id) references modifier_groups (company_id, id)
);
create index item_modifiers_modifier on item_modifiers (company_id, modifier_id);

-- One index for every sort, one for every filter in the default sort, and trigrams for free text.
create index items_by_entry_date on items (company_id, entry_date, id);
create index items_by_updated_at on items (company_id, updated_at, id);
create index items_by_name on items (company_id, name_key, id);
create index items_by_item_code on items (company_id, item_code, id);
create index items_by_price on items (company_id, price, id);
create index items_inactive on items (company_id, entry_date, id) where status = 0;
create index items_in_group on items (company_id, group_id, entry_date, id);
create index items_of_brand on items (company_id, brand_id, entry_date, id);
create index items_with_tax on items (company_id, tax_id, entry_date, id);
create index items_weighed on items (company_id, entry_date, id) where weighing_scale = 1;
create index items_not_standard on items (company_id, type, entry_date, id) where type <> 0;
create index items_search on items using gin (company_id, search_text gin_trgm_ops) with (gin_pending_list_limit = 512);

do $$
declare t text;
begin
  foreach t in array array['stores', 'suppliers', 'taxes', 'brands', 'categories'] loop
    execute format('create index %1$s_by_entry_date on %1$s (company_id, entry_date, id)', t);
    execute format('create index %1$s_by_updated_at on %1$s (company_id, updated_at, id)', t);
    execute format('create index %1$s_by_name on %1$s (company_id, name_key, id)', t);
    execute format('create index %1$s_search on %1$s using gin (company_id, search_text gin_trgm_ops)', t);
  end loop;
  foreach t in array array['stores', 'suppliers', 'taxes', 'brands', 'categories', 'items'] loop
    execute format('create trigger count_added after insert on %s referencing new table as added
      for each statement execute function count_added()', t);
    execute format('create trigger count_changed after update on %s referencing new table as added old table as removed
      for each statement execute function count_changed()', t);
  end loop;
end $$;
create index categories_by_sort_order on categories (company_id, sort_order, id);

-- Outcomes under an Idempotency-Key, written in the transaction of the write they remember.
create table idempotency_keys (
  company_id bigint not null,
  app_id bigint not null,
  operation text not null,
  key text not null,
  fingerprint text not null,
  status smallint not null,
  headers json not null,
  body text not null,
  created_at timestamptz not null,
  primary key (company_id, app_id, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
