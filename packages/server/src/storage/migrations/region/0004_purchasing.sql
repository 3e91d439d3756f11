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

-- Row-level security, as in 0003_tenancy.sql.
do $$
declare
  t text;
begin
  foreach t in array array['document_numbers'] loop
    execute format('grant select, insert, update on %I to tillgate_tenant', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to tillgate_tenant
      using (company_id = nullif(current_setting(''tillgate.company_id'', true), '''')::bigint)', t);
    execute format('create policy service_reads on %I for select to current_user using (true)', t);
  end loop;
end $$;
