-- A modifier group as the API returns it.
create or replace function region.modifier_group_doc(id bigint, status smallint, name text, min_select smallint,
  max_select smallint, options json, item_ids json, external_id text, version integer, entry_date timestamptz,
  updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select
    id,
    status,
    name,
    min_select as "minSelect",
    max_select as "maxSelect",
    options,
    item_ids as "itemIds",
    external_id as "externalId",
    version,
    region.rfc3339(entry_date) as "entryDate",
    region.rfc3339(updated_at) as "updatedAt"
  ) r);
