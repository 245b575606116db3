-- Invitations to projects. A user has at most one for each project; one that was answered stays until the next, so that
-- a second answer can be told what became of the first. They go with the project, the invited user and the inviter.
create table project_invitations (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  invited_by uuid not null references users on delete cascade,
  role text not null
    constraint project_invitations_role_known check (role in ('project_manager', 'annotator', 'reviewer', 'viewer')),
  status text not null default 'open'
    constraint project_invitations_status_known check (status in ('open', 'accepted', 'declined')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  answered_at timestamptz(3),
  constraint project_invitations_once unique (project_id, user_id),
  constraint project_invitations_answer_dated check ((status = 'open') = (answered_at is null)),
  constraint project_invitations_not_to_self check (user_id <> invited_by)
);
create index project_invitations_of_user on project_invitations (user_id, created_at, id) where status = 'open';
create index project_invitations_by_user on project_invitations (invited_by);
create trigger project_invitations_archived_added before insert on project_invitations for each row
  when (pg_trigger_depth() = 0) execute function refuse_archived();
