-- Videos (ids are opaque strings, V-01), their assignment to projects, and the rules that assign.
create table videos (
  id text primary key constraint videos_id_short check (length(id) between 1 and 255),
  filename text not null constraint videos_filename_unique unique,
  path text not null,
  duration double precision,
  frame_rate double precision,
  resolution text,
  size bigint not null default 0,
  metadata json,
  local_thumbnail_path text,
  source_platform text,
  platform_video_id text,
  metadata_sync_status text constraint videos_sync_status_known check (metadata_sync_status in ('synced', 'failed', 'never')),
  last_metadata_sync timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index videos_newest on videos (created_at desc, id desc);

create table project_video_assignments (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  video_id text not null references videos,
  assigned_user_id uuid references users on delete set null,
  source text not null default 'manual' constraint project_video_assignments_source_known check (source in ('manual', 'rule')),
  rule_definition json,
  assigned_by text,
  assigned_at timestamptz(3) not null default now(),
  constraint project_video_assignments_once unique (project_id, video_id)
);
create index project_video_assignments_newest on project_video_assignments (project_id, assigned_at desc, id desc);
create index project_video_assignments_of_video on project_video_assignments (video_id);
create index project_video_assignments_of_user on project_video_assignments (assigned_user_id) where assigned_user_id is not null;

create table video_assignment_rules (
  id uuid primary key,
  name text not null constraint video_assignment_rules_name_not_empty check (name <> ''),
  description text,
  conditions json not null,
  target_type text not null constraint video_assignment_rules_target_known check (target_type in ('user', 'project', 'group')),
  target_id uuid not null,
  is_active boolean not null default true,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index video_assignment_rules_newest on video_assignment_rules (created_at desc, id desc);
