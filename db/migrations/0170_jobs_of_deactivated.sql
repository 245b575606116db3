-- Nobody acts by a deactivated account: its open jobs end with it. A worker that is at one of them finds it ended when it
-- renews its lease or saves, and keeps nothing. They can be repeated once the account is activated again.
create function end_jobs_of_deactivated() returns trigger language plpgsql as $$
begin
  update jobs
     set status = 'failed', error = 'The account was deactivated', failed_at = now(), lease_owner = null, lease_until = null
   where user_id = new.id and status in ('queued', 'active', 'delayed');
  return null;
end $$;
create trigger users_deactivated after update of is_active on users
  for each row when (old.is_active and not new.is_active) execute function end_jobs_of_deactivated();
