-- An app has one request waiting at a merchant. One that nobody decided in time is stored as expired when the next is
-- made; an approval that a later one took the place of is told from one that the owner took back.

alter table access_requests
  drop constraint access_requests_state_check,
  add constraint access_requests_state_check
    check (state in ('PENDING', 'APPROVED', 'DECLINED', 'REVOKED', 'REPLACED', 'EXPIRED')),
  drop constraint access_requests_check1,
  add constraint access_requests_approved_check
    check ((state in ('APPROVED', 'REVOKED', 'REPLACED')) = (approved_store_ids is not null));

-- Of several that wait the newest says what the app wants now.
update access_requests r set state = 'EXPIRED'
where state = 'PENDING' and exists (
  select from access_requests newer
  where newer.app_id = r.app_id and newer.company_id = r.company_id and newer.state = 'PENDING' and newer.id > r.id
);

create unique index access_requests_one_pending on access_requests (app_id, company_id) where state = 'PENDING';
