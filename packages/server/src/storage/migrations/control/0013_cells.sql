-- A region has one or more cells, each a PostgreSQL cluster; a merchant lives in one of them.
alter table merchants add column cell smallint not null default 1 check (cell > 0);
-- True while a merchant moves to another cell: whoever reads its data asks its cell first where it lives.
alter table merchants add column moving boolean not null default false;
create index merchants_by_cell on merchants (region, cell);

create table merchant_moves (
  id bigint generated always as identity primary key,
  company_id bigint not null references merchants,
  from_cell smallint not null,
  to_cell smallint not null check (to_cell <> from_cell),
  state text not null check (state in ('copying', 'switched', 'finished', 'aborted')),
  -- By the clock of this database: from here on every instance learns within a minute that the merchant moves.
  started_at timestamptz not null default clock_timestamp(),
  switched_at timestamptz,
  ended_at timestamptz
);
create unique index merchant_moves_open on merchant_moves (company_id) where state in ('copying', 'switched');
