-- A renamed supplier is found by its new name.
create or replace function region.rename_supplier() returns trigger language plpgsql as $$
begin
  update region.purchase_orders set supplier_name = new.name where company_id = new.company_id and supplier_id = new.id;
  update region.purchase_returns set supplier_name = new.name where company_id = new.company_id and supplier_id = new.id;
  return null;
end $$;

create or replace trigger rename_supplier after update on region.suppliers
  for each row when (old.name <> new.name) execute function region.rename_supplier();

-- Documents of a renamed store are found by its new name.
create or replace function region.rename_store_in_searches() returns trigger language plpgsql as $$
begin
  update region.stock_transfers t
  set search_text = region.stock_transfer_search_text(company_id, transfer_no, narration, from_store_id, to_store_id)
  where t.company_id = new.company_id and new.id in (t.from_store_id, t.to_store_id);
  update region.stock_adjustments a
  set search_text = region.stock_adjustment_search_text(company_id, adjustment_no, narration, reason, store_id)
  where a.company_id = new.company_id and a.store_id = new.id;
  return null;
end $$;

create or replace trigger rename_store_in_searches after update of name on region.stores
  for each row when (old.name is distinct from new.name) execute function region.rename_store_in_searches();
