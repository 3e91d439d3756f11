-- Components that the line of a late sale states of its combo. Without them the line had those of its item when it arrived.
alter table sale_lines add column components jsonb;
