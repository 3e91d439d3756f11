-- A sale or refund that the back office takes back keeps its row; its days and its stock are as if it had never been.

alter table sales add column voided_at timestamptz;
create index sales_refunds on sales (company_id, refund_of) where refund_of is not null;
create index stock_movements_of_sales on stock_movements (company_id, document_id)
  where document_kind in ('sale', 'refund');

grant update (voided_at) on sales to tillgate_tenant;
grant delete on daily_sales, daily_item_sales to tillgate_tenant;
