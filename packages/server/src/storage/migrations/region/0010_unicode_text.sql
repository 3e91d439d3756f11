-- Text in one form, and names that are told apart, found and sorted as people read them, in any script.
--
-- Names are the same, and words are found, where they fold to the same letters (`fold`): without case, accents and what
-- else the root collation of Unicode takes no account of at its first level. The functions take Unicode's data from ICU
-- and not from the database's locale, so that every database answers the same.
--
-- Text that was written before is brought into the composed form (NFC), and loses the control and bidirectional override
-- characters that are refused today.

-- The root collation. `storage/collation.ts` rebuilds the indexes in it when the database comes to have another ICU.
create collation root_order (provider = icu, locale = 'und');

-- Marks and signs that no two words differ by at the first level of the root collation: accents, points, tone and
-- cantillation marks, joiners. Vowel signs are letters, and stay.
create function without_marks(words text) returns text language sql immutable parallel safe
  return regexp_replace(normalize(words, NFKD) collate "C",
  '[\u00ad\u0300-\u033f\u0342\u0345-\u0362\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7'
  '\u0600-\u0605\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u06e7\u06e8'
  '\u06ea-\u06ed\u070f\u0711\u0730-\u074a\u07eb-\u07f3\u07fa\u07fd\u0818\u0819\u081c-\u082d\u0859-\u085b'
  '\u0890\u0891\u0897-\u089f\u08ca-\u0903\u093c\u0951-\u0954\u0981-\u0983\u09bc\u09fe\u0a01-\u0a03\u0a3c'
  '\u0a70\u0a71\u0a81-\u0a83\u0abc\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b55\u0b82\u0c00-\u0c04\u0c3c'
  '\u0c81-\u0c83\u0cbc\u0cf3\u0d00-\u0d03\u0d81-\u0d83\u0e47-\u0e4e\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37'
  '\u0f39\u0f3e\u0f3f\u0f7e\u0f7f\u0f82\u0f83\u0f86\u0f87\u0fc6\u1036-\u1038\u135d-\u135f\u17b4\u17b5'
  '\u17c6-\u17d1\u17d3\u17dd\u180b-\u180f\u1939-\u193b\u1a74-\u1a7c\u1a7f\u1ab0-\u1abe\u1ac1-\u1acb'
  '\u1acf-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34\u1b6b-\u1b73\u1b80-\u1b82\u1be6\u1c37\u1cd0-\u1cd2'
  '\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dc9\u1dcb-\u1dd1\u1df5-\u1dff\u200b-\u200f\u202a-\u202e'
  '\u2060-\u2064\u2066-\u206f\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u302a-\u302f\u3099\u309a\ua66f-\ua672'
  '\ua67c\ua67d\ua6f0\ua6f1\ua80b\ua880\ua881\ua8c5\ua8e0-\ua8f1\ua92b-\ua92d\ua980-\ua983\ua9b3\uaabf'
  '\uaac1\uabec\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\ufff9-\ufffb\U000101fd\U000102e0\U00010a0d-\U00010a0f'
  '\U00010a38-\U00010a3a\U00010ae5\U00010ae6\U00010d24-\U00010d27\U00010d6a-\U00010d6d\U00010eab\U00010eac'
  '\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002'
  '\U00011080-\U00011082\U000110ba\U000110bd\U000110cd\U00011100-\U00011102\U00011173\U00011180-\U00011182'
  '\U000111c9-\U000111cc\U000111cf\U00011234\U00011236\U00011237\U0001123e\U000112df\U000112e9'
  '\U00011300-\U00011303\U0001133b\U0001133c\U00011366-\U0001136c\U00011370-\U00011374\U000113ca'
  '\U000113cc\U000113cd\U000113d2\U000113e1\U000113e2\U00011443-\U00011446\U0001145e\U000114bf-\U000114c1'
  '\U000114c3\U000115bc-\U000115be\U000115c0\U0001163d\U0001163e\U00011640\U000116ab\U000116ac\U000116b7'
  '\U00011837\U00011838\U0001183a\U0001193b\U0001193c\U00011943\U000119de\U000119df\U00011a33'
  '\U00011a35-\U00011a39\U00011a96-\U00011a98\U00011c3c-\U00011c3e\U00011cb5\U00011cb6\U00011d40-\U00011d43'
  '\U00011d95\U00011d96\U00011f00\U00011f01\U00011f03\U00011f5a\U00013430-\U00013440\U00013447-\U00013455'
  '\U0001612d\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016fe4\U00016ff0\U00016ff1\U0001bc9d\U0001bc9e'
  '\U0001bca0-\U0001bca3\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169'
  '\U0001d16d-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244'
  '\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf'
  '\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee\U0001e5ef'
  '\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0001\U000e0020-\U000e007f\U000e0100-\U000e01ef]+', '', 'g');

