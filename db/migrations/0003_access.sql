-- The editable table of role permissions, and the versions by which every process knows that its compiled copy is out of date.
create table role_permissions (
  id uuid primary key,
  scope text not null,
  role text not null,
  resource_type text not null,
  action text not null,
  own_only boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint role_permissions_once unique (scope, role, resource_type, action)
);

-- subject: a user's id, or the nil UUID for the permission table itself. Bumped in the transaction that changes
-- what the subject may do; read together with the session, so a change counts at once on every process (PM-08).
create table access_versions (
  subject uuid primary key,
  version bigint not null default 1
);

create function bump_access_of(subjects uuid[]) returns void language sql as $$
  insert into access_versions (subject, version)
  select distinct s, 2 from unnest(subjects) s where s is not null order by s
  on conflict (subject) do update set version = access_versions.version + 1
$$;

create function bump_permission_table() returns trigger language plpgsql as $$
begin
  perform bump_access_of(array['00000000-0000-0000-0000-000000000000'::uuid]);
  return null;
end $$;
create trigger role_permissions_version after insert or update or delete or truncate on role_permissions
  for each statement execute function bump_permission_table();

create function bump_member() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform bump_access_of(array[new.user_id]);
  else perform bump_access_of(array[old.user_id]); end if;
  return null;
end $$;
create trigger group_memberships_version after insert or update or delete on group_memberships
  for each row execute function bump_member();
create trigger project_memberships_version after insert or update or delete on project_memberships
  for each row execute function bump_member();

-- Members of the owning group see its projects (PR-06), so a change of the owning group concerns all of them.
create function bump_owning_group() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.owner_group_id is not null then
    perform bump_access_of(array(select user_id from group_memberships where group_id = old.owner_group_id));
  end if;
  if tg_op <> 'DELETE' and new.owner_group_id is not null then
    perform bump_access_of(array(select user_id from group_memberships where group_id = new.owner_group_id));
  end if;
  return null;
end $$;
create trigger projects_version after insert or update of owner_group_id or delete on projects
  for each row execute function bump_owning_group();
