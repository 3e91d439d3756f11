-- The nth number of a kind of documents; null if a document has it.
--
-- Each query finds the number itself if it is taken. The order makes the planner use the index of numbers even without statistics,
-- as on an embedded database.
create or replace function region.free_number(company bigint, documents text, prefix text, n bigint) returns text
  language plpgsql as $$
declare
  candidate text := prefix || lpad(n::text, greatest(6, length(n::text)), '0');
  following text;
begin
  case documents
    when 'purchase_orders' then
      select order_no into following from region.purchase_orders
      where company_id = company and order_no >= candidate order by order_no limit 1;
    when 'purchase_returns' then
      select return_no into following from region.purchase_returns
      where company_id = company and return_no >= candidate order by return_no limit 1;
    when 'stock_transfers' then
      select transfer_no into following from region.stock_transfers
      where company_id = company and transfer_no >= candidate order by transfer_no limit 1;
    when 'stock_adjustments' then
      select adjustment_no into following from region.stock_adjustments
      where company_id = company and adjustment_no >= candidate order by adjustment_no limit 1;
  end case;
  return nullif(candidate, following);
end $$;
