-- The number of a new document: the given one, or the next that no document has. Documents that wait for a number queue on an
-- advisory lock: one commit lets one of them continue, where an upsert would wake all that wait for the row.
--
-- A run of taken numbers is passed in steps that double, and the step that leaves it is halved until it ends right after a taken
-- number. The first steps are single, so that few numbers are left out where runs alternate with free ones.
create or replace function region.document_number(company bigint, documents text, prefix text, given text) returns text
  language plpgsql as $$
declare
  n bigint;
  taken bigint;
  middle bigint;
  steps integer := 0;
  free text;
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
  insert into region.document_numbers as d (company_id, kind, last) values (company, documents, 1)
  on conflict (company_id, kind) do update set last = d.last + 1 returning last into n;
  loop
    free := region.free_number(company, documents, prefix, n);
    exit when free is not null;
    taken := n;
    steps := steps + 1;
    n := n + 2 ^ greatest(0, steps - 16);
  end loop;
  while n - taken > 1 loop
    middle := (taken + n) / 2;
    if region.free_number(company, documents, prefix, middle) is null then taken := middle; else n := middle; end if;
  end loop;
  if taken is null then return free; end if;
  update region.document_numbers set last = n where company_id = company and kind = documents;
  return region.free_number(company, documents, prefix, n);
end $$;
