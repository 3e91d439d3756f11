-- The last place of a merchant's log up to which changes were sent to an endpoint. The cursor is in the merchant's cell: if the
-- cell is restored to an earlier state, only this row tells that the endpoint knows of changes that no longer exist.
create table webhook_sent (
  endpoint_id bigint not null references webhook_endpoints on delete cascade,
  company_id bigint not null references merchants,
  position bigint not null,
  -- Mark of the row at the position.
  mark bigint not null,
  primary key (endpoint_id, company_id)
);
