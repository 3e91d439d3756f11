-- Forms that were just sent, so that a second click on one is no failure. Rows live for seconds.
create table submissions (
  -- Code of the form's token, path and values.
  key bytea primary key,
  -- The request that made the change.
  request uuid not null,
  made_at timestamptz not null,
  -- What the change came to, without secrets; null until that is known.
  outcome jsonb,
  -- Outcome of the submission that this one replaced.
  former jsonb
);
