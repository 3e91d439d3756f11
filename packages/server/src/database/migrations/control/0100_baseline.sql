-- The control plane: who may call, who may sign in, which merchants there are and in which cell each lives, and what was
-- agreed between apps and merchants. Secrets are stored as SHA-256 digests, or sealed under the deployment's key.

create table organizations (
  id bigint generated always as identity (start with 501) primary key,
  name text not null,
  created_at timestamptz not null
);

create table apps (
  id bigint generated always as identity (start with 9001) primary key,
  organization_id bigint not null references organizations,
  name text not null,
  product text not null check (product in ('FULL', 'ONLINE_ORDER', 'ADSR')),
  review_state text not null default 'DRAFT' check (review_state in ('DRAFT', 'SUBMITTED', 'APPROVED', 'REJECTED')),
  archived_at timestamptz,
  rate_limit integer check (rate_limit > 0),
  created_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  decision_reason text,
  description text,
  website text,
  privacy_policy text,
  -- Digest of the logo.
  logo text,
  -- Incremented by each change of the profile, so that an operator decides on the profile that the page showed.
  profile_version bigint not null default 1,
  -- The profile that merchants see, as an operator approved it last; null before the first approval.
  listing jsonb,
  -- Set while a changed profile of an approved app awaits a decision.
  listing_submitted_at timestamptz
);
-- An organization's apps.
create index apps_organization on apps (organization_id);

create table app_logos (
  app_id bigint not null references apps,
  -- SHA-256 of the content, in hexadecimal.
  digest text not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null,
  created_at timestamptz not null,
  primary key (app_id, digest)
);
-- A logo's URL has only its digest.
create index app_logos_by_digest on app_logos (digest);

-- Origins of pages whose scripts may call the API for an app (CORS).
create table app_origins (
  app_id bigint not null references apps,
  origin text not null check (length(origin) <= 255),
  created_at timestamptz not null,
  primary key (app_id, origin)
);

create table redirect_uris (
  app_id bigint not null references apps,
  uri text not null check (length(uri) <= 512),
  created_at timestamptz not null,
  primary key (app_id, uri)
);

create table client_credentials (
  client_id text primary key,
  app_id bigint not null references apps,
  env text not null check (env in ('SANDBOX', 'PRODUCTION')),
  allowed_ips text[] check (cardinality(allowed_ips) > 0),
  revoked_at timestamptz,
  created_at timestamptz not null
);
-- An app's credentials.
create index client_credentials_app on client_credentials (app_id);

-- One row per secret: a rotated secret keeps working until it expires.
create table client_secrets (
  id bigint generated always as identity primary key,
  client_id text not null references client_credentials,
  hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
-- Client authentication compares with every live secret of the client.
create index client_secrets_client on client_secrets (client_id);

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
-- Live keys are listed, and limited in number, per app and environment.
create index api_keys_live on api_keys (app_id, env) where revoked_at is null;

-- A sandbox merchant may belong to the organization that tests its apps on it; a live merchant never does.
create table merchants (
  company_id bigint generated always as identity (start with 700001) primary key,
  name text not null,
  region text not null check (region in ('UK', 'US', 'IN', 'AE')),
  demo boolean not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  organization_id bigint references organizations,
  active boolean not null default true,
  created_at timestamptz not null,
  -- A region has one or more cells, each a PostgreSQL cluster; a merchant lives in one of them.
  cell smallint not null default 1 check (cell > 0),
  -- True during a move to another cell: a request first asks the merchant's cell where it lives.
  moving boolean not null default false,
  check (organization_id is null or demo)
);
-- An organization's sandbox merchants.
create index merchants_organization on merchants (organization_id);
-- A new merchant goes to the cell with the fewest.
create index merchants_by_cell on merchants (region, cell);

create table merchant_moves (
  id bigint generated always as identity primary key,
  company_id bigint not null references merchants,
  from_cell smallint not null,
  to_cell smallint not null check (to_cell <> from_cell),
  state text not null check (state in ('copying', 'switched', 'aborting', 'finished', 'aborted')),
  -- By the clock of this database: within a minute of it, every instance knows that the merchant moves.
  started_at timestamptz not null default clock_timestamp(),
  switched_at timestamptz,
  ended_at timestamptz
);
-- A merchant has one open move.
create unique index merchant_moves_open on merchant_moves (company_id) where state in ('copying', 'switched', 'aborting');

-- People. One person may work for several merchants and organizations. The row of a removed person stays, without name and
-- address, for what the person approved.
create table users (
  id bigint generated always as identity (start with 3001) primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  -- True once the person has opened the link in a mail to this address.
  confirmed boolean not null default true,
  -- Language of the pages at the last sign-in, in which mails are written.
  language text
);

-- Only an owner can approve an app.
create table memberships (
  user_id bigint not null references users,
  company_id bigint not null references merchants,
  role text not null check (role in ('owner', 'employee')),
  primary key (user_id, company_id)
);
-- A merchant's people.
create index memberships_company on memberships (company_id);

-- Admins manage an organization's people, developers its apps.
create table developers (
  user_id bigint not null references users,
  organization_id bigint not null references organizations,
  created_at timestamptz not null,
  role text not null default 'admin' check (role in ('admin', 'developer')),
  primary key (user_id, organization_id)
);
-- An organization's people.
create index developers_organization on developers (organization_id);

create table operators (
  user_id bigint primary key references users,
  created_at timestamptz not null
);

-- Signed-in browsers, by the SHA-256 of their cookie.
create table sessions (
  hash bytea primary key,
  user_id bigint not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  id bigint generated always as identity unique,
  source text,
  user_agent text,
  -- Between the password and the code of the second factor. Such a session opens nothing else.
  awaits_code boolean not null default false
);
-- Expired rows are swept.
create index sessions_by_expiry on sessions (expires_at);
-- A person's sessions are listed, and ended together.
create index sessions_by_user on sessions (user_id);

-- The secret of a person's authenticator app (RFC 6238). Each code belongs to a time step and is accepted once.
create table second_factors (
  user_id bigint primary key references users,
  sealed text not null,
  last_step bigint not null default 0,
  -- Wrong codes since the last right one.
  failures integer not null default 0,
  created_at timestamptz not null,
  confirmed_at timestamptz
);

create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  hash bytea not null,
  primary key (user_id, hash)
);

