-- The number of a new document: the given one, or the next that no document has. Documents that wait for a number queue on an
-- advisory lock: one commit lets one of them continue, where an upsert would wake all that wait for the row.
create or replace function region.document_number(company bigint, documents text, prefix text, given text) returns text
  language plpgsql as $$
declare
  candidate text;
  following text;
  n bigint;
begin
  if given is not null then
    -- A given number of the generated form waits for those that are being generated, so that none is used twice.
    if given ~ ('^' || prefix || '[0-9]+$') then
      perform pg_advisory_xact_lock(hashtextextended('number of ' || documents, company));
      insert into region.document_numbers as d (company_id, kind, last) values (company, documents, 0)
      on conflict (company_id, kind) do update set last = d.last;
    end if;
    return given;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('number of ' || documents, company));
  loop
    insert into region.document_numbers as d (company_id, kind, last) values (company, documents, 1)
    on conflict (company_id, kind) do update set last = d.last + 1 returning last into n;
    candidate := prefix || lpad(n::text, greatest(6, length(n::text)), '0');
    -- Finds the candidate itself if it is taken. The order makes the planner use the index of numbers even without statistics,
    -- as on an embedded database.
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
end $$;
