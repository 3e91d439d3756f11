-- Filters of every list: by the range of `updated_at` and by the external id.
create index stock_adjustments_by_updated_at on stock_adjustments (company_id, updated_at, id)
  include (status, type, store_id, date);
create index purchase_returns_by_updated_at on purchase_returns (company_id, updated_at, id)
  include (status, supplier_id, store_id, return_date);

-- An external id is unique for each app. With the app last, the same index finds those of all apps.
drop index items_external_id, purchase_orders_external_id, stock_transfers_external_id, stock_adjustments_external_id;
create unique index items_external_id on items (company_id, external_id, app_id) where external_id is not null;
create unique index purchase_orders_external_id on purchase_orders (company_id, external_id, app_id)
  where external_id is not null;
create unique index stock_transfers_external_id on stock_transfers (company_id, external_id, app_id)
  where external_id is not null;
create unique index stock_adjustments_external_id on stock_adjustments (company_id, external_id, app_id)
  where external_id is not null;

alter table brands drop constraint brands_external_id,
  add constraint brands_external_id unique (company_id, external_id, app_id);
alter table categories drop constraint categories_external_id,
  add constraint categories_external_id unique (company_id, external_id, app_id);
alter table modifier_groups drop constraint modifier_groups_external_id,
  add constraint modifier_groups_external_id unique (company_id, external_id, app_id);
alter table menus drop constraint menus_external_id,
  add constraint menus_external_id unique (company_id, external_id, app_id);
