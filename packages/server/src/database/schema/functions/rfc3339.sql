-- An instant as records show it. Declared immutable, which generated columns require.
create or replace function region.rfc3339(at timestamptz) returns text language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
