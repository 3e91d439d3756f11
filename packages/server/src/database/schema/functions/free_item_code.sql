-- The code of an item or variant that was sent without one: `I` and its id, or a number after that if the code is taken or one of
-- `others`. The number doubles, so that a long run of taken codes takes few steps.
create or replace function region.free_item_code(company bigint, id bigint, others text[]) returns text
  language plpgsql stable as $$
declare
  candidate text := 'I' || id;
  n numeric := 1;
begin
  while candidate = any(others) or exists (
    select from region.item_identifiers where company_id = company and kind = 'itemCode' and value = candidate
  ) loop
    n := n * 2;
    candidate := 'I' || id || '-' || n;
  end loop;
  return candidate;
end $$;
