-- What apps requested, of the merchants of this region: the latest requests of each app, and counts of all. The rows are
-- the app's, not a merchant's, and are written for many merchants at once; so the merchant is no `company_id`, by which
-- tables get row-level security.

-- A row has the requests of one app that one process wrote together, which costs a fraction of a row for each.
create table request_batches (
  id bigint generated always as identity primary key,
  app_id bigint not null,
  -- The newest request in it.
  last_id bigint not null,
  last_at timestamptz not null,
  size integer not null,
  requests json not null
);
create index request_batches_of_app on request_batches (app_id, last_id);
create index request_batches_by_age on request_batches (last_at);

-- Zero stands for requests that no merchant was found for, an empty code for a request that succeeded.
create table usage_minutes (
  app_id bigint not null,
  merchant_id bigint not null,
  minute timestamptz not null,
  operation text not null,
  status smallint not null,
  code text not null,
  requests integer not null,
  -- Requests that took from the app's budget.
  counted integer not null,
  milliseconds double precision not null,
  primary key (app_id, minute, merchant_id, operation, status, code)
);
create index usage_minutes_by_age on usage_minutes (minute);
create index usage_minutes_of_merchant on usage_minutes (merchant_id, app_id);

-- Whole days, made of minutes that are over.
create table usage_days (
  app_id bigint not null,
  merchant_id bigint not null,
  day date not null,
  operation text not null,
  status smallint not null,
  code text not null,
  requests bigint not null,
  counted bigint not null,
  milliseconds double precision not null,
  primary key (app_id, day, merchant_id, operation, status, code)
);
create index usage_days_by_age on usage_days (day);
create index usage_days_of_merchant on usage_days (merchant_id, app_id);
