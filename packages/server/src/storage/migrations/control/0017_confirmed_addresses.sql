-- Who signs up proves that the e-mail address is theirs, by a link, where mails are sent.

alter table users
  add column confirmed boolean not null default true,
  -- Language of the pages at the last sign-in, in which mails are written.
  add column language text;

-- Each confirms the address of its person.
create table address_links (
  hash bytea primary key,
  user_id bigint not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index address_links_by_user on address_links (user_id);
create index address_links_by_expiry on address_links (expires_at);
