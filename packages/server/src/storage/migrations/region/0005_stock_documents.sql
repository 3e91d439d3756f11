-- Stock transfers and stock adjustments. The record's row carries its lines as the API answers them; the table of lines
-- holds the keys behind them.

create function stock_transfer_doc(id bigint, transfer_no text, from_store_id bigint, to_store_id bigint, date date,
  narration text, transfer_status smallint, status smallint, lines json, allowed_actions json, external_id text,
  version integer, entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, transfer_no as "transferNo", from_store_id as "fromStoreId",
    to_store_id as "toStoreId", date, narration, transfer_status as "transferStatus", status, lines,
    allowed_actions as "allowedActions",
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

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
  doc text not null generated always as (stock_transfer_doc(id, transfer_no, from_store_id, to_store_id, date, narration,
    transfer_status, status, lines, allowed_actions, external_id, version, entry_date, updated_at)) stored,
  primary key (company_id, id),
  constraint stock_transfers_transfer_no unique (company_id, transfer_no),
  constraint stock_transfers_external_id unique (company_id, app_id, external_id),
  constraint stock_transfers_from_store foreign key (company_id, from_store_id) references stores (company_id, id),
  constraint stock_transfers_to_store foreign key (company_id, to_store_id) references stores (company_id, id)
);

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
create index stock_transfer_lines_by_item on stock_transfer_lines (company_id, item_id, variant_id);

create function stock_adjustment_doc(id bigint, adjustment_no text, store_id bigint, date date, type smallint,
  reason text, narration text, status smallint, lines json, allowed_actions json, external_id text, version integer,
  entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select id, adjustment_no as "adjustmentNo", store_id as "storeId", date, type,
    reason, narration, status, lines, allowed_actions as "allowedActions",
    external_id as "externalId", version, rfc3339(entry_date) as "entryDate", rfc3339(updated_at) as "updatedAt") r);

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
  doc text not null generated always as (stock_adjustment_doc(id, adjustment_no, store_id, date, type, reason, narration,
    status, lines, allowed_actions, external_id, version, entry_date, updated_at)) stored,
  primary key (company_id, id),
  constraint stock_adjustments_adjustment_no unique (company_id, adjustment_no),
  constraint stock_adjustments_external_id unique (company_id, app_id, external_id),
  constraint stock_adjustments_store foreign key (company_id, store_id) references stores (company_id, id)
);

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
create index stock_adjustment_lines_by_item on stock_adjustment_lines (company_id, item_id, variant_id);

-- One index for every sort, one for every filter in the default sort, and trigrams for free text.
create index stock_transfers_by_entry_date on stock_transfers (company_id, entry_date, id);
create index stock_transfers_by_updated_at on stock_transfers (company_id, updated_at, id);
create index stock_transfers_by_date on stock_transfers (company_id, date, id) include (status, entry_date);
create index stock_transfers_by_transfer_no on stock_transfers (company_id, transfer_no, id);
create index stock_transfers_from_store on stock_transfers (company_id, from_store_id, entry_date, id);
create index stock_transfers_to_store on stock_transfers (company_id, to_store_id, entry_date, id);
create index stock_transfers_not_done on stock_transfers (company_id, transfer_status, entry_date, id)
  where transfer_status <> 2;
create index stock_transfers_voided on stock_transfers (company_id, entry_date, id) where status = 0;
create index stock_transfers_search on stock_transfers using gin (company_id, search_text gin_trgm_ops)
  with (gin_pending_list_limit = 512);

create index stock_adjustments_by_date on stock_adjustments (company_id, date, id);
create index stock_adjustments_at_store on stock_adjustments (company_id, store_id, date, id);
create index stock_adjustments_of_type on stock_adjustments (company_id, type, date, id);
create index stock_adjustments_not_posted on stock_adjustments (company_id, status, date, id) where status <> 1;
create index stock_adjustments_search on stock_adjustments using gin (company_id, search_text gin_trgm_ops)
  with (gin_pending_list_limit = 512);

-- What free text is matched against has the names of stores in it, and follows them.
create function store_name(company bigint, store bigint) returns text language sql stable parallel safe
  return (select name from stores where company_id = company and id = store);

create function stock_transfer_search_text(company bigint, transfer_no text, narration text, from_store_id bigint,
  to_store_id bigint) returns text language sql stable parallel safe
  return lower(concat_ws(E'\n', transfer_no, narration, store_name(company, from_store_id),
    store_name(company, to_store_id)));

create function stock_adjustment_search_text(company bigint, adjustment_no text, narration text, reason text,
  store_id bigint) returns text language sql stable parallel safe
  return lower(concat_ws(E'\n', adjustment_no, narration, reason, store_name(company, store_id)));

create function rename_store_in_searches() returns trigger language plpgsql set search_path from current as $$
begin
  update stock_transfers t
  set search_text = stock_transfer_search_text(company_id, transfer_no, narration, from_store_id, to_store_id)
  where t.company_id = new.company_id and new.id in (t.from_store_id, t.to_store_id);
  update stock_adjustments a
  set search_text = stock_adjustment_search_text(company_id, adjustment_no, narration, reason, store_id)
  where a.company_id = new.company_id and a.store_id = new.id;
  return null;
end $$;
create trigger rename_store_in_searches after update of name on stores for each row
  when (old.name is distinct from new.name) execute function rename_store_in_searches();

do $$
declare
  t text;
begin
  foreach t in array array['stock_transfers', 'stock_adjustments'] loop
    execute format('create trigger count_added after insert on %s referencing new table as added
      for each statement execute function count_added()', t);
    execute format('create trigger count_changed after update on %s referencing new table as added old table as removed
      for each statement execute function count_changed()', t);
  end loop;
end $$;

-- How many active transfers of each transfer status there are, kept beside the counts of all transfers.
create function count_transfers_added() returns trigger language plpgsql set search_path from current as $$
begin
  insert into row_counts as c (company_id, kind, status, slot, n)
  select company_id, 'stock_transfers.transferStatus', transfer_status, pg_backend_pid() % 8, count(*)
  from added where status = 1 group by company_id, transfer_status order by company_id, transfer_status
  on conflict (company_id, kind, status, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create function count_transfers_changed() returns trigger language plpgsql set search_path from current as $$
begin
  insert into row_counts as c (company_id, kind, status, slot, n)
  select company_id, 'stock_transfers.transferStatus', transfer_status, pg_backend_pid() % 8, sum(change)
  from (
    select company_id, transfer_status, 1 as change from added where status = 1 union all
    select company_id, transfer_status, -1 from removed where status = 1
  ) moved
  group by company_id, transfer_status having sum(change) <> 0 order by company_id, transfer_status
  on conflict (company_id, kind, status, slot) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger count_transfers_added after insert on stock_transfers referencing new table as added
  for each statement execute function count_transfers_added();
create trigger count_transfers_changed after update on stock_transfers referencing new table as added old table as removed
  for each statement execute function count_transfers_changed();

-- Row-level security, as in 0003_tenancy.sql.
do $$
declare
  t text;
begin
  foreach t in array array['stock_transfers', 'stock_transfer_lines', 'stock_adjustments', 'stock_adjustment_lines'] loop
    execute format('grant select, insert, update on %I to tillgate_tenant', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to tillgate_tenant
      using (company_id = nullif(current_setting(''tillgate.company_id'', true), '''')::bigint)', t);
    execute format('create policy service_reads on %I for select to current_user using (true)', t);
  end loop;
end $$;
grant delete on stock_transfer_lines, stock_adjustment_lines to tillgate_tenant;
