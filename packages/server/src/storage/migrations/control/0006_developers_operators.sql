-- What people are beside members of a merchant: developers look after an organization's apps, operators run the service.

create table developers (
  user_id bigint not null references users,
  organization_id bigint not null references organizations,
  created_at timestamptz not null,
  primary key (user_id, organization_id)
);
create index developers_organization on developers (organization_id);

create table operators (
  user_id bigint primary key references users,
  created_at timestamptz not null
);
