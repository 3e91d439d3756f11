-- A pending authorization request answers only to the browser session that opened it, which a cookie's value stands for;
-- kept as its SHA-256. Null where an instance of an earlier version wrote it: nobody can answer such a request.
alter table authorization_requests add column opened_by bytea;
create index authorization_requests_by_session on authorization_requests (opened_by);
