-- What a leaving user did in archived projects passes on as in any other: who deletes an account says so for the
-- transaction (parallax.succession), since these statements are no trigger's and stand at depth 0.
create or replace function refuse_archived() returns trigger language plpgsql as $$
begin
  if current_setting('parallax.succession', true) is distinct from 'on'
     and exists (select from projects where id in (old.project_id, new.project_id) and is_archived) then
    raise exception 'the project is archived'
      using errcode = 'check_violation', constraint = 'projects_archived', table = 'projects';
  end if;
  return coalesce(new, old);
end $$;

create or replace function refuse_archived_owner() returns trigger language plpgsql as $$
declare
  archived boolean;
begin
  if current_setting('parallax.succession', true) = 'on' then
    return coalesce(new, old);
  end if;
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
