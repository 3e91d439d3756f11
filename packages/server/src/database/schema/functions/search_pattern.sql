-- The pattern of `like` that finds a word in folded text. A word that folds to nothing is looked for as it stands, which finds
-- nothing in folded text.
create or replace function region.search_pattern(word text) returns text language sql immutable parallel safe
  return '%' || regexp_replace(coalesce(nullif(btrim(region.fold(word)), ''), word) collate "C", '([\\%_])', '\\\1', 'g') || '%';
