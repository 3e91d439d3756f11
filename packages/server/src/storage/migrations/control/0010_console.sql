-- What developers tell merchants about their apps, the people whom they invite, and access requests that they take back.

alter table apps
  add column description text,
  add column website text,
  add column privacy_policy text;

-- Each lets the person of an e-mail address join an organization, once; a person has one of an organization.
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
create index developer_invitations_by_expiry on developer_invitations (expires_at);

alter table access_requests
  drop constraint access_requests_state_check,
  add constraint access_requests_state_check
    check (state in ('PENDING', 'APPROVED', 'DECLINED', 'REVOKED', 'REPLACED', 'EXPIRED', 'WITHDRAWN'));
