-- Front ends save whole things, of which often nothing has changed. An update that leaves every column but version and
-- updated_at as it is now leaves these as they are, too: the row keeps its version, the log gets no entry, and a review
-- stays.
-- Whether two documents say the same, in whichever order of members. Clients of GraphQL send members in the order of the
-- schema. Of texts as servers write them only those of the same length can say the same.
create function is_same_json(a text, b text) returns boolean language sql immutable parallel safe as $$
  select case when a is null or b is null then a is null and b is null
    when a = b then true
    else octet_length(a) = octet_length(b) and a::jsonb = b::jsonb end
$$;

-- Makes, or makes anew, the function that keeps the rows of a table, and a trigger that calls it; a column that is added
-- later is compared once this has run again. The comparison ends with the first difference and comes to long texts last.
-- It is no condition of the trigger: PostgreSQL reads and plans that for each statement, which took as long as the update.
--   named: the trigger looks at statements that name one of these columns; the others raise versions for what is
--     stored elsewhere, such as the types of an ontology
--   only_if: a condition of the trigger
create function keep_resaved_rows(of_table text, named text[], trigger_name text default 'resaved', only_if text default null)
returns void language plpgsql as $make$
declare
  equal text;
begin
  select string_agg(case
           when attname = 'frames' then 'old.frames::text = new.frames::text'
           when atttypid = 'json'::regtype then format('is_same_json(old.%1$I::text, new.%1$I::text)', attname)
           else format('old.%1$I is not distinct from new.%1$I', attname) end, ' and '
         order by atttypid = 'json'::regtype, attname = 'frames', attnum)
    into equal
    from pg_attribute
   where attrelid = of_table::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     and attname <> all (array['version', 'updated_at']);
  execute format($f$
    create or replace function keep_resaved_of_%1$s() returns trigger language plpgsql as $body$
    begin
      if %2$s then
        return old;
      end if;
      return new;
    end $body$ $f$, of_table, equal);
  -- Triggers run in the order of their names: after those that derive columns, before reviewed_edited.
  execute format('create or replace trigger %1$s_%2$s before update of %3$s on %1$s for each row %4$s
    execute function keep_resaved_of_%1$s()', of_table, trigger_name, array_to_string(named, ', '), 'when (' || only_if || ')');
end $make$;

-- All columns of a table that statements write, but for those given.
create function columns_but(of_table text, variadic excluded text[] default '{}') returns text[] language sql stable as $$
  select array_agg(attname::text order by attnum) from pg_attribute
   where attrelid = of_table::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     and attname <> all (excluded || array['id', 'version', 'created_at', 'updated_at'])
$$;

-- The whole sequence replaces its parts (migration 0260), unless it is the same: the parts stay then, and the row as it is
-- where nothing else differs.
create or replace function forget_sequence_parts() returns trigger language plpgsql as $$
declare
  held text;
begin
  select old.frames_head || string_agg(p.boxes, ',' order by p.from_frame) || old.frames_tail into held
    from sequence_parts p where p.annotation_id = old.id;
  if held = new.frames::text then
    new.frames := old.frames;
    if not old.stale and to_jsonb(new) - '{version,updated_at,is_object}'::text[]
        = to_jsonb(old) - '{version,updated_at,is_object}'::text[] then
      return old;
    end if;
    return new;
  end if;
  delete from sequence_parts where annotation_id = old.id;
  new.frames_head := null;
  new.frames_tail := null;
  return new;
end $$;
