-- Twice as many rows for a count as before, so that the connections of an instance seldom wait for each other's commit; and
-- an upsert of levels that adds none, as of most documents, has nothing to count.

do $$
declare f regprocedure;
begin
  for f in select oid from pg_proc
    where pronamespace = current_schema()::regnamespace and prosrc like '%pg\_backend\_pid() \% 8%'
  loop
    execute replace(pg_get_functiondef(f), 'pg_backend_pid() % 8', 'pg_backend_pid() % 16');
  end loop;
  execute regexp_replace(pg_get_functiondef('levels_added'::regproc), '\mbegin\M',
    E'begin\n      if not exists (select from added) then return null; end if;');
end $$;
