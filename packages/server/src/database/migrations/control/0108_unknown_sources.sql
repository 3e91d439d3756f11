-- The last request to each host whose source address its proxies did not report.
create table unknown_sources (
  host text primary key check (host in ('api', 'web')),
  seen_at timestamptz not null
);
