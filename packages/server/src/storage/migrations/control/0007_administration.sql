-- Administration of a running service: tokens by which a command line on another machine reaches the server, the reason of
-- a review's decision, and people who have been removed. Their row stays, without name and address, for what they approved.

create table admin_tokens (
  id bigint generated always as identity primary key,
  name text not null,
  hash bytea not null unique,
  -- The last characters, by which people tell tokens apart.
  hint text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);

alter table apps add column decision_reason text;
alter table users add column removed_at timestamptz;

create index audit_log_by_organization on audit_log (organization_id, id);
