-- Which share another one was passed on from: it goes with it (SH-08). Shares by owners, administrators and holders of a permission have
-- none. Of those that are there, one whose sharer received the same thing as forkable before counts as passed on; the sharer of the
-- thing's own is its owner, who never does.
alter table resource_shares add column parent_id uuid references resource_shares on delete cascade;
create index resource_shares_of_parent on resource_shares (parent_id) where parent_id is not null;
update resource_shares sh set parent_id = (
  select p.id from resource_shares p
   where p.resource_id = sh.resource_id and p.resource_type = sh.resource_type and p.permission_level = 'forkable'
     and p.created_at < sh.created_at
     and (p.shared_with_user_id = sh.shared_by_user_id or p.shared_with_group_id in (
       select m.group_id from group_memberships m where m.user_id = sh.shared_by_user_id))
   order by p.created_at, p.id limit 1)
 where not exists (select from users u where u.id = sh.shared_by_user_id and u.is_admin)
   and sh.shared_by_user_id <> coalesce(
     (select a.created_by_user_id from annotations a where a.id = sh.annotation_id),
     (select s.created_by from video_summaries s where s.id = sh.summary_id),
     (select c.created_by from claims c where c.id = sh.claim_id),
     (select p.user_id from personas p where p.id = sh.persona_id),
     (select w.user_id from world_states w where w.id = sh.world_state_id),
     sh.shared_by_user_id);
