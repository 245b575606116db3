-- Accounts of programs: they have no password and act by tokens alone.
alter table users add column is_service boolean not null default false;
alter table users add constraint users_service_without_password check (not is_service or password_hash is null) not valid;
