-- The database that this schema was last seen in; one row. See storage/lineage.ts.
create table lineage (
  database text not null,
  -- Random, and new with each restore that was noticed.
  mark bigint not null
);
