-- in steps
-- Lists of all summaries and claims that somebody may read take the first of each of their projects, administrators the
-- first of all; without these indexes they sort everything.
create index concurrently if not exists video_summaries_of_project_in_order on video_summaries (project_id, created_at, id)
  where project_id is not null;
drop index concurrently if exists video_summaries_of_project;
create index concurrently if not exists video_summaries_in_order on video_summaries (created_at, id);
create index concurrently if not exists claims_of_project_in_order on claims (project_id, created_at, id)
  where project_id is not null;
drop index concurrently if exists claims_of_project;
create index concurrently if not exists claims_in_order on claims (created_at, id);
