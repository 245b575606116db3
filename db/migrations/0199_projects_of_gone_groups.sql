-- A group that goes with the account of its last member: the owner of its projects may have gone with the same account.
-- Then the earliest manager comes next, before whoever made the group (U-07). Any other project still has an owner of its
-- own.
create or replace function hand_over_projects_of_group() returns trigger language plpgsql as $$
begin
  update projects p
     set owner_group_id = null, owner_user_id = heir.user_id
    from (select o.id as project_id,
                 coalesce((select m.user_id from project_memberships m
                            where m.project_id = o.id and m.role in ('project_owner', 'project_manager')
                            order by m.role = 'project_manager', m.joined_at, m.id limit 1),
                          (select u.id from users u where u.id = old.created_by)) as user_id
            from projects o where o.owner_group_id = old.id) heir
   where p.id = heir.project_id and heir.user_id is not null;
  delete from projects where owner_group_id = old.id;
  return old;
end $$;
