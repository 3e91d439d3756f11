/** JSON text of a movement `r` in SQL. The item and the adjustment are read only for a cost and for a reason. */
export const MOVEMENT = `(select row_to_json(d)::text from (
    select r.id, r.store_id as "storeId", r.item_id as "itemId", r.variant_id as "variantId",
      region.quantity_text(r.change) as change,
      case when r.unit_cost is not null then (select region.money_text(r.unit_cost, i.currency) from region.items i
        where i.company_id = r.company_id and i.id = r.item_id) end as "unitCost",
      r.document_kind as "documentKind", case when r.document_kind <> 'opening' then r.document_id end as "documentId",
      r.line_id as "lineId",
      case when r.document_kind = 'stockAdjustment' then (select a.reason from region.stock_adjustments a
        where a.company_id = r.company_id and a.id = r.document_id) end as reason,
      nullif(r.app_id, 0) as "appId", case when r.app_id <> 0 then r.correlation_id end as "correlationId",
      region.rfc3339(r.at) as at, region.rfc3339(r.recorded_at) as "recordedAt") d)`;
