-- Requests that name an app by its public client id alone are in batches of their own, so that they replace only each other.

alter table request_batches add column unproved boolean not null default false;
