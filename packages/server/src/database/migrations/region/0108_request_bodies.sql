-- Bodies of requests, which an app can ask to keep for an hour in the sandbox.
create table request_bodies (
  id bigint generated always as identity primary key,
  app_id bigint not null,
  merchant_id bigint,
  request_id bigint not null,
  correlation_id text not null,
  at timestamptz not null,
  request text,
  response text
);
create index request_bodies_by_request on request_bodies (app_id, correlation_id);
create index request_bodies_by_age on request_bodies (at);
