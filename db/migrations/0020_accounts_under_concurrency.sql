-- What must hold of accounts also when two requests run at once.

-- At least one administrator stays (AD-06). Checked at commit, one transaction after the other, so that two administrators
-- who remove or demote each other cannot both succeed.
create function keep_administrator() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('users_last_administrator'));
  if not exists (select from users where system_role = 'system_admin') then
    raise exception 'at least one administrator is required'
      using errcode = 'check_violation', constraint = 'users_last_administrator', table = 'users';
  end if;
  return null;
end $$;
create constraint trigger users_last_administrator_deleted
  after delete on users deferrable initially deferred
  for each row when (old.system_role = 'system_admin') execute function keep_administrator();
create constraint trigger users_last_administrator_demoted
  after update of system_role on users deferrable initially deferred
  for each row when (old.system_role = 'system_admin' and new.system_role <> 'system_admin') execute function keep_administrator();

-- The system persona outlives its owner's account: references to it resolve on every server (AM-06).
create function hand_over_system_persona() returns trigger language plpgsql as $$
begin
  update personas p
     set user_id = heir.id
    from (select id from users where id <> old.id order by (system_role = 'system_admin') desc, created_at, id limit 1) heir
   where p.id = '00000000-0000-4000-8000-000000000001' and p.user_id = old.id;
  return old;
end $$;
create trigger users_hand_over_system_persona before delete on users
  for each row execute function hand_over_system_persona();

-- U-07, whichever of the two deferred checks runs first: where the owning group has lost its owner in the same transaction, its
-- owner to be (earliest admin, else earliest member) becomes the project's owner too. A personal project falls to its own user.
create or replace function keep_project_owned() returns trigger language plpgsql as $$
declare
  pid uuid := old.project_id;
  owning_group uuid;
  owning_user uuid;
begin
  if old.role <> 'project_owner' then return null; end if;
  select owner_group_id, owner_user_id into owning_group, owning_user from projects where id = pid for update;
  if not found or exists (select from project_memberships where project_id = pid and role = 'project_owner') then return null; end if;
  if exists (select from users where id = old.user_id) then
    raise exception 'a project keeps at least one owner'
      using errcode = 'check_violation', constraint = 'project_memberships_last_owner', table = 'project_memberships';
  end if;
  update project_memberships set role = 'project_owner'
   where id = (select id from project_memberships where project_id = pid and role = 'project_manager' order by joined_at, id limit 1);
  if found then return null; end if;
  if owning_group is not null then
    select m.user_id into owning_user from group_memberships m
     where m.group_id = owning_group
     order by array_position(array['group_owner', 'group_admin', 'group_member'], m.role), m.joined_at, m.id limit 1;
  end if;
  if owning_user is not null then
    insert into project_memberships (id, user_id, project_id, role) values (gen_random_uuid(), owning_user, pid, 'project_owner')
    on conflict (user_id, project_id) do update set role = 'project_owner';
  end if;
  return null;
end $$;
