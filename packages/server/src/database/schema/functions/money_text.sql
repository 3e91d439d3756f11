-- The canonical text of an amount: as many decimals as its currency has, or as many more as a cost has.
create or replace function region.money_text(amount numeric, currency text) returns text language sql immutable parallel safe
  return round(amount, greatest(region.minor_units(currency), scale(trim_scale(amount))))::text;
