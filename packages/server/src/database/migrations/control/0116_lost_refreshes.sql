-- The current generation, as long as no access token issued with it is known to have been used. Null, or an older generation, where
-- that is unknown: after the first use, and for tokens of a release that does not track uses.
alter table token_families add column unused_generation integer;