-- Upper case first, so that what differs by case in one direction alone is the same: ß and ss, ς and σ, ı and i.
create function fold(words text) returns text language sql immutable parallel safe
  return case when octet_length(words) = length(words) then lower(words collate "C") collate "C"
    else normalize(replace(replace(translate(lower(upper(without_marks(words) collate root_order) collate root_order)
      collate "C", 'ςøđðħł', 'σoddhl'), 'æ', 'ae'), 'œ', 'oe'), NFC) collate "C"
  end;

-- What `like` finds a word by in folded text. A word of nothing but marks is found nowhere.
create function search_pattern(word text) returns text language sql immutable parallel safe
  return '%' || regexp_replace(coalesce(nullif(fold(word), ''), word) collate "C", '([\\%_])', '\\\1', 'g') || '%';

-- Who owns the tables may not write to them, except here. No count changes, and no stock.
do $$
declare t text;
begin
  foreach t in array array['stores', 'suppliers', 'taxes', 'brands', 'categories', 'items', 'item_identifiers', 'menus',
    'modifier_groups', 'purchase_orders', 'purchase_returns', 'stock_transfers', 'stock_adjustments', 'open_orders',
    'sales', 'opening_stocks'] loop
    execute format('alter table %I no force row level security', t);
    execute format('alter table %I disable trigger user', t);
  end loop;
end $$;

-- Everything that depends on the old keys goes first, so that no row has to keep to them meanwhile.
alter table brands drop column name_key, drop column search_text;
alter table categories drop column name_key, drop column search_text;
alter table items drop column name_key;
drop index items_search;
alter table stores drop column name_key, drop column search_text;
alter table suppliers drop column name_key, drop column search_text;
alter table taxes drop column name_key, drop column search_text;
alter table menus drop column name_key, drop column search_text;
alter table modifier_groups drop column name_key, drop column search_text;
alter table purchase_orders drop column search_text;
alter table purchase_returns drop column search_text;

-- One line of text as it would be taken today, and text of several lines.
create function clean_line(words text) returns text language sql immutable
  return normalize(case when words ~ '[\u0080-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]'
    then coalesce(nullif(btrim(regexp_replace(words, '[\u0080-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]', '', 'g')), ''), '?')
    else words end, NFC);
create function clean_text(words text) returns text language sql immutable
  return normalize(regexp_replace(words,
    '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]', '', 'g'), NFC);
-- JSON keeps its own form; nothing in it but text has such characters.
create function clean_json(document json) returns json language sql immutable
  return normalize(regexp_replace(document::text, '[\u0080-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]', '', 'g'), NFC)::json;

-- A row whose number or externalId would become that of another row keeps it as it is.
create function bring_along(target regclass, col text, cleaner text, write text) returns void language plpgsql as $$
declare r record;
begin
  for r in execute format('select company_id, id, %2$s(%1$I) as cleaned from %3$s where %1$I::text <> %2$s(%1$I)::text',
    col, cleaner, target) loop
    begin
      execute format('update %s set %I = $1%s where company_id = $2 and id = $3', target, col, write)
        using r.cleaned, r.company_id, r.id;
    exception when unique_violation then null;
    end;
  end loop;
