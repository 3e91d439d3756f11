-- An ADSR app can let its sandbox keys read only what a merchant's owner has approved.
alter table rehearsals drop constraint rehearsals_kind_check,
  add constraint rehearsals_kind_check check (kind in ('alias', 'approval', 'away', 'bodies', 'endpoint', 'late', 'limit'));
