-- Points used in a window (rate-limiter-flexible's layout). Unlogged: after a crash everybody starts afresh.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
