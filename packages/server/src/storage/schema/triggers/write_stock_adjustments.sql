-- Writes `summary`, a stock adjustment as the API returns it, without its lines.
create or replace function region.write_stock_adjustments() returns trigger language plpgsql as $$
begin
  new.summary := (select row_to_json(r)::text from (select
    new.id,
    new.adjustment_no as "adjustmentNo",
    new.store_id as "storeId",
    new.date,
    new.type,
    new.reason,
    new.narration,
    new.status,
    new.allowed_actions as "allowedActions",
    new.external_id as "externalId",
    new.version,
    region.instant_text(new.entry_date) as "entryDate",
    region.instant_text(new.updated_at) as "updatedAt"
  ) r);
  return new;
end $$;

create or replace trigger write_stock_adjustments before insert or update on region.stock_adjustments
  for each row execute function region.write_stock_adjustments();
