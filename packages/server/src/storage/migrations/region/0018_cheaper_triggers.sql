-- What each write calls, for less: levels of a document are added up together, a number takes one statement and a look,
-- and no function sets a search path for each call, which costs more than many calls do.

do $$
declare
  schema constant text := format('%I.', current_schema());
  names constant text := '\m(row_counts|item_stock|(items|purchase_orders|stock_transfers|stock_adjustments)_search)\M|\mstock_status(?=\()';
  f oid;
begin
  for f in select oid from pg_proc where pronamespace = current_schema()::regnamespace and proconfig is not null
    and proname ~ '^(count_(added|changed|(orders|transfers)_(added|changed))|add_item_stock|(add|follow)_\w+_search)$'
  loop
    execute regexp_replace(regexp_replace(pg_get_functiondef(f), '\n SET search_path[^\n]*', ''), names, schema || '\&', 'g');
  end loop;

  execute replace($f$
    create function region.document_number(company bigint, documents text, prefix text, given text) returns text
      language plpgsql as $body$
    declare
      candidate text;
      n bigint;
    begin
      if given is not null then
        -- Nobody is given the same number meanwhile.
        if given ~ ('^' || prefix || '[0-9]+$') then
          insert into region.document_numbers as d (company_id, kind, last) values (company, documents, 0)
          on conflict (company_id, kind) do update set last = d.last;
        end if;
        return given;
      end if;
      loop
        insert into region.document_numbers as d (company_id, kind, last) values (company, documents, 1)
        on conflict (company_id, kind) do update set last = d.last + 1 returning last into n;
        candidate := prefix || lpad(n::text, greatest(6, length(n::text)), '0');
        exit when case documents
          when 'purchase_orders' then
            exists (select from region.purchase_orders where company_id = company and order_no = candidate)
          when 'purchase_returns' then
            exists (select from region.purchase_returns where company_id = company and return_no = candidate)
          when 'stock_transfers' then
            exists (select from region.stock_transfers where company_id = company and transfer_no = candidate)
          when 'stock_adjustments' then
            exists (select from region.stock_adjustments where company_id = company and adjustment_no = candidate)
        end is not true;
      end loop;
      return candidate;
    end $body$;

    -- As before, but planned once a connection: `fold` and the look at a store were planned for each call.
    create or replace function region.stock_transfer_search_text(company bigint, transfer_no text, narration text,
      from_store_id bigint, to_store_id bigint) returns text language plpgsql stable parallel safe as $body$
    declare
      words text := concat_ws(E'\n', transfer_no, narration, region.store_name(company, from_store_id),
        region.store_name(company, to_store_id));
    begin
      return region.fold(words);
    end $body$;
    create or replace function region.stock_adjustment_search_text(company bigint, adjustment_no text, narration text,
      reason text, store_id bigint) returns text language plpgsql stable parallel safe as $body$
    declare
      words text := concat_ws(E'\n', adjustment_no, narration, reason, region.store_name(company, store_id));
    begin
      return region.fold(words);
    end $body$;
    create or replace function region.store_name(company bigint, store bigint) returns text
      language plpgsql stable parallel safe as $body$
    begin
      return (select name from region.stores where company_id = company and id = store);
    end $body$;

    -- Adds changes of levels to the items' totals. Items are locked in the order of their ids.
    create function region.add_to_item_stock(companies bigint[], items bigint[], changes numeric[]) returns void
      language plpgsql as $body$
    begin
      perform from region.item_stock s join unnest(companies, items) as c (company_id, item_id) using (company_id, item_id)
      order by company_id, item_id for no key update of s;
      update region.item_stock s set on_hand = s.on_hand + c.change,
        stock_status = region.stock_status(i.track_stock, s.on_hand + c.change, i.low_stock_level)
      from unnest(companies, items, changes) as c (company_id, item_id, change)
      join region.items i on i.company_id = c.company_id and i.id = c.item_id
      where s.company_id = c.company_id and s.item_id = c.item_id;
    end $body$;

    create function region.levels_added() returns trigger language plpgsql as $body$
    begin
      insert into region.row_counts as c (company_id, kind, status, slot, n)
      select company_id, 'stock_levels', 1, pg_backend_pid() % 8, count(*) from added group by company_id order by company_id
      on conflict (company_id, kind, status, slot) do update set n = c.n + excluded.n;
      perform region.add_to_item_stock(array_agg(company_id), array_agg(item_id), array_agg(change)) from (
        select company_id, item_id, sum(on_hand) as change from added group by company_id, item_id having sum(on_hand) <> 0
      ) changed having count(*) > 0;
      return null;
    end $body$;

    create function region.levels_changed() returns trigger language plpgsql as $body$
    begin
      perform region.add_to_item_stock(array_agg(company_id), array_agg(item_id), array_agg(change)) from (
        select company_id, item_id, sum(on_hand) as change
        from (select company_id, item_id, on_hand from added union all select company_id, item_id, -on_hand from removed) moved
        group by company_id, item_id having sum(on_hand) <> 0
      ) changed having count(*) > 0;
      return null;
    end $body$;
    $f$, 'region.', schema);
end $$;

drop trigger count_levels on stock_levels;
drop trigger total_item_stock on stock_levels;
drop function count_levels, total_item_stock, document_number(bigint, text, text, text, text);
create trigger levels_added after insert on stock_levels referencing new table as added
  for each statement execute function levels_added();
create trigger levels_changed after update on stock_levels referencing old table as removed new table as added
  for each statement execute function levels_changed();
