-- What the exchange and the operator's side keep.
create table import_history (
  id uuid primary key,
  filename text not null,
  imported_by text,
  import_options json not null,
  result json not null,
  success boolean not null,
  items_imported integer not null default 0,
  items_skipped integer not null default 0,
  created_at timestamptz(3) not null default now()
);
create index import_history_of_user on import_history (imported_by, created_at desc, id desc);

-- Answers of creating requests that carried an Idempotency-Key, kept for a day, written with the effect.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null constraint idempotency_keys_key_short check (length(key) between 1 and 255),
  request_hash text not null,
  status integer,
  body text,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
