-- A brand as the API returns it.
create or replace function region.brand_doc(id bigint, status smallint, name text, description text, external_id text,
  version integer, entry_date timestamptz, updated_at timestamptz)
  returns text language sql immutable parallel safe
  return (select row_to_json(r)::text from (select
    id,
    status,
    name,
    description,
    external_id as "externalId",
    version,
    region.rfc3339(entry_date) as "entryDate",
    region.rfc3339(updated_at) as "updatedAt"
  ) r);
