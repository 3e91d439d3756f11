-- One cell of a region: its merchants' records. Every table of theirs is keyed by `company_id` first, and every foreign key
-- carries it, so that a reference to another merchant's record cannot be stored. Rights, row-level security and policies are
-- in `storage/access.ts`; functions and triggers in `storage/schema/`.
--
-- `doc` is the record as the API returns it, JSON text that the database writes, so that a read sends stored text. Documents
-- have `summary`, the record without its `lines`, and `lines` in a separate column, so that a list without lines reads none.
--
-- Amounts and quantities are numeric without a scale; `money_text` and `quantity_text` write their canonical form.
--
-- Each list has one index for each sort and for each filter in the default sort. An index includes the columns of the list's
-- other filters, so that a page skips and counts records by the index alone. A filter's index is partial where most records
-- have one value, and leaves out records whose column is null.

-- Ids are allocated in blocks of 32; see storage/ids.ts.
create sequence record_ids start with 100001 increment by 32;

-- This database is one cell of its region. Cells allocate ids from different ranges, so that a merchant that moves keeps its
-- own.
create table cell (
  number smallint not null check (number > 0)
);
-- One row at most.
create unique index one_cell on cell ((true));

-- Exact number of a merchant's records by kind and status, in up to sixteen rows: a writer adds to one chosen by its process,
-- so that concurrent writes seldom wait for each other, and a reader sums them up.
create table row_counts (
  company_id bigint not null,
  kind text not null,
  status smallint not null,
  slot smallint not null,
  n bigint not null,
  primary key (company_id, kind, status, slot)
);

-- Responses stored under an Idempotency-Key, in the transaction of the write itself.
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
-- Rows older than a day are swept.
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Stores, suppliers and taxes: written by the merchant's back office.

create table stores (
  company_id bigint not null,
  id bigint not null,
  status smallint not null check (status in (0, 1)),
  name text not null,
  code text not null,
  timezone text not null,
  currency text not null,
  address text,
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  doc text not null generated always as (store_doc(id, status, name, code, timezone, currency, address, external_id,
    version, entry_date, updated_at)) stored,
  search_text text not null generated always as (fold(name || E'\n' || code)) stored,
  primary key (company_id, id),
  constraint stores_code unique (company_id, code),
  constraint stores_external_id unique (company_id, external_id)
);
-- The sorts of the list, and its search.
create index stores_by_entry_date on stores (company_id, entry_date, id);
create index stores_by_updated_at on stores (company_id, updated_at, id);
create index stores_by_name on stores (company_id, name collate root_order, id);
create index stores_search on stores using gin (company_id, search_text gin_trgm_ops);

create table suppliers (
  company_id bigint not null,
  id bigint not null,
  status smallint not null check (status in (0, 1)),
  name text not null,
  code text,
  email text,
  phone text,
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  doc text not null generated always as (supplier_doc(id, status, name, code, email, phone, external_id, version,
    entry_date, updated_at)) stored,
  search_text text not null generated always as (fold(name || E'\n' || coalesce(code, ''))) stored,
  primary key (company_id, id),
  constraint suppliers_external_id unique (company_id, external_id)
);
-- The sorts of the list, and its search.
create index suppliers_by_entry_date on suppliers (company_id, entry_date, id);
create index suppliers_by_updated_at on suppliers (company_id, updated_at, id);
create index suppliers_by_name on suppliers (company_id, name collate root_order, id);
create index suppliers_search on suppliers using gin (company_id, search_text gin_trgm_ops);

create table taxes (
  company_id bigint not null,
  id bigint not null,
  status smallint not null check (status in (0, 1)),
  name text not null,
  rate numeric not null check (rate >= 0),
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  doc text not null generated always as (tax_doc(id, status, name, rate, external_id, version, entry_date, updated_at)) stored,
  search_text text not null generated always as (fold(name)) stored,
  primary key (company_id, id),
  constraint taxes_external_id unique (company_id, external_id)
);
-- The sorts of the list, and its search.
create index taxes_by_entry_date on taxes (company_id, entry_date, id);
create index taxes_by_updated_at on taxes (company_id, updated_at, id);
create index taxes_by_name on taxes (company_id, name collate root_order, id);
create index taxes_search on taxes using gin (company_id, search_text gin_trgm_ops);

-- The catalogue. `name_key` is the name as uniqueness compares it, without case and accents.
--
-- Brands, and categories of one parent, with equal names may be older than that rule. The first has the `twin` 0 and takes
-- part in the uniqueness; the others have their own id there until they are renamed.

