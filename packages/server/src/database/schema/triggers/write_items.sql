-- Checks the values of an item and writes what is derived from them; `doc` is the item as the API returns it.
create or replace function region.write_items() returns trigger language plpgsql as $$
begin
  if new.type not in (0, 1, 2) or new.status not in (0, 1) or new.weighing_scale not in (0, 1)
    or least(new.price, new.cost, new.low_stock_level) < 0 then
    raise check_violation using message = 'An item has a value that none can have.', constraint = 'items_values';
  end if;
  new.name_key := region.fold(new.name);
  new.doc := (select row_to_json(r)::text from (select
    new.id,
    new.type,
    new.status,
    new.name,
    new.item_code as "itemCode",
    new.barcodes,
    new.description,
    new.group_id as "groupId",
    new.brand_id as "brandId",
    new.tax_id as "taxId",
    new.unit,
    region.money_text(new.price, new.currency) as price,
    region.money_text(new.cost, new.currency) as cost,
    new.currency,
    new.weighing_scale as "weighingScale",
    new.track_stock as "trackStock",
    region.quantity_text(new.low_stock_level) as "lowStockLevel",
    new.image_url as "imageUrl",
    new.modifier_ids as "modifierIds",
    new.variants,
    new.components,
    new.stores,
    new.external_id as "externalId",
    new.version,
    region.instant_text(new.entry_date) as "entryDate",
    region.instant_text(new.updated_at) as "updatedAt"
  ) r);
  return new;
end $$;

create or replace trigger write_items before insert or update on region.items
  for each row execute function region.write_items();
