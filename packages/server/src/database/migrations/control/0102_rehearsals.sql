-- Conditions that an app meets in the sandbox for a while, because a developer asked for them.
create table rehearsals (
  app_id bigint not null references apps,
  kind text not null check (kind in ('alias', 'away', 'late', 'limit')),
  ends_at timestamptz not null,
  primary key (app_id, kind)
);
-- The traffic check of an app's last submission.
alter table apps add column submitted_check jsonb;
-- The traffic check that an app's statement is about.
create table statements (
  app_id bigint primary key references apps,
  checked_at timestamptz not null,
  expires_at timestamptz not null,
  outcome jsonb not null
);
