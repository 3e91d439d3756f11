-- An app can ask to keep the bodies of its requests for a while.
alter table rehearsals drop constraint rehearsals_kind_check,
  add constraint rehearsals_kind_check check (kind in ('alias', 'away', 'bodies', 'endpoint', 'late', 'limit'));
