-- Whether an assignment closes its video to everybody outside: one that a system administrator or a rule of theirs made (VA-17).
-- Those of owners and managers of projects close nothing. What is there is judged by who made it.
alter table project_video_assignments add column closes boolean not null default true;
update project_video_assignments a set closes = false
 where a.source = 'manual' and a.assigned_by is not null
   and not exists (select from users u where u.id::text = a.assigned_by and u.is_admin);
