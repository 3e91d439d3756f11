-- Responses of an app's webhook endpoints can count as failures for a while.
alter table rehearsals drop constraint rehearsals_kind_check,
  add constraint rehearsals_kind_check check (kind in ('alias', 'away', 'endpoint', 'late', 'limit'));