-- Links by which a person chooses a password, once.
create table password_links (
  hash bytea primary key,
  user_id bigint not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- A new link replaces the person's others.
create index password_links_by_user on password_links (user_id);
-- Expired rows are swept.
create index password_links_by_expiry on password_links (expires_at);

-- Links by which a person confirms an e-mail address, once.
create table address_links (
  hash bytea primary key,
  user_id bigint not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- A new link replaces the person's others.
create index address_links_by_user on address_links (user_id);
-- Expired rows are swept.
create index address_links_by_expiry on address_links (expires_at);

-- Links by which the person of an e-mail address joins a merchant, once.
create table invitations (
  id bigint generated always as identity primary key,
  hash bytea not null unique,
  company_id bigint not null references merchants,
  email text not null,
  role text not null check (role in ('owner', 'employee')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (company_id, email)
);
-- Expired rows are swept.
create index invitations_by_expiry on invitations (expires_at);

-- Links by which the person of an e-mail address joins an organization, once.
create table developer_invitations (
  id bigint generated always as identity primary key,
  hash bytea not null unique,
  organization_id bigint not null references organizations,
  email text not null,
  role text not null check (role in ('admin', 'developer')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (organization_id, email)
);
-- Expired rows are swept.
create index developer_invitations_by_expiry on developer_invitations (expires_at);

-- Tokens by which a command line on another machine reaches the server.
create table admin_tokens (
  id bigint generated always as identity primary key,
  name text not null,
  hash bytea not null unique,
  -- The last characters, by which people tell tokens apart.
  hint text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);

-- Parameters of the consent screen between its opening and the merchant's decision. For an invalid request, `refusal` is the
-- error that the app gets after the sign-in.
create table authorization_requests (
  id text primary key,
  client_id text not null references client_credentials,
  redirect_uri text not null,
  state text not null,
  code_challenge text,
  refusal jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- SHA-256 of the cookie of the browser session that opened the request, the only one that may decide on it.
  opened_by bytea
);
-- Expired rows are swept.
create index authorization_requests_by_expiry on authorization_requests (expires_at);
-- A sign-in renews the session's cookie, and its pending requests follow.
create index authorization_requests_by_session on authorization_requests (opened_by);

-- A connection's refresh tokens. Each is computed from the seed and its generation, so that none is stored and all of them,
-- spent ones included, are recognized. Free space in each page lets a rotation update its row in place.
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
-- A merchant's connections, and the connection of an app.
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
-- Expired rows are swept.
create index authorization_codes_by_age on authorization_codes (created_at);

-- Requests of ADSR apps to read a merchant's reports. A pending one expires 30 days after it was made, which is stored when the
-- app makes the next one; `approved_store_ids` are the requested stores that the owner approved.
create table access_requests (
  id bigint generated always as identity (start with 6001) primary key,
  app_id bigint not null references apps,
  company_id bigint not null references merchants,
  store_ids bigint[] not null check (cardinality(store_ids) > 0),
  state text not null default 'PENDING' check (
    state in ('PENDING', 'APPROVED', 'DECLINED', 'REVOKED', 'REPLACED', 'EXPIRED', 'WITHDRAWN')),
  approved_store_ids bigint[] check (cardinality(approved_store_ids) > 0 and approved_store_ids <@ store_ids),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references users,
  constraint access_requests_approved_check
    check ((state in ('APPROVED', 'REVOKED', 'REPLACED')) = (approved_store_ids is not null))
);
-- A merchant's requests, and those of one app to it.
create index access_requests_company on access_requests (company_id, app_id);
-- An app has one approval by a merchant, and one request that awaits a decision.
create unique index access_requests_one_approved on access_requests (app_id, company_id) where state = 'APPROVED';
create unique index access_requests_one_pending on access_requests (app_id, company_id) where state = 'PENDING';

-- Who did what, when and from where, for every event that decides who gets access. Never a secret.
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
-- The history of an app, of a merchant and of an organization, newest first.
create index audit_log_by_app on audit_log (app_id, id);
create index audit_log_by_company on audit_log (company_id, id);
create index audit_log_by_organization on audit_log (organization_id, id);

-- Keys that sign access tokens. A key is published before it signs and after it last signed, so that a cached key set always
-- has the key of a token. `sealed` is the private key as a compact JWE under TILLGATE_KEY; until a server with that key
-- starts, it is `private_jwk` in clear text, never both.
create table signing_keys (
  kid text primary key,
  private_jwk json,
  public_jwk json not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  published_until timestamptz,
  sealed text,
  constraint signing_keys_one_form check (num_nonnulls(private_jwk, sealed) = 1)
);

-- Keys of the deployment that never leave it, such as the one that signs list cursors; sealed as signing keys are.
create table server_keys (
  name text primary key,
  value bytea,
  sealed text,
  constraint server_keys_one_form check (num_nonnulls(value, sealed) = 1)
);