end $$;

do $$
declare
  r record;
  next text := ', version = version + 1';
begin
  perform bring_along(t, c, 'clean_line', next) from (values
    ('stores', 'name'), ('stores', 'code'), ('stores', 'address'), ('stores', 'external_id'), ('suppliers', 'name'),
    ('suppliers', 'external_id'), ('taxes', 'name'), ('taxes', 'external_id'), ('brands', 'name'),
    ('brands', 'external_id'), ('categories', 'name'), ('categories', 'external_id'), ('modifier_groups', 'name'),
    ('modifier_groups', 'external_id'), ('items', 'name'), ('items', 'unit'), ('items', 'external_id'),
    ('menus', 'name'), ('menus', 'external_id'), ('purchase_orders', 'order_no'), ('purchase_orders', 'invoice'),
    ('purchase_orders', 'provider'), ('purchase_orders', 'external_id'), ('purchase_returns', 'return_no'),
    ('purchase_returns', 'external_id'), ('stock_transfers', 'transfer_no'), ('stock_transfers', 'external_id'),
    ('stock_adjustments', 'adjustment_no'), ('stock_adjustments', 'external_id'), ('open_orders', 'order_no'),
    ('open_orders', 'external_id')) line (t, c);
  perform bring_along(t, c, 'clean_line', '') from (values ('sales', 'number'), ('sales', 'external_id'),
    ('opening_stocks', 'external_id'), ('purchase_orders', 'supplier_name'),
    ('purchase_returns', 'supplier_name')) line (t, c);
  perform bring_along(t, c, 'clean_text', next) from (values ('brands', 'description'), ('items', 'description'),
    ('menus', 'description'), ('purchase_orders', 'narration'), ('purchase_returns', 'narration'),
    ('stock_transfers', 'narration'), ('stock_adjustments', 'narration')) lines (t, c);
  perform bring_along(t, c, 'clean_json', next) from (values ('modifier_groups', 'options'),
    ('open_orders', 'lines')) part (t, c);
  -- A code is on the item, on its variants and beside them; it changes everywhere or nowhere.
  for r in select company_id, id from items
    where item_code <> clean_line(item_code) or variants::text <> clean_json(variants)::text loop
    begin
      update item_identifiers set value = clean_line(value)
      where company_id = r.company_id and item_id = r.id and value <> clean_line(value);
      update items set item_code = clean_line(item_code), variants = clean_json(variants), version = version + 1
      where company_id = r.company_id and id = r.id;
    exception when unique_violation then null;
    end;
  end loop;
end $$;

drop function bring_along, clean_line, clean_text, clean_json;

alter table brands
  add column name_key text collate "C" not null generated always as (fold(name)) stored,
  add column search_text text not null generated always as (fold(name)) stored,
  add column twin bigint not null default 0;
alter table categories
  add column name_key text collate "C" not null generated always as (fold(name)) stored,
  add column search_text text not null generated always as (fold(name)) stored,
  add column twin bigint not null default 0;
alter table items add column name_key text collate "C" not null generated always as (fold(name)) stored;
alter table stores add column search_text text not null generated always as (fold(name || E'\n' || code)) stored;
alter table suppliers
  add column search_text text not null generated always as (fold(name || E'\n' || coalesce(code, ''))) stored;
alter table taxes add column search_text text not null generated always as (fold(name)) stored;
alter table menus add column search_text text not null generated always as (fold(name)) stored;
alter table modifier_groups add column search_text text not null generated always as (fold(name)) stored;
alter table purchase_orders add column search_text text not null generated always as (fold(
  order_no collate "default" || E'\n' || coalesce(invoice, '') || E'\n' || supplier_name || E'\n' ||
  coalesce(narration, ''))) stored;
alter table purchase_returns add column search_text text not null generated always as (fold(
  return_no collate "default" || E'\n' || supplier_name || E'\n' || coalesce(narration, ''))) stored;

