-- What a search looks at, apart from the documents: the matches of a word are scattered over a table, and of these rows
-- fifty share a page where of documents five do. Each row repeats what its record is filtered and sorted by.

do $$
declare
  r record;
  added text;
  kept text;
begin
  for r in select * from (values
    ('items', 'status, type, group_id, brand_id, tax_id, weighing_scale, price, item_code, name'),
    ('purchase_orders', 'status, purch_status, supplier_id, store_id, order_date, provider, total, order_no'),
    ('stock_transfers', 'status, transfer_status, from_store_id, to_store_id, date, transfer_no'),
    ('stock_adjustments', 'status, type, store_id, date')) searched (records, columns) loop
    r.columns := 'entry_date, updated_at, ' || r.columns || ', search_text';
    added := regexp_replace(r.columns, '(\w+)', 'a.\1', 'g');
    kept := regexp_replace(r.columns, '(\w+)', 's.\1', 'g');
    execute format('lock table %s in share row exclusive mode', r.records);
    execute format('create table next_%1$s_search as select company_id, id, %2$s from %1$s order by company_id, id',
      r.records, r.columns);
    execute format('alter table next_%1$s_search set (fillfactor = 90),
      add constraint %1$s_search_key primary key (company_id, id)', r.records);
    execute format('create index %1$s_search_text on next_%1$s_search using gin (company_id, search_text gin_trgm_ops)
      with (gin_pending_list_limit = 512)', r.records);
    execute format('analyze next_%s_search', r.records);
    execute format('create function add_%1$s_search() returns trigger language plpgsql set search_path from current as $f$
      begin
        insert into %1$s_search (company_id, id, %2$s) select company_id, id, %2$s from added;
        return null;
      end $f$', r.records, r.columns);
    execute format('create trigger add_search after insert on %1$s referencing new table as added
      for each statement execute function add_%1$s_search()', r.records);
    execute format('create function follow_%1$s_search() returns trigger language plpgsql set search_path from current as $f$
      begin
        update %1$s_search s set (%2$s) = (%3$s) from added a
        where s.company_id = a.company_id and s.id = a.id and (%4$s) is distinct from (%3$s);
        return null;
      end $f$', r.records, r.columns, added, kept);
    execute format('create trigger follow_search after update on %1$s referencing new table as added
      for each statement execute function follow_%1$s_search()', r.records);
  end loop;
end $$;

-- The stock of items with the date that they are listed by.
lock table item_stock in share row exclusive mode;
create table next_item_stock with (fillfactor = 80) as
  select s.company_id, s.item_id, s.on_hand, s.stock_status, i.entry_date
  from item_stock s join items i on i.company_id = s.company_id and i.id = s.item_id order by s.company_id, s.item_id;
alter table next_item_stock
  alter column on_hand set default 0,
  alter column on_hand set not null,
  alter column stock_status set not null,
  alter column entry_date set not null,
  add constraint item_stock_key primary key (company_id, item_id),
  add constraint item_stock_item foreign key (company_id, item_id) references items (company_id, id);
create index next_item_stock_by_status on next_item_stock (company_id, stock_status, entry_date, item_id);
analyze next_item_stock;

create or replace function add_item_stock() returns trigger language plpgsql set search_path from current as $$
begin
  insert into item_stock (company_id, item_id, stock_status, entry_date)
  select company_id, id, stock_status(track_stock, 0, low_stock_level), entry_date from added;
  return null;
end $$;
