-- Shares that others made of what the user owns are part of the user's list of sent shares. The owner is kept with each
-- such share, and null elsewhere; without it all annotations of the user would have to be compared with the shares.
alter table resource_shares add column resource_owner_id uuid;

-- What is shared is locked as by the foreign key to it; whoever gives it to somebody else waits for that lock before
-- passing on its shares, as with claims (0202).
create function note_resource_owner() returns trigger language plpgsql as $$
begin
  new.resource_owner_id := coalesce(
    (select r.created_by_user_id from annotations r where r.id = new.annotation_id and r.created_by_user_id <> new.shared_by_user_id for key share),
    (select r.created_by from video_summaries r where r.id = new.summary_id and r.created_by <> new.shared_by_user_id for key share),
    (select r.created_by from claims r where r.id = new.claim_id and r.created_by <> new.shared_by_user_id for key share),
    (select r.user_id from personas r where r.id = new.persona_id and r.user_id <> new.shared_by_user_id for key share),
    (select r.user_id from world_states r where r.id = new.world_state_id and r.user_id <> new.shared_by_user_id for key share));
  return new;
end $$;
create trigger resource_shares_owner_added before insert on resource_shares for each row
  execute function note_resource_owner();

-- The argument is the column of resource_shares that refers to the table.
create function pass_shares_to_owner() returns trigger language plpgsql as $$
declare
  owner uuid;
begin
  if tg_argv[0] = 'annotation_id' then
    owner := new.created_by_user_id;
  elsif tg_argv[0] in ('summary_id', 'claim_id') then
    owner := new.created_by;
  else
    owner := new.user_id;
  end if;
  execute format('select from %s where id = $1 for update', tg_relid::regclass) using new.id;
  execute format('update resource_shares set resource_owner_id = nullif($1, shared_by_user_id)
    where %1$I = $2 and resource_owner_id is distinct from nullif($1, shared_by_user_id)', tg_argv[0]) using owner, new.id;
  return null;
end $$;
do $$
declare
  kind text[];
begin
  foreach kind slice 1 in array array[
    ['annotations', 'created_by_user_id', 'annotation_id'], ['video_summaries', 'created_by', 'summary_id'],
    ['claims', 'created_by', 'claim_id'], ['personas', 'user_id', 'persona_id'],
    ['world_states', 'user_id', 'world_state_id']] loop
    execute format('create trigger %1$s_pass_shares after update of %2$s on %1$s for each row
      when (old.%2$s is distinct from new.%2$s) execute function pass_shares_to_owner(%3$L)', kind[1], kind[2], kind[3]);
  end loop;
end $$;
