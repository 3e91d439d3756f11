-- Purchasing: what the ledger needs beyond opening stock, purchase orders with their lines, and purchase returns.

-- A level that does not change leaves the item's total alone, and unlocked: a document that first locks its levels to
-- see what is on hand takes the totals later, all in one order. The total is locked before the item is read, so that a
-- low-stock level that is being changed at the same time counts.
create or replace function total_item_stock() returns trigger language plpgsql set search_path from current as $$
declare
  change numeric := new.on_hand - case when tg_op = 'UPDATE' then old.on_hand else 0 end;
begin
  if change = 0 then return null; end if;
  perform from item_stock where company_id = new.company_id and item_id = new.item_id for no key update;
  update item_stock s
  set on_hand = s.on_hand + change,
    stock_status = stock_status(i.track_stock, s.on_hand + change, i.low_stock_level)
  from items i
  where s.company_id = new.company_id and s.item_id = new.item_id
    and i.company_id = new.company_id and i.id = new.item_id;
  return null;
end $$;

-- The last number that was generated for each kind of document of a merchant.
create table document_numbers (
  company_id bigint not null,
  kind text not null,
  last bigint not null,
  primary key (company_id, kind)
);

-- The number of a new document: the one that was given, or the next that no document has. Who gives a number of the
-- generated form waits here for those who generate one, so that neither takes what the other is about to store.
create function document_number(company bigint, documents text, number_column text, prefix text, given text)
  returns text language plpgsql set search_path from current as $$
declare
  candidate text := given;
  taken boolean := true;
  n bigint;
begin
  if given is not null and given !~ ('^' || prefix || '[0-9]+$') then return given; end if;
  insert into document_numbers as d (company_id, kind, last) values (company, documents, 0)
  on conflict (company_id, kind) do update set last = d.last returning last into n;
  if given is not null then return given; end if;
  while taken loop
    n := n + 1;
    candidate := prefix || lpad(n::text, greatest(6, length(n::text)), '0');
    execute format('select exists (select from %I where company_id = $1 and %I = $2)', documents, number_column)
      into taken using company, candidate;
  end loop;
  update document_numbers set last = n where company_id = company and kind = documents;
  return candidate;
end $$;

create function purchase_order_doc(id bigint, status smallint, order_no text, supplier_id bigint, store_id bigint,
  order_date date, expected_date date, invoice text, narration text, provider text, purch_status smallint, currency text,
  subtotal numeric, discount_total numeric, tax_total numeric, total numeric, lines json, allowed_actions json,
  external_id text, version integer, entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, status, order_no as "orderNo", supplier_id as "supplierId",
    store_id as "storeId", to_char(order_date, 'YYYY-MM-DD') as "orderDate",
    to_char(expected_date, 'YYYY-MM-DD') as "expectedDate", invoice, narration, provider,
    purch_status as "purchStatus", currency, subtotal::text as subtotal, discount_total::text as "discountTotal",
    tax_total::text as "taxTotal", total::text as total, lines, allowed_actions as "allowedActions",
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

-- `lines` and `allowed_actions` are as the API answers them; purchase_order_lines holds the keys behind the lines.
-- The supplier's name is kept for the search alone.
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
  search_text text not null generated always as (lower(order_no || E'\n' || coalesce(invoice, '') || E'\n' ||
    supplier_name || E'\n' || coalesce(narration, ''))) stored,
  doc text not null generated always as (purchase_order_doc(id, status, order_no, supplier_id, store_id, order_date,
    expected_date, invoice, narration, provider, purch_status, currency, subtotal, discount_total, tax_total, total,
    lines, allowed_actions, external_id, version, entry_date, updated_at)) stored,
  primary key (company_id, id),
  check (status = 1 or purch_status = 0),
  constraint purchase_orders_order_no unique (company_id, order_no),
  constraint purchase_orders_external_id unique (company_id, app_id, external_id),
  constraint purchase_orders_supplier foreign key (company_id, supplier_id) references suppliers (company_id, id),
  constraint purchase_orders_store foreign key (company_id, store_id) references stores (company_id, id)
);

-- As for items. Lists leave voided orders out, so that what they count carries the status.
create index purchase_orders_by_entry_date on purchase_orders (company_id, entry_date, id);
create index purchase_orders_by_updated_at on purchase_orders (company_id, updated_at, id);
create index purchase_orders_by_order_date on purchase_orders (company_id, order_date, id) include (status, entry_date);
create index purchase_orders_by_order_no on purchase_orders (company_id, order_no, id);
create index purchase_orders_by_total on purchase_orders (company_id, total, id);
create index purchase_orders_voided on purchase_orders (company_id, entry_date, id) where status = 0;
create index purchase_orders_in_status on purchase_orders (company_id, purch_status, entry_date, id) include (status);
create index purchase_orders_of_supplier on purchase_orders (company_id, supplier_id, entry_date, id) include (status);
create index purchase_orders_of_supplier_by_date on purchase_orders (company_id, supplier_id, order_date, id)
  include (status);
