-- A list of ids as the JSON that a record shows, without blanks.
create or replace function region.json_ids(ids bigint[]) returns json language sql immutable parallel safe
  return ('[' || array_to_string(ids, ',') || ']')::json;
