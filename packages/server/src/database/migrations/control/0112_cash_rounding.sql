-- The smallest coin with which a merchant's customers pay. Cash is rounded by less.
alter table merchants add column cash_rounding numeric not null default 1.00;
