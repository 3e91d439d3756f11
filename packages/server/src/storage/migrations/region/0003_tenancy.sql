-- Row-level security. Writes run as tillgate_tenant with tillgate.company_id set in the transaction, and reach that
-- merchant's rows alone. The service's own role may read, because reads state their company in every statement and
-- trigram search would lose its index behind a security qual; it may sweep what has expired, and nothing else.

do $$
declare
  t text;
  s text := current_schema();
begin
  execute format('grant usage on schema %I to tillgate_tenant', s);
  execute format('grant usage on all sequences in schema %I to tillgate_tenant', s);
  for t in select table_name from information_schema.columns where table_schema = s and column_name = 'company_id' loop
    execute format('grant select, insert, update on %I to tillgate_tenant', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to tillgate_tenant
      using (company_id = nullif(current_setting(''tillgate.company_id'', true), '''')::bigint)', t);
    execute format('create policy service_reads on %I for select to current_user using (true)', t);
  end loop;
  foreach t in array array['item_variants', 'item_identifiers', 'item_components', 'item_stores', 'item_modifiers',
    'idempotency_keys'] loop
    execute format('grant delete on %I to tillgate_tenant', t);
  end loop;
  revoke update on stock_movements from tillgate_tenant;
end $$;
create policy service_sweeps on idempotency_keys for delete to current_user using (true);
