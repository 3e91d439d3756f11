-- Attempts of one request say the same about whether more changes follow. Null for pages and attempts of earlier releases.
alter table webhook_cursors add column page_has_more boolean;
alter table webhook_attempts add column has_more boolean;
