-- Who looks at a video, and at which frame; each page of a browser has a row for a minute after it was last heard of.
-- Unlogged: after a crash pages say it again.
create unlogged table presence (
  user_id uuid not null references users on delete cascade,
  -- What the page calls itself, so that two pages of a user do not take each other's row.
  page text not null constraint presence_page_short check (length(page) <= 64),
  video_id text not null references videos on delete cascade,
  frame integer not null,
  -- The projects of the user that hold the video: only those who share one of them see the user.
  projects uuid[] not null,
  seen_at timestamptz(3) not null default now(),
  primary key (user_id, page)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index presence_of_video on presence (video_id);
create index presence_old on presence (seen_at);
