-- in steps
alter table users validate constraint users_service_without_password;
