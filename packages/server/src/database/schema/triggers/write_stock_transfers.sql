-- Writes `summary`, a stock transfer as the API returns it, without its lines.
create or replace function region.write_stock_transfers() returns trigger language plpgsql as $$
begin
  new.summary := (select row_to_json(r)::text from (select
    new.id,
    new.transfer_no as "transferNo",
    new.from_store_id as "fromStoreId",
    new.to_store_id as "toStoreId",
    new.date,
    new.narration,
    new.transfer_status as "transferStatus",
    new.status,
    new.allowed_actions as "allowedActions",
    new.external_id as "externalId",
    new.version,
    region.instant_text(new.entry_date) as "entryDate",
    region.instant_text(new.updated_at) as "updatedAt"
  ) r);
  return new;
end $$;

create or replace trigger write_stock_transfers before insert or update on region.stock_transfers
  for each row execute function region.write_stock_transfers();
