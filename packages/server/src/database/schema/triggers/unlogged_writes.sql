-- Notes transactions that change what the log lists, of processes that do not write it: those that write all of it say so in
-- `tillgate.logs` (storage/changes/unlogged-writes.ts). Migrations have no merchant set. A condition of the trigger would cost more than
-- the function, since PostgreSQL prepares it for each statement.
create or replace function region.note_unlogged() returns trigger language plpgsql as $$
begin
  if current_setting('tillgate.logs', true) is distinct from '120' and current_setting('tillgate.company_id', true) <> '' then
    insert into region.unlogged_writes (company_id, transaction)
    values (current_setting('tillgate.company_id')::bigint, pg_current_xact_id()) on conflict do nothing;
  end if;
  return null;
end $$;

create or replace trigger note_unlogged after insert or update or delete on region.brands
  for each statement execute function region.note_unlogged();
create or replace trigger note_unlogged after insert or update or delete on region.categories
  for each statement execute function region.note_unlogged();
create or replace trigger note_unlogged after insert or update or delete on region.daily_sales
  for each statement execute function region.note_unlogged();
create or replace trigger note_unlogged after insert or update or delete on region.items
  for each statement execute function region.note_unlogged();
create or replace trigger note_unlogged after insert or update or delete on region.menus
  for each statement execute function region.note_unlogged();
create or replace trigger note_unlogged after insert or update or delete on region.modifier_groups
  for each statement execute function region.note_unlogged();
create or replace trigger note_unlogged after insert or update or delete on region.open_orders
  for each statement execute function region.note_unlogged();
create or replace trigger note_unlogged after insert or update or delete on region.purchase_orders
  for each statement execute function region.note_unlogged();
create or replace trigger note_unlogged after insert or update or delete on region.stock_adjustments
  for each statement execute function region.note_unlogged();
create or replace trigger note_unlogged after insert or update or delete on region.stock_levels
  for each statement execute function region.note_unlogged();
create or replace trigger note_unlogged after insert or update or delete on region.stock_transfers
  for each statement execute function region.note_unlogged();
create or replace trigger note_unlogged after insert or update or delete on region.stores
  for each statement execute function region.note_unlogged();
create or replace trigger note_unlogged after insert or update or delete on region.suppliers
  for each statement execute function region.note_unlogged();
create or replace trigger note_unlogged after insert or update or delete on region.taxes
  for each statement execute function region.note_unlogged();
