-- A menu as the API returns it in a list.
create or replace function region.menu_doc(id bigint, status smallint, name text, description text, delivery smallint,
  takeaway smallint, online smallint, availability json, item_count integer, store_ids json, external_id text,
  version integer, entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select
    id,
    status,
    name,
    description,
    delivery,
    takeaway,
    online,
    availability,
    item_count as "itemCount",
    store_ids as "storeIds",
    external_id as "externalId",
    version,
    region.rfc3339(entry_date) as "entryDate",
    region.rfc3339(updated_at) as "updatedAt"
  ) r);
