-- An annotation remembers which bytes its boxes were drawn on, and is stale while the file has others.
alter table annotations
  add column video_sha256 text,
  add column stale boolean not null default false;

-- Who writes boxes writes them for the file as it was read last; null until it has been read.
create function remember_video_file() returns trigger language plpgsql as $$
begin
  select v.sha256 into new.video_sha256 from videos v where v.id = new.video_id;
  new.stale := false;
  return new;
end $$;
create trigger annotations_of_file_added before insert on annotations
  for each row when (new.video_sha256 is null) execute function remember_video_file();
create trigger annotations_of_file_changed before update of frames on annotations
  for each row execute function remember_video_file();

-- What was drawn before the file was first read was drawn on it, as far as anybody knows.
create function compare_with_video_file() returns trigger language plpgsql as $$
begin
  update annotations
     set video_sha256 = coalesce(video_sha256, new.sha256), stale = coalesce(video_sha256 <> new.sha256, false)
   where video_id = new.id and (video_sha256 is null or stale <> (video_sha256 <> new.sha256));
  return null;
end $$;
create trigger videos_file_read after update of sha256 on videos
  for each row when (new.sha256 is not null and old.sha256 is distinct from new.sha256)
  execute function compare_with_video_file();
