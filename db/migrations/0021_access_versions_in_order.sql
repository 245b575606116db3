-- Versions are bumped once for each statement, users in the order of their ids: two acts that touch the same people at once,
-- such as the deletion of two groups, wait for each other instead of dead-locking.
create function bump_changed_members() returns trigger language plpgsql as $$
begin
  perform bump_access_of(array(select user_id from changed));
  return null;
end $$;

drop trigger group_memberships_version on group_memberships;
create trigger group_memberships_version_added after insert on group_memberships
  referencing new table as changed for each statement execute function bump_changed_members();
create trigger group_memberships_version_changed after update on group_memberships
  referencing new table as changed for each statement execute function bump_changed_members();
create trigger group_memberships_version_removed after delete on group_memberships
  referencing old table as changed for each statement execute function bump_changed_members();

drop trigger project_memberships_version on project_memberships;
create trigger project_memberships_version_added after insert on project_memberships
  referencing new table as changed for each statement execute function bump_changed_members();
create trigger project_memberships_version_changed after update on project_memberships
  referencing new table as changed for each statement execute function bump_changed_members();
create trigger project_memberships_version_removed after delete on project_memberships
  referencing old table as changed for each statement execute function bump_changed_members();

drop function bump_member();
