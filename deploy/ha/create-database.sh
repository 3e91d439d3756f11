#!/bin/sh
# Creates the service's role and database. Patroni runs it once, on the first primary, with a connection string.
set -eu
psql "$1" --quiet --no-psqlrc --set ON_ERROR_STOP=1 --set password="$TILLGATE_DATABASE_PASSWORD" <<'SQL'
create role tillgate login createrole password :'password';
create database tillgate owner tillgate;
SQL
