create or replace function region.stock_status(tracked boolean, on_hand numeric, low_stock_level numeric) returns text
  language sql immutable parallel safe
  return case
    when not tracked then 'inStock'
    when on_hand <= 0 then 'out'
    when on_hand <= low_stock_level then 'low'
    else 'inStock'
  end;
