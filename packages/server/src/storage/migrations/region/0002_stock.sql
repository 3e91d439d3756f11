-- Stock: an append-only ledger, and the level it adds up to for each store, item and variant.

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
create index stock_movements_by_item on stock_movements (company_id, item_id, store_id, at, id);

create table stock_levels (
  company_id bigint not null,
  item_id bigint not null,
  store_id bigint not null,
  variant_id bigint,
  on_hand numeric not null,
  constraint stock_levels_key unique nulls not distinct (company_id, item_id, store_id, variant_id),
  foreign key (company_id, store_id) references stores (company_id, id),
  foreign key (company_id, item_id) references items (company_id, id),
  constraint stock_levels_variant foreign key (company_id, item_id, variant_id)
    references item_variants (company_id, item_id, id)
);

-- Stock over all stores, one row for every item, so that lists can filter by its state.
create table item_stock (
  company_id bigint not null,
  item_id bigint not null,
  on_hand numeric not null default 0,
  stock_status text not null,
  primary key (company_id, item_id),
  foreign key (company_id, item_id) references items (company_id, id)
) with (fillfactor = 80);
create index item_stock_by_status on item_stock (company_id, stock_status, item_id);

create function stock_status(tracked boolean, on_hand numeric, low_stock_level numeric) returns text
  language sql immutable parallel safe
  return case
    when not tracked then 'inStock'
    when on_hand <= 0 then 'out'
    when on_hand <= low_stock_level then 'low'
    else 'inStock'
  end;

create function add_item_stock() returns trigger language plpgsql set search_path from current as $$
begin
  insert into item_stock (company_id, item_id, stock_status)
  select company_id, id, stock_status(track_stock, 0, low_stock_level) from added;
  return null;
end $$;
create trigger add_item_stock after insert on items referencing new table as added
  for each statement execute function add_item_stock();

create function restate_item_stock() returns trigger language plpgsql set search_path from current as $$
begin
  update item_stock set stock_status = stock_status(new.track_stock, on_hand, new.low_stock_level)
  where company_id = new.company_id and item_id = new.id;
  return null;
end $$;
create trigger restate_item_stock after update on items for each row
  when (old.track_stock is distinct from new.track_stock or old.low_stock_level is distinct from new.low_stock_level)
  execute function restate_item_stock();

-- A level changes and the item's total follows, row by row, in the order in which the writer locks the levels.
create function total_item_stock() returns trigger language plpgsql set search_path from current as $$
begin
  update item_stock s
  set on_hand = s.on_hand + change,
    stock_status = stock_status(i.track_stock, s.on_hand + change, i.low_stock_level)
  from items i, (select new.on_hand - case when tg_op = 'UPDATE' then old.on_hand else 0 end as change) moved
  where s.company_id = new.company_id and s.item_id = new.item_id
    and i.company_id = new.company_id and i.id = new.item_id;
  return null;
end $$;
create trigger total_item_stock after insert or update of on_hand on stock_levels
  for each row execute function total_item_stock();
