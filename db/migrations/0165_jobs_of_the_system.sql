-- Jobs that nobody asked for, such as the run of assignment rules after a synchronisation, belong to no user. Their list is short and
-- for administrators.
alter table jobs alter column user_id drop not null;
create index jobs_of_nobody on jobs (created_at desc, id desc) where user_id is null;
