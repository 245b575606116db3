-- Who stands as the author of what a deleted account left in projects: nobody signs in to it, and no list of accounts shows it.
alter table users add column removed_at timestamptz(3),
  add constraint users_removed_is_closed check (removed_at is null or (not is_active and password_hash is null));
