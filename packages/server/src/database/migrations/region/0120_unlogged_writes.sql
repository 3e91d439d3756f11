-- Transactions that changed a merchant's records without listing the changes in the log, as those of the release before the log do
-- while a deployment is upgraded. A merchant with rows here has no changes to list until its log starts anew. Each transaction has
-- a row of its own, so that none waits for another.
create table unlogged_writes (
  company_id bigint not null,
  transaction xid8 not null,
  primary key (company_id, transaction)
);
