-- Most changes change one row, and the log made them a third slower. Its entry of an update now comes from a trigger for
-- each row, which needs no transition tables and no join of them; inserts and deletions go on with one statement for
-- all their rows. docs/decisions/0025-one-log-of-changes.md has the figures.

-- Of a deletion: whether the thing went because something else was deleted, such as a claim with its summary. The trash
-- lists the others, and need not look for what else the transaction deleted.
alter table changes add column with_parent boolean;

-- How a text was before a change, as a member of `before`. A text of more than 256 bytes becomes
-- [bytes at the beginning that both share, bytes at the end, the text between them], so that ten edits of a long sequence
-- take no ten sequences. Found by halving, on bytes, because these are compared at once and need no counting, and down to
-- 64 bytes, because each step takes as long as to write some hundred bytes.
create or replace function text_before(name text, old text, new text, is_json boolean) returns text
language plpgsql immutable parallel safe as $$
declare
  a bytea;
  b bytea;
  of_a integer;
  of_b integer;
  head integer := 0;
  tail integer := 0;
  high integer;
  mid integer;
begin
  if old is null or new is null or octet_length(old) <= 256 then
    return to_json(name)::text || ':' || coalesce(case when is_json then old else to_json(old)::text end, 'null');
  end if;
  a := convert_to(old, 'UTF8');
  b := convert_to(new, 'UTF8');
  of_a := length(a);
  of_b := length(b);
  high := least(of_a, of_b);
  while high - head > 64 loop
    mid := (head + high) / 2;
    if substr(a, head + 1, mid - head) = substr(b, head + 1, mid - head) then head := mid; else high := mid; end if;
  end loop;
  -- No character is cut: its further bytes begin with the bits 10.
  while head > 0 and head < of_a and get_byte(a, head) & 192 = 128 loop head := head - 1; end loop;
  high := least(of_a, of_b) - head;
  while high - tail > 64 loop
    mid := (tail + high) / 2;
    if substr(a, of_a - mid + 1, mid - tail) = substr(b, of_b - mid + 1, mid - tail) then tail := mid; else high := mid; end if;
  end loop;
  while tail > 0 and get_byte(a, of_a - tail) & 192 = 128 loop tail := tail - 1; end loop;
  return to_json(name || '~')::text || ':[' || head || ',' || tail || ','
    || to_json(convert_from(substr(a, head + 1, of_a - tail - head), 'UTF8'))::text || ']';
end $$;

-- Only migrations call these: the former version does not miss them.
do $$
begin
  drop function log_changes(text, text, text, text, text, text, text, text, text, text[], text[], text[], text[], text);
  drop function of_new(text);
end $$;

-- Makes, or makes anew, the functions and the triggers that log the changes of a table, whoever changes it. The
-- arguments after the table are SQL over `it`, a row of the table. A column that is added later is logged once this has
-- run again.
--   gone: a condition for deleted rows: what the row goes with is deleted, too. A lookup for each row (not an EXISTS,
--     which PostgreSQL may answer by reading the whole table, and keep that plan for single rows).
--   secrets: columns whose values never enter the log; derived: columns whose change alone leaves no entry
create function log_changes(
  of_table text, kind text, thing text default 'it.id', part text default 'null', owner text default 'null::uuid',
  project text default 'null::uuid', parent text default 'null', version text default 'null', details text default 'null',
  gone text default 'null', secrets text[] default '{}', derived text[] default '{}',
  events text[] default '{insert,update,delete}', only_rows text default 'true'
) returns void language plpgsql as $make$
declare
  kept text;
  differing text;
  event text;
  columns constant text := 'kind, thing, part, operation, version, owner_id, project_id, former_owner_id, former_project_id,
      parent_id, actor_id, via, via_id, request_id, before, details, with_parent';
  origin constant text := $o$nullif(origin.parts[1], '')::uuid, nullif(origin.parts[2], ''), nullif(origin.parts[3], ''), nullif(origin.parts[4], '')$o$;
  -- Part of the statement, since one with a variable of the function would be planned anew each time, which takes longer
  -- than running it.
  of_origin constant text := $o$cross join (select string_to_array(current_setting('parallax.origin', true), '|') as parts offset 0) origin$o$;
  of_row constant text := format('%s, %s, %s', kind, thing, part);
