-- Text has no white space at its ends, and a search never looks for a space that an accent on its own folds to.

-- A word of accents alone is none, so that it reaches this function from nowhere; it would be looked for as it stands.
create or replace function search_pattern(word text) returns text language sql immutable parallel safe
  return '%' || regexp_replace(coalesce(nullif(btrim(fold(word)), ''), word) collate "C", '([\\%_])', '\\\1', 'g') || '%';

-- One line of text as it would be taken today. One of white space alone gets a sign that can be seen.
create function trimmed_line(words text) returns text language sql immutable
  return coalesce(nullif(regexp_replace(words,
    '^[\s\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]+|[\s\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]+$',
    '', 'g'), ''), '?');
create function trimmed_text(words text) returns text language sql immutable
  return regexp_replace(words,
    '^[\s\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]+|[\s\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]+$',
    '', 'g');
-- Names and codes within JSON: a quotation mark that begins or ends a text has no backslash before it.
create function trimmed_json(document json) returns json language sql immutable
  return regexp_replace(regexp_replace(document::text,
    '(?<=[:,[] ?")[\u0020\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]+|[\u0020\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]+(?="[]},])',
    '', 'g'), '"(name|itemCode)" ?: ?""', '"\1":"?"', 'g')::json;

-- A row whose name, number or externalId would become that of another row keeps it as it is.
create function trim_column(target text, col text, trimmer text, write text) returns void language plpgsql as $$
declare r record;
begin
  for r in execute format('select company_id, id, %2$s(%1$I) as trimmed from %3$I where %1$I::text <> %2$s(%1$I)::text',
    col, trimmer, target) loop
    begin
      execute format('update %I set %I = $1%s where company_id = $2 and id = $3', target, col, write)
        using r.trimmed, r.company_id, r.id;
    exception when unique_violation then null;
    end;
  end loop;
end $$;

do $$
declare
  -- Who owns the tables may not write to them, except here.
  secured name[] := array(select relname from pg_class
    where relnamespace = current_schema()::regnamespace and relforcerowsecurity);
  t name;
  r record;
  next text := ', version = version + 1';
begin
  foreach t in array secured loop execute format('alter table %I no force row level security', t); end loop;

  perform trim_column(records, c, 'trimmed_line', next) from (values
    ('stores', 'name'), ('stores', 'external_id'), ('suppliers', 'name'), ('suppliers', 'phone'),
    ('suppliers', 'external_id'), ('taxes', 'name'), ('taxes', 'external_id'), ('brands', 'name'),
    ('brands', 'external_id'), ('categories', 'name'), ('categories', 'external_id'), ('modifier_groups', 'name'),
    ('modifier_groups', 'external_id'), ('items', 'name'), ('items', 'unit'), ('items', 'external_id'), ('menus', 'name'),
    ('menus', 'external_id'), ('purchase_orders', 'order_no'), ('purchase_orders', 'invoice'),
    ('purchase_orders', 'external_id'), ('purchase_returns', 'return_no'), ('purchase_returns', 'external_id'),
    ('stock_transfers', 'transfer_no'), ('stock_transfers', 'external_id'), ('stock_adjustments', 'adjustment_no'),
    ('stock_adjustments', 'external_id'), ('open_orders', 'order_no'), ('open_orders', 'external_id')) kept (records, c);
  perform trim_column(records, c, 'trimmed_line', '') from (values ('sales', 'number'), ('sales', 'external_id'),
    ('opening_stocks', 'external_id')) kept (records, c);
  perform trim_column(records, c, 'trimmed_text', next) from (values ('stores', 'address'), ('brands', 'description'),
    ('items', 'description'), ('menus', 'description'), ('purchase_orders', 'narration'),
    ('purchase_returns', 'narration'), ('stock_transfers', 'narration'), ('stock_adjustments', 'narration')) kept (records, c);
  perform trim_column('modifier_groups', 'options', 'trimmed_json', next);
  -- A code is on the item, on its variants and beside them; it changes everywhere or nowhere.
  for r in select company_id, id from items
    where item_code <> trimmed_line(item_code) or variants::text <> trimmed_json(variants)::text loop
    begin
      update item_identifiers set value = trimmed_line(value)
      where company_id = r.company_id and item_id = r.id and value <> trimmed_line(value);
      update items set item_code = trimmed_line(item_code), variants = trimmed_json(variants), version = version + 1
      where company_id = r.company_id and id = r.id;
    exception when unique_violation then null;
    end;
  end loop;

  foreach t in array secured loop execute format('alter table %I force row level security', t); end loop;
end $$;

drop function trim_column, trimmed_line, trimmed_text, trimmed_json;