create table brands (
  company_id bigint not null,
  id bigint not null,
  status smallint not null check (status in (0, 1)),
  name text not null,
  description text,
  app_id bigint not null,
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  doc text not null generated always as (brand_doc(id, status, name, description, external_id, version, entry_date,
    updated_at)) stored,
  name_key text collate "C" not null generated always as (fold(name)) stored,
  search_text text not null generated always as (fold(name)) stored,
  twin bigint not null default 0,
  primary key (company_id, id),
  constraint brands_name unique (company_id, name_key, twin),
  constraint brands_external_id unique (company_id, app_id, external_id)
);
-- The sorts of the list, and its search.
create index brands_by_entry_date on brands (company_id, entry_date, id);
create index brands_by_updated_at on brands (company_id, updated_at, id);
create index brands_by_name on brands (company_id, name collate root_order, id);
create index brands_search on brands using gin (company_id, search_text gin_trgm_ops);

create table categories (
  company_id bigint not null,
  id bigint not null,
  status smallint not null check (status in (0, 1)),
  name text not null,
  parent_id bigint check (parent_id <> id),
  sort_order integer not null check (sort_order >= 0),
  color text,
  app_id bigint not null,
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  doc text not null generated always as (category_doc(id, status, name, parent_id, sort_order, color, external_id,
    version, entry_date, updated_at)) stored,
  name_key text collate "C" not null generated always as (fold(name)) stored,
  search_text text not null generated always as (fold(name)) stored,
  twin bigint not null default 0,
  primary key (company_id, id),
  constraint categories_name unique nulls not distinct (company_id, parent_id, name_key, twin),
  constraint categories_external_id unique (company_id, app_id, external_id),
  constraint categories_parent foreign key (company_id, parent_id) references categories (company_id, id)
);
-- The sorts of the list, and its search.
create index categories_by_entry_date on categories (company_id, entry_date, id);
create index categories_by_updated_at on categories (company_id, updated_at, id);
create index categories_by_name on categories (company_id, name collate root_order, id);
create index categories_by_sort_order on categories (company_id, sort_order, id);
create index categories_search on categories using gin (company_id, search_text gin_trgm_ops);

-- `item_ids` repeats the group's rows of item_modifiers.
create table modifier_groups (
  company_id bigint not null,
  id bigint not null,
  status smallint not null check (status in (0, 1)),
  name text not null,
  min_select smallint not null check (min_select >= 0),
  max_select smallint check (max_select >= min_select),
  options json not null,
  item_ids json not null,
  app_id bigint not null,
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  doc text not null generated always as (modifier_group_doc(id, status, name, min_select, max_select, options, item_ids,
    external_id, version, entry_date, updated_at)) stored,
  search_text text not null generated always as (fold(name)) stored,
  primary key (company_id, id),
  constraint modifier_groups_external_id unique (company_id, app_id, external_id)
);
-- The sorts of the list, its filter by status, and its search.
create index modifier_groups_by_entry_date on modifier_groups (company_id, entry_date, id);
create index modifier_groups_by_updated_at on modifier_groups (company_id, updated_at, id);
create index modifier_groups_by_name on modifier_groups (company_id, name collate root_order, id);
create index modifier_groups_inactive on modifier_groups (company_id, entry_date, id) where status = 0;
create index modifier_groups_search on modifier_groups using gin (company_id, search_text gin_trgm_ops);

