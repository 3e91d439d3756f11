-- Merchants see an app's profile as an operator approved it; what is changed afterwards waits for a decision of its own.

create table app_logos (
  app_id bigint not null references apps,
  -- SHA-256 of the content, in hexadecimal.
  digest text not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null,
  created_at timestamptz not null,
  primary key (app_id, digest)
);
create index app_logos_by_digest on app_logos (digest);

alter table apps
  -- Digest of the logo of the profile.
  add column logo text,
  -- Counts changes of the profile, so that a decision is about the profile that the operator looked at.
  add column profile_version bigint not null default 1,
  -- The profile as it was approved last; null before.
  add column listing jsonb,
  -- From when a changed profile of an approved app waits for a decision.
  add column listing_submitted_at timestamptz;

-- Of apps approved before, what has not been changed since was looked at.
update apps a set listing = jsonb_build_object('name', a.name, 'logo', null,
    'description', case when looked_at then a.description end,
    'website', case when looked_at then a.website end,
    'privacyPolicy', case when looked_at then a.privacy_policy end)
  from (select id, not exists (select from audit_log l
      where l.app_id = apps.id and l.event = 'app.profile_changed' and l.at > apps.decided_at) as looked_at
    from apps where review_state = 'APPROVED') approved
  where a.id = approved.id;

update apps a set listing_submitted_at = coalesce(decided_at, created_at)
  where listing is not null and listing <> jsonb_build_object('name', a.name, 'description', a.description,
    'website', a.website, 'privacyPolicy', a.privacy_policy, 'logo', a.logo);
