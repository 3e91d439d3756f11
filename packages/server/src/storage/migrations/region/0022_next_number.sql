-- The next number of a document is looked up in one table, the one of its kind, and by the index of numbers whatever the
-- planner knows: without statistics, as in an embedded database, it took any index of the merchant's documents, and read
-- all of them for each new one.

do $$
begin
  execute replace($f$
    create or replace function region.document_number(company bigint, documents text, prefix text, given text) returns text
      language plpgsql as $body$
    declare
      candidate text;
      following text;
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
        -- The candidate itself, if it is taken. Only the index of numbers has this order.
        case documents
          when 'purchase_orders' then
            select order_no into following from region.purchase_orders
            where company_id = company and order_no >= candidate order by order_no limit 1;
          when 'purchase_returns' then
            select return_no into following from region.purchase_returns
            where company_id = company and return_no >= candidate order by return_no limit 1;
          when 'stock_transfers' then
            select transfer_no into following from region.stock_transfers
            where company_id = company and transfer_no >= candidate order by transfer_no limit 1;
          when 'stock_adjustments' then
            select adjustment_no into following from region.stock_adjustments
            where company_id = company and adjustment_no >= candidate order by adjustment_no limit 1;
        end case;
        exit when following is distinct from candidate;
      end loop;
      return candidate;
    end $body$;
    $f$, 'region.', format('%I.', current_schema()));
end $$;
