-- Accounts: who signs in, with which session, after which attempts, with which provider keys.
create table users (
  id uuid primary key,
  username text not null constraint users_username_not_blank check (btrim(username) <> ''),
  email text,
  password_hash text,
  display_name text not null constraint users_display_name_not_empty check (display_name <> ''),
  system_role text not null default 'user' constraint users_system_role_known check (system_role in ('system_admin', 'user')),
  is_admin boolean not null generated always as (system_role = 'system_admin') stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint users_username_unique unique (username)
);
-- E-mail addresses are compared without regard to case (U-02).
create unique index users_email_unique on users (lower(email));
create index users_newest on users (created_at desc, id desc);

-- Only a hash of the token is kept: a dump of this table opens no session.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash text not null constraint sessions_token_hash_unique unique,
  token_tail text not null,
  expires_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  last_activity_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);
create index sessions_of_user on sessions (user_id, created_at desc);
create index sessions_expiry on sessions (expires_at);

create table login_attempts (
  id uuid primary key,
  username text not null,
  ip_address text,
  success boolean not null,
  failed_at timestamptz(3) not null default now()
);
create index login_attempts_of_username on login_attempts (username, failed_at desc);
create index login_attempts_age on login_attempts (failed_at);

-- user_id null: the administrators' shared pool.
create table api_keys (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  provider text not null constraint api_keys_provider_short check (provider <> '' and length(provider) <= 50),
  key_name text not null constraint api_keys_key_name_not_empty check (key_name <> ''),
  encrypted_key text not null,
  encryption_key_id text not null,
  key_mask text not null,
  is_active boolean not null default true,
  last_used timestamptz(3),
  usage_count integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index api_keys_provider_unique on api_keys (user_id, provider) where user_id is not null;
create unique index api_keys_shared_provider_unique on api_keys (provider) where user_id is null;

-- Facts about this installation that must outlive a restart, such as which ADMIN_PASSWORD was applied last.
create table settings (
  name text primary key,
  value json not null,
  updated_at timestamptz(3) not null default now()
);
