-- Up to where each user has seen what others did (docs/notifications.md): the number of a transaction in the log of
-- changes, before which every entry has been seen. What there is to see is in the log itself.
create table notifications_seen (
  user_id uuid primary key references users on delete cascade,
  tx bigint not null,
  seen_at timestamptz(3) not null default now()
);