-- `doc`, `name_key` and the checks of values are written by the trigger `write_items`: a generated column or a constraint is
-- planned for each statement, a trigger once for each connection.
--
-- An index answers alone for the pages that a vacuum has seen, and the newest records are listed first; hence the early
-- vacuums, here and on the tables of documents.
create table items (
  company_id bigint not null,
  id bigint not null,
  type smallint not null,
  status smallint not null,
  name text not null,
  item_code text collate "C" not null,
  barcodes json not null,
  description text,
  group_id bigint,
  brand_id bigint,
  tax_id bigint,
  unit text,
  price numeric not null,
  cost numeric,
  currency text not null,
  weighing_scale smallint not null,
  track_stock boolean not null,
  low_stock_level numeric,
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
  doc text not null,
  name_key text collate "C" not null,
  primary key (company_id, id),
  constraint items_group foreign key (company_id, group_id) references categories (company_id, id),
  constraint items_brand foreign key (company_id, brand_id) references brands (company_id, id),
  constraint items_tax foreign key (company_id, tax_id) references taxes (company_id, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02);
-- Most items have no external id.
create unique index items_external_id on items (company_id, app_id, external_id) where external_id is not null;
-- The sorts of the list.
create index items_by_entry_date on items (company_id, entry_date, id)
  include (status, type, group_id, brand_id, tax_id, weighing_scale);
create index items_by_updated_at on items (company_id, updated_at, id)
  include (status, type, group_id, brand_id, tax_id, weighing_scale);
create index items_by_name on items (company_id, name collate root_order, id)
  include (status, type, group_id, brand_id, tax_id, weighing_scale);
create index items_by_item_code on items (company_id, item_code, id)
  include (status, type, group_id, brand_id, tax_id, weighing_scale);
create index items_by_price on items (company_id, price, id)
  include (status, type, group_id, brand_id, tax_id, weighing_scale);
-- Its filters. Most items are active standard items that are not weighed.
create index items_inactive on items (company_id, entry_date, id) where status = 0;
create index items_not_standard on items (company_id, type, entry_date, id) include (status) where type <> 0;
create index items_weighed on items (company_id, entry_date, id) include (status) where weighing_scale = 1;
create index items_in_group on items (company_id, group_id, entry_date, id)
  include (status, type, brand_id, tax_id, weighing_scale) where group_id is not null;
create index items_of_brand on items (company_id, brand_id, entry_date, id) include (status) where brand_id is not null;
create index items_with_tax on items (company_id, tax_id, entry_date, id) include (status) where tax_id is not null;

-- Read by searches of items. The matches of a word are scattered over a table: fifty of these rows share a page, but only
-- five records do. Each row repeats what its record is filtered and sorted by.
create table items_search (
  company_id bigint not null,
  id bigint not null,
  entry_date timestamptz,
  updated_at timestamptz,
  status smallint,
  type smallint,
  group_id bigint,
  brand_id bigint,
  tax_id bigint,
  weighing_scale smallint,
  price numeric,
  item_code text collate "C",
  name text,
  search_text text,
  constraint items_search_key primary key (company_id, id)
) with (fillfactor = 90);
-- The search. A short list of pending entries keeps it from reading many of them.
create index items_search_text on items_search using gin (company_id, search_text gin_trgm_ops)
  with (gin_pending_list_limit = 512);

-- The tables below have the keys of the lists that an item's row carries as JSON, by which references are checked, with what
-- its price and stock at one store are computed from.

create table item_variants (
  company_id bigint not null,
  item_id bigint not null,
  id bigint not null,
  price numeric check (price >= 0),
  primary key (company_id, item_id, id),
  foreign key (company_id, item_id) references items (company_id, id)
);

-- A code or barcode belongs to one item or variant.
create table item_identifiers (
  company_id bigint not null,
  kind text not null check (kind in ('itemCode', 'barcode')),
  value text collate "C" not null,
  item_id bigint not null,
  constraint item_identifiers_value primary key (company_id, kind, value),
  foreign key (company_id, item_id) references items (company_id, id)
);
-- A write replaces the item's rows.
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
-- The foreign keys, when a variant is removed.
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
  constraint item_modifiers_item foreign key (company_id, item_id) references items (company_id, id),
  constraint item_modifiers_modifier foreign key (company_id, modifier_id) references modifier_groups (company_id, id)
);
-- The items of a group.
create index item_modifiers_modifier on item_modifiers (company_id, modifier_id);

-- The options of a group by what they refer to; everything else of them is in the group's row.
create table modifier_options (
  company_id bigint not null,
  id bigint not null,
  modifier_id bigint not null,
  item_id bigint,
  primary key (company_id, id),
  foreign key (company_id, modifier_id) references modifier_groups (company_id, id),
  constraint modifier_options_item foreign key (company_id, item_id) references items (company_id, id)
);
-- A write replaces the group's rows.
create index modifier_options_modifier on modifier_options (company_id, modifier_id);
-- The foreign key to items.
create index modifier_options_by_item on modifier_options (company_id, item_id);

create table menus (
  company_id bigint not null,
  id bigint not null,
  status smallint not null check (status in (0, 1)),
  name text not null,
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
  doc text not null generated always as (menu_doc(id, status, name, description, delivery, takeaway, online,
    availability, item_count, store_ids, external_id, version, entry_date, updated_at)) stored,
  search_text text not null generated always as (fold(name)) stored,
  primary key (company_id, id),
  constraint menus_external_id unique (company_id, app_id, external_id)
);
-- The sorts of the list, its filters, and its search.
create index menus_by_entry_date on menus (company_id, entry_date, id);
create index menus_by_updated_at on menus (company_id, updated_at, id);
create index menus_by_name on menus (company_id, name collate root_order, id);
create index menus_inactive on menus (company_id, entry_date, id) where status = 0;
create index menus_for_delivery on menus (company_id, delivery, entry_date, id);
create index menus_for_takeaway on menus (company_id, takeaway, entry_date, id);
create index menus_for_online on menus (company_id, online, entry_date, id);
create index menus_search on menus using gin (company_id, search_text gin_trgm_ops);

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
-- The foreign key to items.
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
-- The menus of a store.
create index menu_stores_by_store on menu_stores (company_id, store_id);

-- Stock: an append-only ledger, and the level that it sums up to for each store, item and variant.

