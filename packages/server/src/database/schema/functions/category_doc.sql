-- A category as the API returns it.
create or replace function region.category_doc(id bigint, status smallint, name text, parent_id bigint, sort_order integer,
  color text, external_id text, version integer, entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select
    id,
    status,
    name,
    parent_id as "parentId",
    sort_order as "sortOrder",
    color,
    external_id as "externalId",
    version,
    region.rfc3339(entry_date) as "entryDate",
    region.rfc3339(updated_at) as "updatedAt"
  ) r);
