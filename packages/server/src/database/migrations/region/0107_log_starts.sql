-- Records from before the log was kept. A log without rows or floor starts at position 0 and mark 0, wherever it is: with a backup from
-- before the log restored, cursors of that start would still be accepted. So such a start gets a mark of its own.
insert into change_floors (company_id, position, mark)
select distinct on (company_id) company_id, 0, 1 + floor(random() * 281474976710654)::bigint from row_counts c
where not exists (select from changes l where l.company_id = c.company_id)
on conflict do nothing;