create table stock_movements (
  company_id bigint not null,
  id bigint not null,
  store_id bigint not null,
  item_id bigint not null,
  variant_id bigint,
  change numeric not null check (change <> 0),
  unit_cost numeric check (unit_cost >= 0),
  document_kind text not null,
  document_id bigint,
  line_id bigint,
  app_id bigint,
  correlation_id uuid,
  at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, store_id) references stores (company_id, id),
  foreign key (company_id, item_id) references items (company_id, id),
  constraint stock_movements_variant foreign key (company_id, item_id, variant_id)
    references item_variants (company_id, item_id, id)
);
-- The history of an item's stock.
create index stock_movements_by_item on stock_movements (company_id, item_id, store_id, at, id);
-- Voiding a sale or refund reverses its movements.
create index stock_movements_of_sales on stock_movements (company_id, document_id)
  where document_kind in ('sale', 'refund');

create table stock_levels (
  company_id bigint not null,
  item_id bigint not null,
  store_id bigint not null,
  variant_id bigint,
  on_hand numeric not null,
  id bigint generated always as identity,
  constraint stock_levels_key unique nulls not distinct (company_id, item_id, store_id, variant_id),
  foreign key (company_id, store_id) references stores (company_id, id),
  foreign key (company_id, item_id) references items (company_id, id),
  constraint stock_levels_variant foreign key (company_id, item_id, variant_id)
    references item_variants (company_id, item_id, id)
);
-- The row's key in replication, which has the company for the row filter of a move between cells.
create unique index stock_levels_id on stock_levels (company_id, id);
alter table stock_levels replica identity using index stock_levels_id;
-- The report of stock on hand, and its filter by store; the id breaks ties between stores and variants.
create index stock_levels_by_item on stock_levels (company_id, item_id, id);
create index stock_levels_by_store on stock_levels (company_id, store_id, item_id, id);

-- Stock over all stores, one row for every item, so that lists can filter by its state. Free space in each page lets a change
-- update its row in place.
create table item_stock (
  company_id bigint not null,
  item_id bigint not null,
  on_hand numeric not null default 0,
  stock_status text not null,
  entry_date timestamptz not null,
  constraint item_stock_key primary key (company_id, item_id),
  constraint item_stock_item foreign key (company_id, item_id) references items (company_id, id)
) with (fillfactor = 80);
-- The list of items filtered by stock status, in the default sort.
create index item_stock_by_status on item_stock (company_id, stock_status, entry_date, item_id);

-- Documents. `lines` and `allowed_actions` are as the API returns them; the tables of lines have their keys and quantities.

-- The last number that was generated for each kind of document of a merchant.
create table document_numbers (
  company_id bigint not null,
  kind text not null,
  last bigint not null,
  primary key (company_id, kind)
);

