-- This database is one cell of its region. Cells give out ids of different ranges, so that a merchant that moves keeps its
-- own.
create table cell (
  number smallint not null check (number > 0)
);
create unique index one_cell on cell ((true));

-- Where merchants live that moved or are moving between cells. A merchant without a row lives here. The row in the cell
-- that a merchant comes from decides; a change of it is the switch. Like the request log, it is the service's and no
-- merchant's, so the merchant is no `company_id`.
create table residences (
  merchant_id bigint primary key,
  lives_in smallint not null,
  move_id bigint not null
);

-- Marks of a mover in the stream of a merchant's changes: when one has arrived, so has all that came before it.
create table move_marks (
  merchant_id bigint not null,
  mark uuid not null,
  primary key (merchant_id, mark)
);

-- Replication finds the row to change by its key, which has the company for the row filter.
alter table stock_levels replica identity using index stock_levels_id;
alter table daily_item_sales add column id bigint generated always as identity;
create unique index daily_item_sales_id on daily_item_sales (company_id, id);
alter table daily_item_sales replica identity using index daily_item_sales_id;
