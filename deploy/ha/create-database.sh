#!/bin/sh
# Run by Patroni once, on the first primary, with its connection string: the service's role and its database.
set -eu
psql "$1" --quiet --no-psqlrc --set ON_ERROR_STOP=1 --set password="$TILLGATE_DATABASE_PASSWORD" <<'SQL'
create role tillgate login createrole password :'password';
create database tillgate owner tillgate;
SQL