-- The supplier's name is there for the search.
create table purchase_orders (
  company_id bigint not null,
  id bigint not null,
  status smallint not null check (status in (0, 1)),
  order_no text collate "C" not null,
  supplier_id bigint not null,
  supplier_name text not null,
  store_id bigint not null,
  order_date date not null,
  expected_date date,
  invoice text,
  narration text,
  provider text,
  purch_status smallint not null check (purch_status in (0, 1, 2)),
  currency text not null,
  subtotal numeric not null check (subtotal >= 0),
  discount_total numeric not null check (discount_total >= 0),
  tax_total numeric not null check (tax_total >= 0),
  total numeric not null check (total = subtotal - discount_total + tax_total),
  lines json not null,
  allowed_actions json not null,
  app_id bigint not null,
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  summary text not null,
  search_text text not null,
  primary key (company_id, id),
  check (status = 1 or purch_status = 0),
  constraint purchase_orders_order_no unique (company_id, order_no),
  constraint purchase_orders_supplier foreign key (company_id, supplier_id) references suppliers (company_id, id),
  constraint purchase_orders_store foreign key (company_id, store_id) references stores (company_id, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02);
-- Most orders have no external id.
create unique index purchase_orders_external_id on purchase_orders (company_id, app_id, external_id)
  where external_id is not null;
-- The sorts of the list.
create index purchase_orders_by_entry_date on purchase_orders (company_id, entry_date, id)
  include (status, purch_status, supplier_id, store_id, order_date);
create index purchase_orders_by_updated_at on purchase_orders (company_id, updated_at, id)
  include (status, purch_status, supplier_id, store_id, order_date);
create index purchase_orders_by_order_no on purchase_orders (company_id, order_no, id)
  include (status, purch_status, supplier_id, store_id, order_date);
create index purchase_orders_by_total on purchase_orders (company_id, total, id)
  include (status, purch_status, supplier_id, store_id, order_date);
-- The sort by day, and a range of days.
create index purchase_orders_by_order_date on purchase_orders (company_id, order_date, id)
  include (status, supplier_id, store_id);
-- One day.
create index purchase_orders_of_day on purchase_orders (company_id, order_date, entry_date, id)
  include (status, purch_status, supplier_id, store_id);
-- Its other filters. The list leaves voided orders out unless they are asked for.
create index purchase_orders_voided on purchase_orders (company_id, entry_date, id) where status = 0;
create index purchase_orders_in_status on purchase_orders (company_id, purch_status, entry_date, id) include (status);
create index purchase_orders_of_supplier on purchase_orders (company_id, supplier_id, entry_date, id)
  include (status, purch_status, store_id);
create index purchase_orders_at_store on purchase_orders (company_id, store_id, entry_date, id)
  include (status, purch_status);
create index purchase_orders_of_provider on purchase_orders (company_id, provider, entry_date, id) include (status);
-- A supplier's transactions, which are listed by day.
create index purchase_orders_of_supplier_by_date on purchase_orders (company_id, supplier_id, order_date, id)
  include (status, store_id);

-- What a search of orders reads; see items_search.
create table purchase_orders_search (
  company_id bigint not null,
  id bigint not null,
  entry_date timestamptz,
  updated_at timestamptz,
  status smallint,
  purch_status smallint,
  supplier_id bigint,
  store_id bigint,
  order_date date,
  provider text,
  total numeric,
  order_no text collate "C",
  search_text text,
  constraint purchase_orders_search_key primary key (company_id, id)
) with (fillfactor = 90);
-- The search.
create index purchase_orders_search_text on purchase_orders_search using gin (company_id, search_text gin_trgm_ops)
  with (gin_pending_list_limit = 512);

create table purchase_order_lines (
  company_id bigint not null,
  order_id bigint not null,
  id bigint not null,
  item_id bigint not null,
  variant_id bigint,
  tax_id bigint,
  quantity numeric not null check (quantity > 0),
  received numeric not null check (received between 0 and quantity),
  unit_cost numeric not null check (unit_cost >= 0),
  primary key (company_id, order_id, id),
  foreign key (company_id, order_id) references purchase_orders (company_id, id),
  foreign key (company_id, item_id) references items (company_id, id),
  foreign key (company_id, tax_id) references taxes (company_id, id),
  constraint purchase_order_lines_variant foreign key (company_id, item_id, variant_id)
    references item_variants (company_id, item_id, id)
);
-- The foreign keys, when a variant is removed.
create index purchase_order_lines_by_item on purchase_order_lines (company_id, item_id, variant_id);

-- Goods that went back to a supplier. Written by the merchant's back office.
create table purchase_returns (
  company_id bigint not null,
  id bigint not null,
  status smallint not null default 1 check (status in (0, 1)),
  return_no text collate "C" not null,
  supplier_id bigint not null,
  supplier_name text not null,
  store_id bigint not null,
  return_date date not null,
  narration text,
  currency text not null,
  total numeric not null check (total >= 0),
  lines json not null,
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null generated always as (fold(
    return_no collate "default" || E'\n' || supplier_name || E'\n' || coalesce(narration, ''))) stored,
  summary text not null generated always as (purchase_return_summary(id, status, return_no, supplier_id, store_id,
    narration, currency, total, external_id, version, entry_date, updated_at)) stored,
  primary key (company_id, id),
  constraint purchase_returns_return_no unique (company_id, return_no),
  constraint purchase_returns_external_id unique (company_id, external_id),
  constraint purchase_returns_supplier foreign key (company_id, supplier_id) references suppliers (company_id, id),
  constraint purchase_returns_store foreign key (company_id, store_id) references stores (company_id, id)
);
-- A supplier's transactions by day, their filters by supplier and store, and their search.
create index purchase_returns_by_return_date on purchase_returns (company_id, return_date, id);
create index purchase_returns_of_supplier on purchase_returns (company_id, supplier_id, return_date, id);
create index purchase_returns_at_store on purchase_returns (company_id, store_id, return_date, id);
create index purchase_returns_search on purchase_returns using gin (company_id, search_text gin_trgm_ops);

create table stock_transfers (
  company_id bigint not null,
  id bigint not null,
  transfer_no text collate "C" not null,
  from_store_id bigint not null,
  to_store_id bigint not null check (to_store_id <> from_store_id),
  date date not null,
  narration text,
  transfer_status smallint not null check (transfer_status in (0, 1, 2)),
  status smallint not null check (status = 1 or (status = 0 and transfer_status = 0)),
  lines json not null,
  allowed_actions json not null,
  app_id bigint not null,
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null,
  summary text not null,
  primary key (company_id, id),
  constraint stock_transfers_transfer_no unique (company_id, transfer_no),
  constraint stock_transfers_from_store foreign key (company_id, from_store_id) references stores (company_id, id),
  constraint stock_transfers_to_store foreign key (company_id, to_store_id) references stores (company_id, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02);
-- Most transfers have no external id.
create unique index stock_transfers_external_id on stock_transfers (company_id, app_id, external_id)
  where external_id is not null;
-- The sorts of the list.
create index stock_transfers_by_entry_date on stock_transfers (company_id, entry_date, id)
  include (status, transfer_status, from_store_id, to_store_id, date);
create index stock_transfers_by_updated_at on stock_transfers (company_id, updated_at, id)
  include (status, transfer_status, from_store_id, to_store_id, date);
create index stock_transfers_by_transfer_no on stock_transfers (company_id, transfer_no, id)
  include (status, transfer_status, from_store_id, to_store_id, date);
-- The sort by day, and a range of days.
create index stock_transfers_by_date on stock_transfers (company_id, date, id)
  include (status, from_store_id, to_store_id);
-- One day.
create index stock_transfers_of_day on stock_transfers (company_id, date, entry_date, id)
  include (status, transfer_status, from_store_id, to_store_id);
-- Its other filters. The list leaves voided transfers out unless they are asked for, and most are received.
create index stock_transfers_voided on stock_transfers (company_id, entry_date, id) where status = 0;
create index stock_transfers_not_done on stock_transfers (company_id, transfer_status, entry_date, id)
  where transfer_status <> 2;
create index stock_transfers_from_store on stock_transfers (company_id, from_store_id, entry_date, id)
  include (status, transfer_status);
create index stock_transfers_to_store on stock_transfers (company_id, to_store_id, entry_date, id)
  include (status, transfer_status);

-- What a search of transfers reads; see items_search.
create table stock_transfers_search (
  company_id bigint not null,
  id bigint not null,
  entry_date timestamptz,
  updated_at timestamptz,
  status smallint,
  transfer_status smallint,
  from_store_id bigint,
  to_store_id bigint,
  date date,
  transfer_no text collate "C",
  search_text text,
  constraint stock_transfers_search_key primary key (company_id, id)
) with (fillfactor = 90);
-- The search.
create index stock_transfers_search_text on stock_transfers_search using gin (company_id, search_text gin_trgm_ops)
  with (gin_pending_list_limit = 512);

create table stock_transfer_lines (
  company_id bigint not null,
  transfer_id bigint not null,
  id bigint not null,
  item_id bigint not null,
  variant_id bigint,
  quantity numeric not null check (quantity > 0),
  received numeric not null check (received between 0 and quantity),
  primary key (company_id, transfer_id, id),
  foreign key (company_id, transfer_id) references stock_transfers (company_id, id),
  constraint stock_transfer_lines_item foreign key (company_id, item_id) references items (company_id, id),
  constraint stock_transfer_lines_variant foreign key (company_id, item_id, variant_id)
    references item_variants (company_id, item_id, id)
);
-- The foreign keys, when a variant is removed.
create index stock_transfer_lines_by_item on stock_transfer_lines (company_id, item_id, variant_id);

create table stock_adjustments (
  company_id bigint not null,
  id bigint not null,
  adjustment_no text collate "C" not null,
  store_id bigint not null,
  date date not null,
  type smallint not null check (type in (0, 1, 2)),
  reason text check (reason in ('damage', 'theft', 'expiry', 'waste', 'correction', 'opening', 'other')),
  narration text,
  status smallint not null check (status in (0, 1, 2)),
  lines json not null,
  allowed_actions json not null,
  app_id bigint not null,
  external_id text,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null,
  summary text not null,
  primary key (company_id, id),
  constraint stock_adjustments_adjustment_no unique (company_id, adjustment_no),
  constraint stock_adjustments_store foreign key (company_id, store_id) references stores (company_id, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02);
-- Most adjustments have no external id.
create unique index stock_adjustments_external_id on stock_adjustments (company_id, app_id, external_id)
  where external_id is not null;
-- The only sort of the list, by day.
create index stock_adjustments_by_date on stock_adjustments (company_id, date, id) include (status, type, store_id);
-- Its filters. Most adjustments are posted.
create index stock_adjustments_at_store on stock_adjustments (company_id, store_id, date, id) include (status, type);
create index stock_adjustments_of_type on stock_adjustments (company_id, type, date, id) include (status, store_id);
create index stock_adjustments_not_posted on stock_adjustments (company_id, status, date, id) where status <> 1;

-- What a search of adjustments reads; see items_search.
create table stock_adjustments_search (
  company_id bigint not null,
  id bigint not null,
  entry_date timestamptz,
  updated_at timestamptz,
  status smallint,
  type smallint,
  store_id bigint,
  date date,
  search_text text,
  constraint stock_adjustments_search_key primary key (company_id, id)
) with (fillfactor = 90);
-- The search.
create index stock_adjustments_search_text on stock_adjustments_search using gin (company_id, search_text gin_trgm_ops)
  with (gin_pending_list_limit = 512);

create table stock_adjustment_lines (
  company_id bigint not null,
  adjustment_id bigint not null,
  id bigint not null,
  item_id bigint not null,
  variant_id bigint,
  quantity numeric not null check (quantity >= 0),
  before numeric,
  after numeric,
  primary key (company_id, adjustment_id, id),
  foreign key (company_id, adjustment_id) references stock_adjustments (company_id, id),
  constraint stock_adjustment_lines_item foreign key (company_id, item_id) references items (company_id, id),
  constraint stock_adjustment_lines_variant foreign key (company_id, item_id, variant_id)
    references item_variants (company_id, item_id, id),
  check ((before is null) = (after is null))
);
-- The foreign keys, when a variant is removed.
create index stock_adjustment_lines_by_item on stock_adjustment_lines (company_id, item_id, variant_id);

-- Sales and refunds, the sums that reports read, the stock that a merchant began with, and open orders. All of it is written
-- by the merchant's back office.

-- All amounts include tax. `gross` is before discounts, `tax` is the tax within `gross - discounts`, and the payments sum up
-- to `gross - discounts`. The amounts of a refund are what was paid back. A voided sale or refund stays, and its days and stock
-- are as if it had never been.
create table sales (
  company_id bigint not null,
  id bigint not null,
  kind text not null check (kind in ('sale', 'refund')),
  store_id bigint not null,
  number text not null,
  external_id text not null,
  channel text not null,
  sold_at timestamptz not null,
  business_date date not null,
  currency text not null,
  gross numeric not null check (gross >= 0),
  discounts numeric not null check (discounts between 0 and gross),
  tax numeric not null check (tax between 0 and gross - discounts),
  paid_cash numeric not null check (paid_cash >= 0),
  paid_card numeric not null check (paid_card >= 0),
  paid_online numeric not null check (paid_online >= 0),
  paid_gift_card numeric not null check (paid_gift_card >= 0),
  paid_account numeric not null check (paid_account >= 0),
  paid_other numeric not null check (paid_other >= 0),
  refund_of bigint,
  entry_date timestamptz not null,
  voided_at timestamptz,
  primary key (company_id, id),
  constraint sales_external_id unique (company_id, kind, external_id),
  constraint sales_paid check (paid_cash + paid_card + paid_online + paid_gift_card + paid_account + paid_other
    = gross - discounts),
  constraint sales_refund check (refund_of is null or kind = 'refund'),
  constraint sales_store foreign key (company_id, store_id) references stores (company_id, id),
  constraint sales_refund_of foreign key (company_id, refund_of) references sales (company_id, id)
);
-- The refunds of a sale.
create index sales_refunds on sales (company_id, refund_of) where refund_of is not null;

create table sale_lines (
  company_id bigint not null,
  sale_id bigint not null,
  id smallint not null,
  item_id bigint not null,
  variant_id bigint,
  quantity numeric not null check (quantity > 0),
  gross numeric not null check (gross >= 0),
  discount numeric not null check (discount between 0 and gross),
  tax numeric not null check (tax between 0 and gross - discount),
  primary key (company_id, sale_id, id),
  foreign key (company_id, sale_id) references sales (company_id, id),
  constraint sale_lines_item foreign key (company_id, item_id) references items (company_id, id),
  constraint sale_lines_variant foreign key (company_id, item_id, variant_id)
    references item_variants (company_id, item_id, id)
);

-- Sums of a store's business day, written in the transaction of the sales, so that the cost of a report depends on its days and
-- not on its sales. `net` is gross less discounts, refunds and tax; refunds are already subtracted from tax and payments.
-- Free space in each page lets a sale update its day in place.
create table daily_sales (
  company_id bigint not null,
  day date not null,
  store_id bigint not null,
  currency text not null,
  orders bigint not null,
  refund_orders bigint not null,
  gross numeric not null,
  discounts numeric not null,
  tax numeric not null,
  refunds numeric not null,
  net numeric not null generated always as (gross - discounts - refunds - tax) stored,
  paid_cash numeric not null,
  paid_card numeric not null,
  paid_online numeric not null,
  paid_gift_card numeric not null,
  paid_account numeric not null,
  paid_other numeric not null,
  primary key (company_id, day, store_id, currency),
  foreign key (company_id, store_id) references stores (company_id, id)
) with (fillfactor = 80);

-- The same by item and variant.
create table daily_item_sales (
  company_id bigint not null,
  day date not null,
  store_id bigint not null,
  item_id bigint not null,
  variant_id bigint,
  currency text not null,
  quantity numeric not null,
  refunded_quantity numeric not null,
  gross numeric not null,
  discounts numeric not null,
  tax numeric not null,
  refunds numeric not null,
  net numeric not null generated always as (gross - discounts - refunds - tax) stored,
  id bigint generated always as identity,
  constraint daily_item_sales_key unique nulls not distinct (company_id, day, store_id, item_id, variant_id, currency),
  foreign key (company_id, store_id) references stores (company_id, id),
  foreign key (company_id, item_id) references items (company_id, id),
  foreign key (company_id, item_id, variant_id) references item_variants (company_id, item_id, id)
) with (fillfactor = 80);
-- The row's key in replication, as of stock_levels.
create unique index daily_item_sales_id on daily_item_sales (company_id, id);
alter table daily_item_sales replica identity using index daily_item_sales_id;

-- The documents of ledger rows of the kind `opening`, by which a repeated import is recognized.
create table opening_stocks (
  company_id bigint not null,
  id bigint not null,
  external_id text not null,
  store_id bigint not null,
  item_id bigint not null,
  variant_id bigint,
  quantity numeric not null check (quantity > 0),
  unit_cost numeric check (unit_cost >= 0),
  at timestamptz not null,
  entry_date timestamptz not null,
  primary key (company_id, id),
  constraint opening_stocks_external_id unique (company_id, external_id),
  foreign key (company_id, store_id) references stores (company_id, id),
  foreign key (company_id, item_id) references items (company_id, id),
  foreign key (company_id, item_id, variant_id) references item_variants (company_id, item_id, id)
);

-- `status` is 1 for an open order, 0 for a closed one: paid, and then a sale, or abandoned.
create table open_orders (
  company_id bigint not null,
  id bigint not null,
  store_id bigint not null,
  status smallint not null check (status in (0, 1)),
  order_no text not null,
  channel text not null,
  currency text not null,
  gross numeric not null check (gross >= 0),
  discounts numeric not null check (discounts between 0 and gross),
  tax numeric not null check (tax between 0 and gross - discounts),
  lines json not null,
  opened_at timestamptz not null,
  external_id text not null,
  version integer not null default 1,
  entry_date timestamptz not null,
  updated_at timestamptz not null,
  doc text not null generated always as (open_order_doc(id, store_id, status, order_no, channel, currency, gross,
    discounts, tax, lines, opened_at, external_id, version, entry_date, updated_at)) stored,
  primary key (company_id, id),
  constraint open_orders_external_id unique (company_id, external_id),
  constraint open_orders_store foreign key (company_id, store_id) references stores (company_id, id)
);
-- The sorts of a store's list.
create index open_orders_by_opened_at on open_orders (company_id, store_id, opened_at, id) include (channel)
  where status = 1;
create index open_orders_by_updated_at on open_orders (company_id, store_id, updated_at, id) include (channel)
  where status = 1;

-- Tables of the service. A merchant is `merchant_id` in them: `company_id` would put them under row-level security.

-- Where merchants live that moved or are moving between cells; a merchant without a row lives here. The row in the cell that
-- a merchant comes from decides, and changing it is the switch.
create table residences (
  merchant_id bigint primary key,
  lives_in smallint not null,
  move_id bigint not null
);

-- Marks that a move writes into the stream of a merchant's changes: once one has arrived, so has everything before it.
create table move_marks (
  merchant_id bigint not null,
  mark uuid not null,
  primary key (merchant_id, mark)
);

-- The latest requests of each app. A row has the requests that one process wrote together, which costs a fraction of a row for
-- each.
create table request_batches (
  id bigint generated always as identity primary key,
  app_id bigint not null,
  -- The newest request in it.
  last_id bigint not null,
  last_at timestamptz not null,
  size integer not null,
  requests json not null,
  -- Requests that name the app by its public client id alone; they replace only each other.
  unproved boolean not null default false
);
-- An app's requests, newest first.
create index request_batches_of_app on request_batches (app_id, last_id);
-- Old rows are swept.
create index request_batches_by_age on request_batches (last_at);

-- Requests of each app by minute. The merchant 0 stands for requests without one, an empty code for success.
create table usage_minutes (
  app_id bigint not null,
  merchant_id bigint not null,
  minute timestamptz not null,
  operation text not null,
  status smallint not null,
  code text not null,
  requests integer not null,
  -- Requests that counted against the app's rate limit.
  counted integer not null,
  milliseconds double precision not null,
  primary key (app_id, minute, merchant_id, operation, status, code)
);
-- Old rows are swept.
create index usage_minutes_by_age on usage_minutes (minute);
-- A merchant's page of what its apps requested.
create index usage_minutes_of_merchant on usage_minutes (merchant_id, app_id);

-- The same by day, summed up from the minutes of days that are over.
create table usage_days (
  app_id bigint not null,
  merchant_id bigint not null,
  day date not null,
  operation text not null,
  status smallint not null,
  code text not null,
  requests bigint not null,
  counted bigint not null,
  milliseconds double precision not null,
  primary key (app_id, day, merchant_id, operation, status, code)
);
-- Old rows are swept.
create index usage_days_by_age on usage_days (day);
-- A merchant's page of what its apps requested.
create index usage_days_of_merchant on usage_days (merchant_id, app_id);

-- Parameters and properties of the contract that each app sent, by day and operation. The row of the part 'request', whose name
-- is empty, counts the successful requests whose names are known.
create table usage_names (
  app_id bigint not null,
  day date not null,
  operation text not null,
  part text not null,
  name text not null,
  requests bigint not null,
  primary key (app_id, day, operation, part, name)
);
-- Old rows are swept.
create index usage_names_by_age on usage_names (day);
