-- What programs present in place of a session (docs/decisions/0021-opaque-tokens.md). Only the SHA-256 of a token is here,
-- which does not open anything by itself.
create table api_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash text not null constraint api_tokens_token_hash_unique unique,
  token_tail text not null,
  name text not null constraint api_tokens_name_not_empty check (name <> ''),
  scopes text[] not null constraint api_tokens_scopes_known
    check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'export', 'admin']),
  -- The projects outside of which the token reaches nothing; NULL for no such limit. The ids of projects that are deleted
  -- stay: without them a token for one project would become one for all.
  project_ids uuid[] constraint api_tokens_project_ids_not_empty check (cardinality(project_ids) > 0),
  -- NULL for a token that never expires.
  expires_at timestamptz(3),
  -- Exact to a minute.
  last_used_at timestamptz(3),
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  constraint api_tokens_admin_everywhere check (project_ids is null or not 'admin' = any(scopes))
);
create index api_tokens_of_user on api_tokens (user_id, created_at desc, id desc);
create index api_tokens_in_order on api_tokens (created_at desc, id desc);
create index api_tokens_created_by on api_tokens (created_by);
create index api_tokens_expiry on api_tokens (expires_at);
