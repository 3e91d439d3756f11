-- The text of `rfc3339` for triggers. Stable as `to_char` is, so that PostgreSQL inlines it.
create or replace function region.instant_text(at timestamptz) returns text language sql stable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
