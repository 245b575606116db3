-- Each track has a number within its video. Numbers are given in the order in which tracks are made, and never again.
create table track_numbers (
  video_id text primary key,
  -- The highest number that a track of the video was given.
  last integer not null,
  -- How many of the tracks that were there before numbers have theirs (migration 0403).
  numbered integer not null default 0
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table annotations add column number integer;
-- Tracks that are there already get the first numbers.
insert into track_numbers (video_id, last) select video_id, count(*) from annotations group by video_id;

-- Gives a number where the statement gives none: copies, what was deleted before there were numbers, and rows of the former
-- version. It locks the counter of the video until the transaction ends, so other writers take numbers beforehand.
create function number_track() returns trigger language plpgsql as $$
begin
  insert into track_numbers as n (video_id, last) values (new.video_id, 1)
    on conflict (video_id) do update set last = n.last + 1 returning n.last into new.number;
  return new;
end $$;
create trigger annotations_numbered before insert on annotations for each row
  when (new.number is null) execute function number_track();
create trigger annotations_moved before update of video_id on annotations for each row
  when (new.video_id <> old.video_id) execute function number_track();
