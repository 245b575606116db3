-- A deactivated account keeps all that it has, and nobody acts by it. One administrator who can sign in stays (AD-06).
alter table users add column is_active boolean not null default true;

create or replace function keep_administrator() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('users_last_administrator'));
  if not exists (select from users where system_role = 'system_admin' and is_active) then
    raise exception 'at least one administrator is required'
      using errcode = 'check_violation', constraint = 'users_last_administrator', table = 'users';
  end if;
  return null;
end $$;
drop trigger users_last_administrator_demoted on users;
create constraint trigger users_last_administrator_demoted
  after update of system_role, is_active on users deferrable initially deferred
  for each row when (old.system_role = 'system_admin' and old.is_active
                     and (new.system_role <> 'system_admin' or not new.is_active)) execute function keep_administrator();
