-- Mistakes of apps in how they use the API, counted by day, with the latest requests that show them.
create table traffic_findings (
  app_id bigint not null,
  rule text not null,
  day date not null,
  times bigint not null,
  last_at timestamptz not null,
  requests json not null,
  primary key (app_id, rule, day)
);
create index traffic_findings_by_age on traffic_findings (day);
