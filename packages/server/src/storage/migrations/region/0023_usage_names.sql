-- Which parameters and properties of the contract each app sent, by day and operation. The row of the part 'request', which has
-- no name, counts the requests that succeeded and whose names are known: those before this migration are not in it.
create table usage_names (
  app_id bigint not null,
  day date not null,
  operation text not null,
  part text not null,
  name text not null,
  requests bigint not null,
  primary key (app_id, day, operation, part, name)
);
create index usage_names_by_age on usage_names (day);
