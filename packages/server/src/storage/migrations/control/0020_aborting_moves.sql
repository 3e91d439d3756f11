-- An abort whose new cell did not answer has left its copy there: the move stays open until that is removed.
alter table merchant_moves drop constraint merchant_moves_state_check;
alter table merchant_moves add constraint merchant_moves_state_check
  check (state in ('copying', 'switched', 'aborting', 'finished', 'aborted'));
drop index merchant_moves_open;
create unique index merchant_moves_open on merchant_moves (company_id) where state in ('copying', 'switched', 'aborting');
