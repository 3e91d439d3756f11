-- The database that this schema was last seen in; one row. See storage/lineage.ts.
create table lineage (
  database text not null,
  -- Random, and new with each restore that was noticed.
  mark bigint not null
);
-- Versions beyond all that a merchant's records had before its data was restored. The next change of a record raises its version to
-- at least this. A merchant whose data was never restored has no row.
create table version_floors (
  company_id bigint not null primary key,
  first integer not null
);
