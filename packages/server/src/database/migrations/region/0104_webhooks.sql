-- How far each webhook endpoint has come with a merchant's log of changes. The cursors are the queue of deliveries: nothing is
-- stored for a change that waits to be sent.
create table webhook_cursors (
  company_id bigint not null,
  endpoint_id bigint not null,
  -- The place up to which the endpoint has accepted the changes, as in the cursors of GET /changes.
  position bigint not null,
  mark bigint not null,
  entries integer,
  -- What the app could see there: bits of the resources, and the stores; null for all.
  resources integer not null,
  store_ids bigint[],
  -- The page that is being sent, until it is accepted: the id of the request, and the place where the page ends.
  page_id text,
  page_position bigint,
  page_mark bigint,
  page_entries integer,
  -- Why the endpoint has to be told to read everything again, which the page then does.
  resync text check (resync in ('expired', 'restored', 'view_grown')),
  -- Failures since the last page that was accepted.
  failures integer not null default 0,
  failing_since timestamptz,
  failed_at timestamptz,
  -- The next attempt, or the end of the lease; null if nothing waits to be sent.
  due_at timestamptz,
  -- The attempt that has been begun.
  lease uuid,
  created_at timestamptz not null,
  primary key (company_id, endpoint_id)
);
-- Cursors with something to send.
create index webhook_cursors_due on webhook_cursors (due_at) where due_at is not null;
-- The cursors of an endpoint.
create index webhook_cursors_of_endpoint on webhook_cursors (endpoint_id, company_id);

-- The latest requests to each endpoint.
create table webhook_attempts (
  company_id bigint not null,
  id bigint not null,
  endpoint_id bigint not null,
  webhook_id text not null,
  -- Why the receiver was told to read everything again; null if the request had changes.
  resync text check (resync in ('expired', 'restored', 'view_grown')),
  -- Sent once more by the developer.
  resent boolean not null,
  at timestamptz not null,
  -- Of the response; null if there was none.
  status smallint,
  -- Beginning of the response's body.
  answer text not null,
  -- One sentence; null if the request was accepted.
  failure text,
  milliseconds integer not null,
  -- Number of changes in the request, and the places where its page begins and ends.
  changes integer not null,
  position bigint not null,
  mark bigint not null,
  entries integer,
  page_position bigint not null,
  page_mark bigint not null,
  page_entries integer,
  primary key (company_id, id)
);
-- The attempts of an endpoint, newest first.
create index webhook_attempts_of_endpoint on webhook_attempts (endpoint_id, id);
-- Old rows are swept.
create index webhook_attempts_by_age on webhook_attempts (at);
