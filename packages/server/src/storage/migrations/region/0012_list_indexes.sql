-- What a list is filtered by is in the indexes that it is walked by, so that records which are passed over, or counted, are
-- not read. Lists count no further than a thousand records, and read a page by key and id first.

-- For the indexes that this transaction builds.
set local maintenance_work_mem = '256MB';

do $$
declare
  -- Most items are active, and lists of orders and transfers leave out the voided ones.
  filters constant text := '(status, type, group_id, brand_id, tax_id, weighing_scale)';
  of_orders constant text := '(status, purch_status, supplier_id, store_id, order_date)';
  of_transfers constant text := '(status, transfer_status, from_store_id, to_store_id, date)';
  i record;
begin
  for i in select * from (values
    ('items', 'by_entry_date', 'entry_date, id', filters, ''),
    ('items', 'by_updated_at', 'updated_at, id', filters, ''),
    ('items', 'by_name', 'name collate root_order, id', filters, ''),
    ('items', 'by_item_code', 'item_code, id', filters, ''),
    ('items', 'by_price', 'price, id', filters, ''),
    ('items', 'in_group', 'group_id, entry_date, id', '(status, type, brand_id, tax_id, weighing_scale)', 'where group_id is not null'),
    ('items', 'of_brand', 'brand_id, entry_date, id', '(status)', 'where brand_id is not null'),
    ('items', 'with_tax', 'tax_id, entry_date, id', '(status)', 'where tax_id is not null'),
    ('items', 'weighed', 'entry_date, id', '(status)', 'where weighing_scale = 1'),
    ('items', 'not_standard', 'type, entry_date, id', '(status)', 'where type <> 0'),
    ('purchase_orders', 'of_supplier', 'supplier_id, entry_date, id', '(status, purch_status, store_id)', ''),
    ('purchase_orders', 'of_supplier_by_date', 'supplier_id, order_date, id', '(status, store_id)', ''),
    ('purchase_orders', 'at_store', 'store_id, entry_date, id', '(status, purch_status)', ''),
    ('purchase_orders', 'by_entry_date', 'entry_date, id', of_orders, ''),
    ('purchase_orders', 'by_updated_at', 'updated_at, id', of_orders, ''),
    ('purchase_orders', 'by_order_date', 'order_date, id', '(status, supplier_id, store_id)', ''),
    ('purchase_orders', 'by_order_no', 'order_no, id', of_orders, ''),
    ('purchase_orders', 'by_total', 'total, id', of_orders, ''),
    ('purchase_orders', 'of_day', 'order_date, entry_date, id', '(status, purch_status, supplier_id, store_id)', ''),
    ('stock_transfers', 'by_entry_date', 'entry_date, id', of_transfers, ''),
    ('stock_transfers', 'by_updated_at', 'updated_at, id', of_transfers, ''),
    ('stock_transfers', 'by_date', 'date, id', '(status, from_store_id, to_store_id)', ''),
    ('stock_transfers', 'by_transfer_no', 'transfer_no, id', of_transfers, ''),
    ('stock_transfers', 'of_day', 'date, entry_date, id', '(status, transfer_status, from_store_id, to_store_id)', ''),
    ('stock_transfers', 'from_store', 'from_store_id, entry_date, id', '(status, transfer_status)', ''),
    ('stock_transfers', 'to_store', 'to_store_id, entry_date, id', '(status, transfer_status)', ''),
    ('stock_adjustments', 'by_date', 'date, id', '(status, type, store_id)', ''),
    ('stock_adjustments', 'at_store', 'store_id, date, id', '(status, type)', ''),
    ('stock_adjustments', 'of_type', 'type, date, id', '(status, store_id)', ''),
    ('open_orders', 'by_opened_at', 'store_id, opened_at, id', '(channel)', 'where status = 1'),
    ('open_orders', 'by_updated_at', 'store_id, updated_at, id', '(channel)', 'where status = 1'),
    ('stock_levels', 'by_store', 'store_id, item_id, id', null, '')
  ) listed (records, name, columns, included, condition) loop
    execute format('create index next_%1$s_%2$s on %1$s (company_id, %3$s)%4$s %5$s', i.records, i.name, i.columns,
      ' include ' || i.included, i.condition);
  end loop;
end $$;
