-- The log of a merchant's changes: one row for each transaction that changed its records, numbered without gaps in the order
-- of the commits. A transaction holds the merchant's lock from before it reads the last position until its commit ends.
--
-- `mark` is random: after a restore, a position that is given out again has another one.
create table changes (
  company_id bigint not null,
  position bigint not null,
  mark bigint not null,
  at timestamptz not null,
  -- 0 for the back office.
  app_id bigint not null,
  correlation_id uuid not null,
  -- Bits of the resources in `entries` (storage/changes/resources.ts).
  kinds integer not null,
  -- Empty for all stores.
  store_ids bigint[] not null,
  entries jsonb not null,
  primary key (company_id, position)
);

-- The last position that is no longer in a merchant's log. A log without a row here has lost none.
create table change_floors (
  company_id bigint not null,
  position bigint not null,
  mark bigint not null,
  primary key (company_id)
);
