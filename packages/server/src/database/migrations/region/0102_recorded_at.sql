-- The instant at which each movement was recorded: tills send sales after they happened.
--
-- An earlier sale, refund or opening stock has the instant at which it was stored, and never one before it happened; an earlier
-- document was recorded when it moved the stock.
create function recorded_instant(company bigint, kind text, document bigint, happened timestamptz)
  returns timestamptz language sql stable
  return greatest(happened, case
    when kind in ('sale', 'refund') then (select entry_date from sales where company_id = company and id = document)
    when kind = 'opening' then (select entry_date from opening_stocks where company_id = company and id = document)
  end);

drop index stock_movements_by_item, stock_movements_of_sales;

-- Changing a column's type fills it in while the table is written anew. An update would leave the table twice as large.
--
-- Processes of the previous release insert no instant; hence the default.
alter table stock_movements add column recorded_at timestamptz;
alter table stock_movements
  alter column recorded_at type timestamptz using recorded_instant(company_id, document_kind, document_id, at),
  alter column recorded_at set not null,
  alter column recorded_at set default now();

drop function recorded_instant;

-- The history of an item's stock at a store, and the sums of its changes.
create index stock_movements_by_item on stock_movements (company_id, item_id, store_id, at, id)
  include (variant_id, change, recorded_at);
-- The list of movements, and its filters. Most movements are sales.
create index stock_movements_by_at on stock_movements (company_id, at, id) include (store_id, item_id, document_kind);
create index stock_movements_at_store on stock_movements (company_id, store_id, at, id) include (document_kind);
create index stock_movements_of_item on stock_movements (company_id, item_id, at, id) include (document_kind);
create index stock_movements_not_sold on stock_movements (company_id, document_kind, at, id) where document_kind <> 'sale';
-- The movements of a document: as a filter of the list, and to reverse those of a voided sale.
create index stock_movements_of_document on stock_movements (company_id, document_id, at, id) where document_id is not null;
