-- Whether an assignment shows its video to the people of its project, and to whom it is assigned, also while the video is closed
-- (VA-17): those of administrators and rules do, and those made by somebody who saw the video although it was closed. One that was
-- made while the video was open to everybody does not: closing a video must not be side-stepped by what was done before.
alter table project_video_assignments add column stands boolean not null default true;
update project_video_assignments a set stands = false
 where not a.closes
   and not exists (select from project_video_assignments c
                    where c.video_id = a.video_id and c.closes and c.assigned_at <= a.assigned_at);
create index project_video_assignments_closing on project_video_assignments (video_id) where closes;
