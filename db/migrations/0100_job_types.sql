-- Which types of jobs there are is known to the program alone (src/job-types.ts): a new one needs no migration.
alter table jobs drop constraint jobs_queue_known;
alter table jobs add constraint jobs_queue_shaped check (queue ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$');
