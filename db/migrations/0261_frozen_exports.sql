-- Exports that a job writes into a file, which is kept for some days and can be downloaded in pieces. The row says what
-- was asked for; file, size, digest and manifest are there once the file is written. Files that no row names are
-- removed by the periodic work.
create table frozen_exports (
  id uuid primary key,
  created_by uuid not null references users on delete cascade,
  -- No foreign key: jobs are dropped by whole parts.
  job_id uuid,
  contents text not null,
  scope text not null,
  world_project_id uuid,
  filters json not null,
  format text not null,
  file text unique,
  size bigint,
  digest text,
  manifest json,
  created_at timestamptz not null,
  completed_at timestamptz,
  expires_at timestamptz,
  constraint frozen_exports_written check (
    num_nulls(file, size, digest, manifest, completed_at, expires_at) in (0, 6))
);

create index frozen_exports_of_user on frozen_exports (created_by, created_at, id);
create index frozen_exports_expired on frozen_exports (expires_at) where expires_at is not null;
create index frozen_exports_of_job on frozen_exports (job_id) where job_id is not null;
