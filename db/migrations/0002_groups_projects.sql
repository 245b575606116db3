-- Groups and projects with their members.
create table user_groups (
  id uuid primary key,
  name text not null constraint user_groups_name_not_empty check (name <> ''),
  description text,
  slug text not null constraint user_groups_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint user_groups_slug_unique unique (slug)
);
create index user_groups_newest on user_groups (created_at desc, id desc);

create table group_memberships (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  group_id uuid not null references user_groups on delete cascade,
  role text not null constraint group_memberships_role_known check (role in ('group_owner', 'group_admin', 'group_member')),
  joined_at timestamptz(3) not null default now(),
  constraint group_memberships_once unique (user_id, group_id)
);
create index group_memberships_of_group on group_memberships (group_id, joined_at, id);

create table projects (
  id uuid primary key,
  name text not null constraint projects_name_not_empty check (name <> ''),
  description text,
  slug text not null constraint projects_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  owner_user_id uuid references users on delete cascade,
  owner_group_id uuid references user_groups,
  settings json not null default '{}',
  is_archived boolean not null default false,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint projects_slug_unique unique (slug),
  constraint projects_one_owner check (num_nonnulls(owner_user_id, owner_group_id) = 1)
);
create index projects_newest on projects (created_at desc, id desc);
create index projects_of_user on projects (owner_user_id) where owner_user_id is not null;
create index projects_of_group on projects (owner_group_id) where owner_group_id is not null;

create table project_memberships (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  project_id uuid not null references projects on delete cascade,
  role text not null
    constraint project_memberships_role_known check (role in ('project_owner', 'project_manager', 'annotator', 'reviewer', 'viewer')),
  joined_at timestamptz(3) not null default now(),
  constraint project_memberships_once unique (user_id, project_id)
);
create index project_memberships_of_project on project_memberships (project_id, joined_at, id);

-- A vanishing group hands its projects to their earliest owner, else to whoever made the group (ST-06);
-- a project that nobody is left to own goes with it.
create function hand_over_projects_of_group() returns trigger language plpgsql as $$
begin
  update projects p
     set owner_group_id = null,
         owner_user_id = coalesce(
           (select m.user_id from project_memberships m
             where m.project_id = p.id and m.role = 'project_owner' order by m.joined_at, m.id limit 1),
           (select u.id from users u where u.id = old.created_by))
   where p.owner_group_id = old.id
     and (exists (select from project_memberships m where m.project_id = p.id and m.role = 'project_owner')
          or exists (select from users u where u.id = old.created_by));
  delete from projects where owner_group_id = old.id;
  return old;
end $$;
create trigger user_groups_hand_over_projects before delete on user_groups
  for each row execute function hand_over_projects_of_group();

-- A group with members keeps an owner. Checked at commit under a lock of the group, so that two owners who
-- leave at once cannot both succeed. When the owner's account vanished, the succession of U-07 applies.
create function keep_group_owned() returns trigger language plpgsql as $$
declare
  gid uuid := old.group_id;
begin
  if old.role <> 'group_owner' then return null; end if;
  perform from user_groups where id = gid for update;
  if not found or exists (select from group_memberships where group_id = gid and role = 'group_owner') then return null; end if;
  if exists (select from users where id = old.user_id) then
    raise exception 'a group keeps at least one owner'
      using errcode = 'check_violation', constraint = 'group_memberships_last_owner', table = 'group_memberships';
  end if;
  if not exists (select from group_memberships where group_id = gid) then
    delete from user_groups where id = gid;
  else
    update group_memberships set role = 'group_owner'
     where id = (select id from group_memberships where group_id = gid
                  order by (role = 'group_admin') desc, joined_at, id limit 1);
  end if;
  return null;
end $$;
create constraint trigger group_memberships_last_owner
  after delete or update of role on group_memberships
  deferrable initially deferred for each row execute function keep_group_owned();

-- The same for projects: the successor is the earliest manager, else the owning group's earliest owner (U-07).
create function keep_project_owned() returns trigger language plpgsql as $$
declare
  pid uuid := old.project_id;
  owning_group uuid;
begin
  if old.role <> 'project_owner' then return null; end if;
  select owner_group_id into owning_group from projects where id = pid for update;
  if not found or exists (select from project_memberships where project_id = pid and role = 'project_owner') then return null; end if;
  if exists (select from users where id = old.user_id) then
    raise exception 'a project keeps at least one owner'
      using errcode = 'check_violation', constraint = 'project_memberships_last_owner', table = 'project_memberships';
  end if;
  update project_memberships set role = 'project_owner'
   where id = (select id from project_memberships where project_id = pid and role = 'project_manager' order by joined_at, id limit 1);
  if not found and owning_group is not null then
    insert into project_memberships (id, user_id, project_id, role)
    select gen_random_uuid(), m.user_id, pid, 'project_owner' from group_memberships m
     where m.group_id = owning_group and m.role = 'group_owner' order by m.joined_at, m.id limit 1
    on conflict (user_id, project_id) do update set role = 'project_owner';
  end if;
  return null;
end $$;
create constraint trigger project_memberships_last_owner
  after delete or update of role on project_memberships
  deferrable initially deferred for each row execute function keep_project_owned();
