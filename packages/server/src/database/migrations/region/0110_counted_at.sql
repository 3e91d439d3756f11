-- When the stock of a count was counted, and when another adjustment happened. The previous release leaves both null: an adjustment
-- that it posts gets the instant of its posting (write_stock_adjustments.sql), as all posted ones do here. `lines_at` is the instant of the last request
-- that sent lines, at which a count holds that states no instant.
alter table stock_adjustments add column counted_at timestamptz, add column occurred_at timestamptz,
  add column lines_at timestamptz;

-- Store and instant of each line of a posted count, by which late movements find the first count after them. Null for all others
-- (counted_lines.sql).
alter table stock_adjustment_lines add column store_id bigint, add column counted_at timestamptz;
alter table stock_adjustments no force row level security, disable trigger user;
alter table stock_adjustment_lines no force row level security;
update stock_adjustments
set counted_at = case when type = 0 then updated_at end, occurred_at = case when type > 0 then updated_at end
where status = 1;
update stock_adjustment_lines l set store_id = a.store_id, counted_at = a.counted_at
from stock_adjustments a
where a.company_id = l.company_id and a.id = l.adjustment_id and a.type = 0 and a.status = 1;
alter table stock_adjustments force row level security, enable trigger user;
alter table stock_adjustment_lines force row level security;
create index stock_adjustment_lines_counted on stock_adjustment_lines
  (company_id, item_id, store_id, (coalesce(variant_id, 0)), counted_at, adjustment_id) where counted_at is not null;
