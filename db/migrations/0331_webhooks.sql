-- Addresses that are told what changes in a project, or everywhere. A webhook has a position of its own in the log of
-- changes: what follows it has not been sent yet. docs/decisions/0028-webhooks.md.
create table webhooks (
  id uuid primary key,
  created_by uuid not null references users on delete cascade,
  -- Null: of all projects, and of what is in none.
  project_id uuid references projects on delete cascade,
  url text not null,
  kinds text[] not null,
  is_active boolean not null default true,
  -- Why it was switched off by the server.
  note text,
  encrypted_secret text not null,
  encryption_key_id text not null,
  -- The secret before, by which messages are signed as well until `previous_until`.
  previous_secret text,
  previous_key_id text,
  previous_until timestamptz,
  -- The position of the first entry that has not been put into a delivery.
  tx bigint not null,
  seq bigint not null,
  -- Failures in a row, since when, and when the next attempt is due.
  failures integer not null default 0,
  failing_since timestamptz,
  retry_at timestamptz,
  -- The sender that works on it, in which process ever.
  leased_by uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhooks_previous check (num_nulls(previous_secret, previous_key_id, previous_until) in (0, 3))
);
create index webhooks_of_project on webhooks (project_id, created_at, id);
create index webhooks_of_user on webhooks (created_by);
create index webhooks_active on webhooks (id) where is_active;

-- Messages: each has the entries from one position to another that its webhook is about. They are read again from the
-- log for each attempt.
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  from_tx bigint not null,
  from_seq bigint not null,
  to_tx bigint not null,
  to_seq bigint not null,
  changes integer not null,
  is_replay boolean not null default false,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  response_status integer,
  ms integer,
  error text,
  created_at timestamptz not null,
  attempted_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05);
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_pending on webhook_deliveries (webhook_id, id) where status = 'pending';
create index webhook_deliveries_old on webhook_deliveries (created_at);

select log_changes('webhooks', '''webhook''', owner => 'it.created_by', project => 'it.project_id',
  secrets => '{encrypted_secret,encryption_key_id,previous_secret,previous_key_id}',
  derived => '{tx,seq,failures,failing_since,retry_at,leased_by,leased_until,previous_until,updated_at}');
