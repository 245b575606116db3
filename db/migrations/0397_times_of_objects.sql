-- When each object of a world was made and changed last. Lines of exports show it where the object has no times of its own;
-- they had shown those of the world, so that a change of one object was a change of all lines. Existing rows are filled
-- by migration 0398.
alter table world_objects add column created_at timestamptz(3), add column updated_at timestamptz(3);
alter table world_objects alter column created_at set default now(), alter column updated_at set default now();

-- The former version writes bodies without times, and what comes back from the trash may have been deleted before there
-- were any.
create function note_times_of_object() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.created_at := coalesce(new.created_at, now());
    new.updated_at := coalesce(new.updated_at, now());
  else
    new.updated_at := now();
  end if;
  return new;
end $$;
create trigger world_objects_times_added before insert on world_objects for each row
  when (new.created_at is null or new.updated_at is null) execute function note_times_of_object();
create trigger world_objects_times_changed before update of body on world_objects for each row
  when (not is_same_json(old.body::text, new.body::text)) execute function note_times_of_object();
