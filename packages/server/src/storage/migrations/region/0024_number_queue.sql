-- Documents that wait for a number queue for it: one commit lets one of them go on. An upsert waits for the transaction
-- that holds the row instead, so that each commit woke all who waited, and all but one went back to wait for the next.

do $$
declare
  number constant regprocedure := 'document_number(bigint, text, text, text)';
  queue constant text := $q$perform pg_advisory_xact_lock(hashtextextended('number of ' || documents, company));$q$;
begin
  execute regexp_replace(pg_get_functiondef(number),
    '( +)(insert into \S+ as d \(company_id, kind, last\) values \(company, documents, 0\)| loop\n)', '\1' || queue || E'\n\\1\\2', 'g');
end $$;
