-- What a payment has beyond the total: the rounding of cash, change given, and tips. Former rows have none of it and keep to the
-- constraint, which is therefore not checked on them again.
alter table sales
  add column rounding numeric not null default 0,
  add column change_given numeric not null default 0,
  add column tips numeric not null default 0,
  drop constraint sales_paid,
  add constraint sales_paid check (change_given >= 0 and tips >= 0
    and paid_cash + paid_card + paid_online + paid_gift_card + paid_account + paid_other
      = gross - discounts + rounding + change_given + tips) not valid;
-- Refunds are already subtracted.
alter table daily_sales
  add column rounding numeric not null default 0,
  add column change_given numeric not null default 0,
  add column tips numeric not null default 0;