begin
  select string_agg(format('it.%I', attname), ', ' order by attnum) filter (where attname <> all (secrets)),
         string_agg(case
           when attname = any (secrets) then format($c$case when old.%1$I is distinct from new.%1$I then '"%1$s":null' end$c$, attname)
           when atttypid in ('text'::regtype, 'json'::regtype) then
             format($c$case when old.%1$I::text is distinct from new.%1$I::text then text_before(%1$L, old.%1$I::text, new.%1$I::text, %2$L) end$c$,
               attname, atttypid = 'json'::regtype)
           else format($c$case when old.%1$I is distinct from new.%1$I then '"%1$s":' || coalesce(to_json(old.%1$I)::text, 'null') end$c$, attname)
         end, ', ' order by attnum) filter (where attname <> all (derived))
    into kept, differing
    from pg_attribute where attrelid = of_table::regclass and attnum > 0 and not attisdropped and attgenerated = '';

  -- After a statement, all that its foreign keys delete by cascade is gone. Services that delete one thing with another say
  -- so in a setting (deletingWithParent).
  execute format($f$
    create or replace function log_changes_of_%1$s() returns trigger language plpgsql set jit = off as $body$
    begin
      if tg_op = 'INSERT' then
        insert into changes (%2$s)
        select %3$s, 'insert', %4$s, %5$s, %6$s, null, null, %7$s, %8$s, null, %9$s, null from new_rows it %10$s where %11$s;
      else
        insert into changes (%2$s)
        select %3$s, 'delete', %4$s, %5$s, %6$s, null, null, %7$s, %8$s, (select row_to_json(r) from (select %12$s) r), null,
            (%13$s) or current_setting('parallax.with_parent', true) = 'true'
          from old_rows it %10$s where %11$s;
      end if;
      return null;
    end $body$ $f$,
    of_table, columns, of_row, version, owner, project, parent, origin, details, of_origin, only_rows, kept,
    gone);
  execute format($f$
    create or replace function log_updates_of_%1$s() returns trigger language plpgsql set jit = off as $body$
    declare
      was constant text := concat_ws(',', %3$s);
      parts text[];
    begin
      if was <> '' then
        parts := string_to_array(current_setting('parallax.origin', true), '|');
        insert into changes (%2$s)
        values (%4$s, 'update', %5$s, %6$s, %7$s,
          case when %8$s is distinct from %6$s then %8$s end, case when %9$s is distinct from %7$s then %9$s end, %10$s,
          nullif(parts[1], '')::uuid, nullif(parts[2], ''), nullif(parts[3], ''), nullif(parts[4], ''),
          ('{' || was || '}')::json, null, null);
      end if;
      return null;
    end $body$ $f$,
    of_table, columns, differing, replace(of_row, 'it.', 'new.'), replace(version, 'it.', 'new.'),
    replace(owner, 'it.', 'new.'), replace(project, 'it.', 'new.'), replace(owner, 'it.', 'old.'),
    replace(project, 'it.', 'old.'), replace(parent, 'it.', 'new.'));
  foreach event in array array['insert', 'update', 'delete'] loop
    execute format('drop trigger if exists %1$s_logged_%2$s on %1$s', of_table, event);
    if event = any (events) then
      execute format('create trigger %1$s_logged_%2$s after %2$s on %1$s %3$s execute function %4$s_of_%1$s()', of_table, event,
        case event when 'insert' then 'referencing new table as new_rows for each statement'
          when 'delete' then 'referencing old table as old_rows for each statement' else 'for each row' end,
        case when event = 'update' then 'log_updates' else 'log_changes' end);
    end if;
  end loop;
end $make$;
