-- The generation that an app had when a scenario used its refresh token. That the app presents it again is not its mistake.
alter table token_families add column staged_generation integer;
