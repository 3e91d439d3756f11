-- Quotation marks, primes, dashes and slashes of typography fold to those of keyboards (function `fold`). Names and search texts
-- that have some are folded again, without a new version: no record changes. Row-level security also applies to the tables'
-- owner, and triggers have nothing to do.
do $$
declare
  typographic constant text := '[‘’‚‛‹›′‵ʹʻʼʽˈ“”„‟«»ʺˮ‐‑‒–—―−⁃⸺⸻֊־⁄∕]';
  -- Tables whose text is a generated column, which follows the name.
  named constant text[] := '{stores, suppliers, taxes, brands, categories, modifier_groups, menus}';
  folded constant text[] := '{items_search, purchase_orders, purchase_orders_search, stock_transfers, stock_transfers_search,
    stock_adjustments, stock_adjustments_search}';
  tbl text;
begin
  foreach tbl in array named || folded || '{items, purchase_returns}'::text[] loop
    execute format('alter table %I no force row level security, disable trigger user', tbl);
  end loop;

  -- Of brands that now have one name, and of categories of one parent, the first takes part in the uniqueness.
  update brands set twin = id from (
    select company_id as company, id as other, row_number() over (partition by company_id, fold(b.name) order by id) as place
    from brands b where twin = 0
  ) same where company_id = company and id = other and place > 1;
  update categories set twin = id from (
    select company_id as company, id as other,
      row_number() over (partition by company_id, parent_id, fold(c.name) order by id) as place
    from categories c where twin = 0
  ) same where company_id = company and id = other and place > 1;

  foreach tbl in array named loop
    execute format('update %I set name = name where search_text ~ $1', tbl) using typographic;
  end loop;
  update purchase_returns set supplier_name = supplier_name where search_text ~ typographic;
  update items set name_key = fold(name_key), search_text = fold(search_text) where search_text ~ typographic;
  foreach tbl in array folded loop
    execute format('update %I set search_text = fold(search_text) where search_text ~ $1', tbl) using typographic;
  end loop;

  foreach tbl in array named || folded || '{items, purchase_returns}'::text[] loop
    execute format('alter table %I force row level security, enable trigger user', tbl);
  end loop;
end $$;
