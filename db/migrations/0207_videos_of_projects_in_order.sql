-- in steps
-- Rows from before 0206, also those in archived projects: the statement says so itself (parallax.succession).
-- until no row
with succession as materialized (select set_config('parallax.succession', 'on', true) as is_on),
     timeless as materialized (
       select x.id, v.created_at from succession, project_video_assignments x join videos v on v.id = x.video_id
        where succession.is_on = 'on' and x.video_created_at is null limit 20000)
update project_video_assignments x set video_created_at = timeless.created_at from timeless where timeless.id = x.id;
create index concurrently if not exists project_video_assignments_in_order
  on project_video_assignments (project_id, video_created_at, video_id);
