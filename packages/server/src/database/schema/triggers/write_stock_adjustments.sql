-- Writes `summary`, a stock adjustment as the API returns it, without its lines.
create or replace function region.write_stock_adjustments() returns trigger language plpgsql as $$
begin
  -- The previous release posts adjustments without an instant.
  if new.status = 1 and new.type = 0 then new.counted_at := coalesce(new.counted_at, new.updated_at); end if;
  if new.status = 1 and new.type > 0 then new.occurred_at := coalesce(new.occurred_at, new.updated_at); end if;
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
    region.instant_text(new.updated_at) as "updatedAt",
    case when new.type = 0 then region.instant_text(coalesce(new.counted_at, new.lines_at)) end as "countedAt",
    case when new.type > 0 then region.instant_text(new.occurred_at) end as "occurredAt"
  ) r);
  return new;
end $$;

create or replace trigger write_stock_adjustments before insert or update on region.stock_adjustments
  for each row execute function region.write_stock_adjustments();
