-- Requests of apps that show that a rule for clients is kept, counted by day.
create table traffic_kept (
  app_id bigint not null,
  rule text not null,
  day date not null,
  requests bigint not null,
  primary key (app_id, rule, day)
);
create index traffic_kept_by_age on traffic_kept (day);
-- The first finding of the day; null in rows that only earlier releases wrote.
alter table traffic_findings add column first_at timestamptz;
