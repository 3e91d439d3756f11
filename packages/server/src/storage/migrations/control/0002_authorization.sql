-- How apps are let in: by a merchant's consent, by an approved access request, by an API key. What is secret is kept as
-- a digest.

-- People of merchants. One person may work for several companies; only an owner can let an app in.
create table users (
  id bigint generated always as identity (start with 3001) primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  created_at timestamptz not null
);

create table memberships (
  user_id bigint not null references users,
  company_id bigint not null references merchants,
  role text not null check (role in ('owner', 'employee')),
  primary key (user_id, company_id)
);
create index memberships_company on memberships (company_id);

-- Signed-in browsers. The cookie's value is kept as its SHA-256.
create table sessions (
  hash bytea primary key,
  user_id bigint not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_expiry on sessions (expires_at);

alter table apps add column submitted_at timestamptz, add column decided_at timestamptz;

create table redirect_uris (
  app_id bigint not null references apps,
  uri text not null check (length(uri) <= 512),
  created_at timestamptz not null,
  primary key (app_id, uri)
);

-- What an app asked for at the consent screen, while the merchant signs in and decides. A request that is wrong keeps what
-- the app is told once the merchant has signed in.
create table authorization_requests (
  id text primary key,
  client_id text not null references client_credentials,
  redirect_uri text not null,
  state text not null,
  code_challenge text,
  refusal jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index authorization_requests_by_expiry on authorization_requests (expires_at);

-- A connection's refresh tokens: each is worked out from the seed and its generation, so none is kept, and every one
-- there ever was is recognised.
create table token_families (
  id bigint generated always as identity primary key,
  app_id bigint not null references apps,
  company_id bigint not null references merchants,
  env text not null check (env in ('SANDBOX', 'PRODUCTION')),
  user_id bigint not null references users,
  seed bytea not null,
  generation integer not null default 1,
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text check (revoked_because in ('revoked', 'disconnected', 'refresh_reused', 'code_replayed')),
  check ((revoked_at is null) = (revoked_because is null))
) with (fillfactor = 80);
create index token_families_live on token_families (company_id, app_id) where revoked_at is null;

create table authorization_codes (
  hash bytea primary key,
  client_id text not null references client_credentials,
  company_id bigint not null references merchants,
  user_id bigint not null references users,
  redirect_uri text not null,
  code_challenge text,
  created_at timestamptz not null,
  consumed_at timestamptz,
  family_id bigint references token_families
);
create index authorization_codes_by_age on authorization_codes (created_at);

create table api_keys (
  id bigint generated always as identity (start with 8001) primary key,
  app_id bigint not null references apps,
  env text not null check (env in ('SANDBOX', 'PRODUCTION')),
  hash bytea not null unique,
  -- The last characters, by which people tell keys apart.
  hint text not null,
  allowed_ips text[] check (cardinality(allowed_ips) > 0),
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index api_keys_live on api_keys (app_id, env) where revoked_at is null;

-- An ADSR app's wish to read a merchant's reports. It expires 30 days after it was made if nobody decides; approved_store_ids
-- are those of the wished-for stores that the owner agreed to.
create table access_requests (
  id bigint generated always as identity (start with 6001) primary key,
  app_id bigint not null references apps,
  company_id bigint not null references merchants,
  store_ids bigint[] not null check (cardinality(store_ids) > 0),
  state text not null default 'PENDING' check (state in ('PENDING', 'APPROVED', 'DECLINED', 'REVOKED')),
  approved_store_ids bigint[] check (cardinality(approved_store_ids) > 0 and approved_store_ids <@ store_ids),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references users,
  check ((state in ('APPROVED', 'REVOKED')) = (approved_store_ids is not null))
);
create index access_requests_company on access_requests (company_id, app_id);
create unique index access_requests_one_approved on access_requests (app_id, company_id) where state = 'APPROVED';

-- Who did what, when and from where, for every event that decides who gets in. Never a secret.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  event text not null,
  organization_id bigint,
  app_id bigint,
  company_id bigint,
  user_id bigint,
  source text,
  correlation_id uuid,
  details jsonb not null default '{}'
);
create index audit_log_by_app on audit_log (app_id, id);
create index audit_log_by_company on audit_log (company_id, id);

-- A key is published before it signs and stays published after, so that whoever caches the key set never meets a
-- signature it cannot check.
alter table signing_keys add column signs_from timestamptz, add column published_until timestamptz;
update signing_keys set signs_from = created_at;
alter table signing_keys alter column signs_from set not null;
