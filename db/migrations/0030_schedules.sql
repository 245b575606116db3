-- Periodic work that exactly one process at a time does: when each was last begun, on whichever process.
create table schedules (
  name text primary key,
  started_at timestamptz(3) not null
);
