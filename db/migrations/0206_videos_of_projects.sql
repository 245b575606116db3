-- The list of a project's videos is in the order of the videos; the time by which they are sorted is kept with each
-- assignment, so that a page need not read all of the project.
alter table project_video_assignments add column video_created_at timestamptz(3);

create function note_video_time() returns trigger language plpgsql as $$
begin
  select v.created_at into new.video_created_at from videos v where v.id = new.video_id;
  return new;
end $$;
create trigger project_video_assignments_time_added before insert on project_video_assignments for each row
  execute function note_video_time();
create function pass_video_time() returns trigger language plpgsql as $$
begin
  update project_video_assignments set video_created_at = new.created_at where video_id = new.id;
  return null;
end $$;
create trigger videos_pass_time after update of created_at on videos for each row
  when (old.created_at is distinct from new.created_at) execute function pass_video_time();
