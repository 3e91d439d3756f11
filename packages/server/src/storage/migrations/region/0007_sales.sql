-- Sales and refunds as the merchant's back office sends them, the sums of each day that reports are read from, the
-- stock that a merchant began with, and the orders that are open at a store. Partners write none of it.

-- All amounts include tax. `gross` is before discounts, `tax` is the tax within `gross - discounts`, and what was paid
-- adds up to `gross - discounts`. A refund's amounts are what was given back.
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
  primary key (company_id, id),
  constraint sales_external_id unique (company_id, kind, external_id),
  constraint sales_paid check (paid_cash + paid_card + paid_online + paid_gift_card + paid_account + paid_other
    = gross - discounts),
  constraint sales_refund check (refund_of is null or kind = 'refund'),
  constraint sales_store foreign key (company_id, store_id) references stores (company_id, id),
  constraint sales_refund_of foreign key (company_id, refund_of) references sales (company_id, id)
);

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

-- What a store took on one of its business days, written in the transaction of the sales themselves, so that a report
-- costs the days that it covers and not the sales. `net` is gross less discounts, refunds and tax; tax and payments are
-- less what was given back.
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
  constraint daily_item_sales_key unique nulls not distinct (company_id, day, store_id, item_id, variant_id, currency),
  foreign key (company_id, store_id) references stores (company_id, id),
  foreign key (company_id, item_id) references items (company_id, id),
  foreign key (company_id, item_id, variant_id) references item_variants (company_id, item_id, id)
) with (fillfactor = 80);

-- The documents behind ledger rows of the kind `opening`, so that one sent again is known.
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

create function open_order_doc(id bigint, store_id bigint, status smallint, order_no text, channel text, currency text,
  gross numeric, discounts numeric, tax numeric, lines json, opened_at timestamptz, external_id text, version integer,
  entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, store_id as "storeId", status, order_no as "orderNo", channel,
    currency, gross::text as gross, discounts::text as discounts, tax::text as tax,
    (gross - discounts)::text as total, lines, rfc3339(opened_at) as "openedAt",
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

-- status 1 open, 0 closed: paid, and then a sale, or abandoned.
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
create index open_orders_by_opened_at on open_orders (company_id, store_id, opened_at, id) where status = 1;
create index open_orders_by_updated_at on open_orders (company_id, store_id, updated_at, id) where status = 1;

-- Levels are listed by item; an id breaks ties between stores and variants.
alter table stock_levels add column id bigint generated always as identity;
create unique index stock_levels_id on stock_levels (company_id, id);
create index stock_levels_by_item on stock_levels (company_id, item_id, id);
create index stock_levels_by_store on stock_levels (company_id, store_id);

create function count_levels() returns trigger language plpgsql set search_path from current as $$
begin
  insert into row_counts as c (company_id, kind, status, slot, n)
  select company_id, 'stock_levels', 1, pg_backend_pid() % 8, count(*) from added group by company_id order by company_id
  on conflict (company_id, kind, status, slot) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger count_levels after insert on stock_levels referencing new table as added
  for each statement execute function count_levels();
insert into row_counts (company_id, kind, status, slot, n)
select company_id, 'stock_levels', 1, 0, count(*) from stock_levels group by company_id;

-- An amount with two decimals, or as many more as it has.
create function exact_money(amount numeric) returns text language sql immutable parallel safe
  return case when scale(trim_scale(amount)) <= 2 then round(amount, 2) else trim_scale(amount) end::text;

do $$
declare
  t text;
begin
  foreach t in array array['sales', 'sale_lines', 'daily_sales', 'daily_item_sales', 'opening_stocks', 'open_orders'] loop
    execute format('grant select, insert on %I to tillgate_tenant', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to tillgate_tenant
      using (company_id = nullif(current_setting(''tillgate.company_id'', true), '''')::bigint)', t);
    execute format('create policy service_reads on %I for select to current_user using (true)', t);
  end loop;
  -- Sales, refunds and opening stock are facts: written once.
  foreach t in array array['daily_sales', 'daily_item_sales', 'open_orders'] loop
    execute format('grant update on %I to tillgate_tenant', t);
  end loop;
end $$;
