-- What people tell credentials apart by. `last_used_at` is written at most every 10 minutes.
alter table client_credentials
  add column name text,
  add column created_by bigint references users,
  add column expires_at timestamptz,
  add column last_used_at timestamptz;

alter table api_keys
  add column name text,
  add column created_by bigint references users,
  add column expires_at timestamptz,
  add column last_used_at timestamptz;
