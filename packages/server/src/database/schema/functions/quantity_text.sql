-- The canonical text of a quantity, and of a rate in per cent: no trailing zeros.
create or replace function region.quantity_text(quantity numeric) returns text language sql immutable parallel safe
  return trim_scale(quantity)::text;
