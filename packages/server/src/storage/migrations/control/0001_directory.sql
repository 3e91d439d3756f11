-- Who may call: organizations, their apps and credentials, and the directory of merchants.

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
  created_at timestamptz not null
);
create index apps_organization on apps (organization_id);

create table client_credentials (
  client_id text primary key,
  app_id bigint not null references apps,
  env text not null check (env in ('SANDBOX', 'PRODUCTION')),
  allowed_ips text[] check (cardinality(allowed_ips) > 0),
  revoked_at timestamptz,
  created_at timestamptz not null
);
create index client_credentials_app on client_credentials (app_id);

-- One row a secret, so that an old one can overlap with the new. Only the SHA-256 is kept.
create table client_secrets (
  id bigint generated always as identity primary key,
  client_id text not null references client_credentials,
  hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index client_secrets_client on client_secrets (client_id);

-- A sandbox merchant belongs to the organization that tries its apps on it; a live one to nobody.
create table merchants (
  company_id bigint generated always as identity (start with 700001) primary key,
  name text not null,
  region text not null check (region in ('UK', 'US', 'IN', 'AE')),
  demo boolean not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  organization_id bigint references organizations,
  active boolean not null default true,
  created_at timestamptz not null,
  check (organization_id is null or demo)
);
create index merchants_organization on merchants (organization_id);

create table signing_keys (
  kid text primary key,
  private_jwk json not null,
  public_jwk json not null,
  created_at timestamptz not null
);

-- Keys of the deployment that never leave it, such as the one that signs list cursors.
create table server_keys (
  name text primary key,
  value bytea not null
);
