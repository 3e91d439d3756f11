-- Private keys encrypted under the deployment's key (TILLGATE_KEY), each as a compact JWE. A secret from before is sealed when
-- a server starts; until then it stands in clear text, never in both forms.
alter table signing_keys
  alter column private_jwk drop not null,
  add column sealed text,
  add constraint signing_keys_one_form check (num_nonnulls(private_jwk, sealed) = 1);
alter table server_keys
  alter column value drop not null,
  add column sealed text,
  add constraint server_keys_one_form check (num_nonnulls(value, sealed) = 1);
