-- in steps
-- Ended jobs go by and by, and each that goes asks whether another one repeats it: without the index by reading all jobs.
create index concurrently if not exists jobs_of_retry on jobs (retry_of) where retry_of is not null;