create or replace function stock_transfer_search_text(company bigint, transfer_no text, narration text,
  from_store_id bigint, to_store_id bigint) returns text language sql stable parallel safe
  return fold(concat_ws(E'\n', transfer_no, narration, store_name(company, from_store_id),
    store_name(company, to_store_id)));
create or replace function stock_adjustment_search_text(company bigint, adjustment_no text, narration text, reason text,
  store_id bigint) returns text language sql stable parallel safe
  return fold(concat_ws(E'\n', adjustment_no, narration, reason, store_name(company, store_id)));

update items set search_text = fold(search_text) where search_text <> fold(search_text);
update stock_transfers set search_text = fold(search_text) where search_text <> fold(search_text);
update stock_adjustments set search_text = fold(search_text) where search_text <> fold(search_text);

-- Of records whose names have become the same all are kept: the first takes part in the uniqueness of names, with the
-- twin 0, the others are told apart by their ids until they are renamed.
update brands b set twin = b.id from (select company_id, id,
  row_number() over (partition by company_id, name_key order by id) as n from brands) same
where b.company_id = same.company_id and b.id = same.id and n > 1;
update categories c set twin = c.id from (select company_id, id,
  row_number() over (partition by company_id, parent_id, name_key order by id) as n from categories) same
where c.company_id = same.company_id and c.id = same.id and n > 1;
alter table brands add constraint brands_name unique (company_id, name_key, twin);
alter table categories add constraint categories_name unique nulls not distinct (company_id, parent_id, name_key, twin);

-- A twin that is renamed, or moved, is none any more.
create function leave_twins() returns trigger language plpgsql set search_path from current as $$
begin
  if (fold(new.name), to_jsonb(new)->'parent_id') is distinct from (old.name_key, to_jsonb(old)->'parent_id') then
    new.twin := 0;
  end if;
  return new;
end $$;

-- Where the first of them leaves its name, the next takes its place.
create function follow_twin() returns trigger language plpgsql set search_path from current as $$
begin
  if (new.name_key, to_jsonb(new)->'parent_id') is distinct from (old.name_key, to_jsonb(old)->'parent_id') then
    execute format('update %1$I set twin = 0 where company_id = $1 and id = (select id from %1$I t
      where company_id = $1 and name_key = $2 and twin <> 0 and (to_jsonb(t)->''parent_id'') is not distinct from $3
      order by id limit 1)', tg_table_name) using old.company_id, old.name_key, to_jsonb(old)->'parent_id';
  end if;
  return null;
end $$;

do $$
declare t text;
begin
  foreach t in array array['brands', 'categories'] loop
    execute format('create trigger leave_twins before update on %I for each row when (old.twin <> 0)
      execute function leave_twins()', t);
    execute format('create trigger follow_twin after update on %I for each row when (old.twin = 0)
      execute function follow_twin()', t);
  end loop;
  foreach t in array array['stores', 'suppliers', 'taxes', 'brands', 'categories', 'items', 'menus', 'modifier_groups'] loop
    execute format('create index %1$s_by_name on %1$s (company_id, name collate root_order, id)', t);
  end loop;
  foreach t in array array['stores', 'suppliers', 'taxes', 'brands', 'categories', 'menus', 'modifier_groups',
    'purchase_returns'] loop
    execute format('create index %1$s_search on %1$s using gin (company_id, search_text gin_trgm_ops)', t);
  end loop;
  foreach t in array array['items', 'purchase_orders'] loop
    execute format('create index %1$s_search on %1$s using gin (company_id, search_text gin_trgm_ops)
      with (gin_pending_list_limit = 512)', t);
  end loop;
  foreach t in array array['stores', 'suppliers', 'taxes', 'brands', 'categories', 'items', 'item_identifiers', 'menus',
    'modifier_groups', 'purchase_orders', 'purchase_returns', 'stock_transfers', 'stock_adjustments', 'open_orders',
    'sales', 'opening_stocks'] loop
    execute format('alter table %I force row level security', t);
    execute format('alter table %I enable trigger user', t);
  end loop;
end $$;