create index purchase_orders_at_store on purchase_orders (company_id, store_id, entry_date, id) include (status);
create index purchase_orders_of_provider on purchase_orders (company_id, provider, entry_date, id) include (status);
create index purchase_orders_search on purchase_orders using gin (company_id, search_text gin_trgm_ops)
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
create index purchase_order_lines_by_item on purchase_order_lines (company_id, item_id, variant_id);

create function purchase_return_doc(id bigint, status smallint, return_no text, supplier_id bigint, store_id bigint,
  narration text, currency text, total numeric, lines json, external_id text, version integer, entry_date timestamptz,
  updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, status, return_no as "returnNo", supplier_id as "supplierId",
    store_id as "storeId", narration, currency, total::text as total, lines,
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

-- Goods that went back to a supplier. Written by the merchant's back office alone.
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
  search_text text not null generated always as (lower(return_no || E'\n' || supplier_name || E'\n' ||
    coalesce(narration, ''))) stored,
  doc text not null generated always as (purchase_return_doc(id, status, return_no, supplier_id, store_id, narration,
    currency, total, lines, external_id, version, entry_date, updated_at)) stored,
  primary key (company_id, id),
  constraint purchase_returns_return_no unique (company_id, return_no),
  constraint purchase_returns_external_id unique (company_id, external_id),
  constraint purchase_returns_supplier foreign key (company_id, supplier_id) references suppliers (company_id, id),
  constraint purchase_returns_store foreign key (company_id, store_id) references stores (company_id, id)
);
create index purchase_returns_by_return_date on purchase_returns (company_id, return_date, id);
create index purchase_returns_of_supplier on purchase_returns (company_id, supplier_id, return_date, id);
create index purchase_returns_at_store on purchase_returns (company_id, store_id, return_date, id);
create index purchase_returns_search on purchase_returns using gin (company_id, search_text gin_trgm_ops);

-- A supplier that is renamed is found by its new name.
create function rename_supplier() returns trigger language plpgsql set search_path from current as $$
begin
  update purchase_orders set supplier_name = new.name where company_id = new.company_id and supplier_id = new.id;
  update purchase_returns set supplier_name = new.name where company_id = new.company_id and supplier_id = new.id;
  return null;
end $$;
create trigger rename_supplier after update on suppliers for each row when (old.name <> new.name)
  execute function rename_supplier();

do $$
declare t text;
begin
  foreach t in array array['purchase_orders', 'purchase_returns'] loop
    execute format('create trigger count_added after insert on %s referencing new table as added
      for each statement execute function count_added()', t);
    execute format('create trigger count_changed after update on %s referencing new table as added old table as removed
      for each statement execute function count_changed()', t);
  end loop;
end $$;

-- How many active orders of each purchase status there are, kept beside the counts of all orders.
create function count_orders_added() returns trigger language plpgsql set search_path from current as $$
begin
  insert into row_counts as c (company_id, kind, status, slot, n)
  select company_id, 'purchase_orders.purchStatus', purch_status, pg_backend_pid() % 8, count(*)
  from added where status = 1 group by company_id, purch_status order by company_id, purch_status
  on conflict (company_id, kind, status, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create function count_orders_changed() returns trigger language plpgsql set search_path from current as $$
begin
  insert into row_counts as c (company_id, kind, status, slot, n)
  select company_id, 'purchase_orders.purchStatus', purch_status, pg_backend_pid() % 8, sum(change)
  from (
    select company_id, purch_status, 1 as change from added where status = 1 union all
    select company_id, purch_status, -1 from removed where status = 1
  ) moved
  group by company_id, purch_status having sum(change) <> 0 order by company_id, purch_status
  on conflict (company_id, kind, status, slot) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger count_orders_added after insert on purchase_orders referencing new table as added
  for each statement execute function count_orders_added();
create trigger count_orders_changed after update on purchase_orders referencing new table as added old table as removed
  for each statement execute function count_orders_changed();

-- Row-level security, as in 0003_tenancy.sql.
do $$
declare
  t text;
begin
  foreach t in array array['document_numbers', 'purchase_orders', 'purchase_order_lines', 'purchase_returns'] loop
    execute format('grant select, insert, update on %I to tillgate_tenant', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to tillgate_tenant
      using (company_id = nullif(current_setting(''tillgate.company_id'', true), '''')::bigint)', t);
    execute format('create policy service_reads on %I for select to current_user using (true)', t);
  end loop;
  grant delete on purchase_order_lines to tillgate_tenant;
end $$;
