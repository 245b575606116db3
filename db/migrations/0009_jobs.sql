-- Jobs. The row is the truth that pollers read; the queue only carries its id (J-05). public_id is the documented job id.
create table jobs (
  id uuid primary key,
  public_id text not null constraint jobs_public_id_unique unique,
  queue text not null constraint jobs_queue_known check (queue in ('video-summarization', 'claim-extraction', 'claim-synthesis')),
  status text not null default 'queued' constraint jobs_status_known check (status in ('queued', 'active', 'completed', 'failed', 'delayed')),
  progress double precision not null default 0 constraint jobs_progress_range check (progress between 0 and 100),
  user_id uuid not null references users on delete cascade,
  video_id text,
  persona_id uuid,
  summary_id uuid,
  payload json not null,
  result json,
  error text,
  attempt integer not null default 0,
  max_attempts integer not null default 3,
  retry_of uuid references jobs on delete set null,
  -- Who works on it and until when that counts: an expired lease gives the job back (J-01).
  lease_owner uuid,
  lease_until timestamptz(3),
  -- When a queued or delayed job is due.
  run_at timestamptz(3) not null default now(),
  trace_context json,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  failed_at timestamptz(3),
  constraint jobs_terminal_states_dated check ((status = 'completed') = (completed_at is not null) and (status = 'failed') = (failed_at is not null))
);
create index jobs_of_user on jobs (user_id, created_at desc, id desc);
create index jobs_due on jobs (run_at) where status in ('queued', 'delayed');
create index jobs_leased on jobs (lease_until) where status = 'active';
create index jobs_finished on jobs (coalesce(completed_at, failed_at)) where status in ('completed', 'failed');
