-- Admins look after an organization's people, developers after its apps. Whoever is one already could do both.
alter table developers add column role text not null default 'admin' check (role in ('admin', 'developer'));
