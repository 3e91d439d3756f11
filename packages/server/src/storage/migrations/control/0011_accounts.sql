-- People look after their own accounts: where they are signed in, links by which they choose a password or join a merchant,
-- and a second factor. What is secret is kept as a digest, or sealed.

alter table sessions
  add column id bigint generated always as identity unique,
  add column source text,
  add column user_agent text,
  -- After the password and before the code of the second factor; such a session opens nothing else.
  add column awaits_code boolean not null default false;
create index sessions_by_user on sessions (user_id);

-- Each lets a person choose a password, once.
create table password_links (
  hash bytea primary key,
  user_id bigint not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_links_by_user on password_links (user_id);
create index password_links_by_expiry on password_links (expires_at);

-- Each lets the person of an e-mail address join a merchant, once; a person has one at a merchant.
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
create index invitations_by_expiry on invitations (expires_at);

-- The secret of a person's authenticator app (RFC 6238). A code is of a time step, and is accepted once.
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
