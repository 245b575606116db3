-- The agreement of personas over the videos of a project, as a job measured it once: the figures stay as they were. The
-- row says what was asked for; result, position and completed_at are there once the job has ended. The personas may be
-- gone by the time that it is read.
create table project_agreements (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  created_by uuid not null references users on delete cascade,
  -- No foreign key: jobs are dropped by whole parts.
  job_id uuid,
  arguments json not null,
  position text,
  result json,
  created_at timestamptz not null,
  completed_at timestamptz,
  constraint project_agreements_measured check (num_nulls(position, result, completed_at) in (0, 3))
);

create index project_agreements_of_project on project_agreements (project_id, created_at, id);
create index project_agreements_of_user on project_agreements (created_by, project_id, created_at, id);
