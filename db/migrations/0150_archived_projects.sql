-- An archived project is read-only, whichever door, job or import writes: its content, its members and its videos. What
-- goes because something else goes (a user, a video, the project itself) still goes: those statements are sent by
-- triggers, at a depth above 0.
create function refuse_archived() returns trigger language plpgsql as $$
begin
  if exists (select from projects where id in (old.project_id, new.project_id) and is_archived) then
    raise exception 'the project is archived'
      using errcode = 'check_violation', constraint = 'projects_archived', table = 'projects';
  end if;
  return coalesce(new, old);
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['project_memberships', 'project_video_assignments', 'personas', 'world_states',
                              'annotations', 'video_summaries', 'claims']
  loop
    execute format('create trigger %1$s_archived_added before insert on %1$s for each row
      when (new.project_id is not null and pg_trigger_depth() = 0) execute function refuse_archived()', name);
    execute format('create trigger %1$s_archived_changed before update on %1$s for each row
      when ((old.project_id is not null or new.project_id is not null) and pg_trigger_depth() = 0)
      execute function refuse_archived()', name);
    execute format('create trigger %1$s_archived_removed before delete on %1$s for each row
      when (old.project_id is not null and pg_trigger_depth() = 0) execute function refuse_archived()', name);
  end loop;
end $$;
-- Whoever reads the world of a project for the first time gets an empty one.
drop trigger world_states_archived_added on world_states;

-- Types belong to the project of their persona, relations to that of the claim that they start from.
create function refuse_archived_owner() returns trigger language plpgsql as $$
declare
  archived boolean;
begin
  if tg_table_name = 'claim_relations' then
    archived := exists (
      select from claims c join projects p on p.id = c.project_id
       where c.id in (old.source_claim_id, new.source_claim_id) and p.is_archived);
  else
    archived := exists (
      select from personas c join projects p on p.id = c.project_id
       where c.id in (old.persona_id, new.persona_id) and p.is_archived);
  end if;
  if archived then
    raise exception 'the project is archived'
      using errcode = 'check_violation', constraint = 'projects_archived', table = 'projects';
  end if;
  return coalesce(new, old);
end $$;
create trigger claim_relations_archived before insert or update or delete on claim_relations for each row
  when (pg_trigger_depth() = 0) execute function refuse_archived_owner();
create trigger ontologies_archived before update on ontologies for each row
  when (pg_trigger_depth() = 0) execute function refuse_archived_owner();
