-- Unicode's root collation. `storage/collation.ts` rebuilds its indexes when the database gets another version of ICU.
create collation if not exists region.root_order (provider = icu, locale = 'und');

-- Letters by which names are equal and words are found: without case, accents and whatever else the root collation ignores at
-- its first level. Unicode's data comes from ICU and not from the database's locale, so that every database folds the same.
--
-- Upper case comes first, so that letters that differ by case in one direction alone are equal: ß and ss, ς and σ, ı and i.
-- Quotation marks, primes, dashes and slashes of typography are those of keyboards. A double prime is decomposed into two. GS1's
-- separator (U+001D), which only barcodes have, is dropped.
create or replace function region.fold(words text) returns text language sql immutable parallel safe
  return case when octet_length(words) = length(words) then lower(translate(words, E'\x1d', '') collate "C") collate "C"
    else normalize(replace(replace(translate(replace(replace(
      lower(upper(region.without_marks(words) collate region.root_order) collate region.root_order) collate "C",
      '′′', '"'), '‵‵', '"'),
      E'ςøđðħł‘’‚‛‹›′‵ʹʻʼʽˈ“”„‟«»ʺˮ‐‑‒–—―−⁃⸺⸻֊־⁄∕\x1d',
      'σoddhl''''''''''''''''''''''''''""""""""------------//'), 'æ', 'ae'), 'œ', 'oe'), NFC) collate "C"
  end;
