-- Origins of pages whose scripts an app lets call the API (CORS).
create table app_origins (
  app_id bigint not null references apps,
  origin text not null check (length(origin) <= 255),
  created_at timestamptz not null,
  primary key (app_id, origin)
);
