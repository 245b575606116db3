-- One log of every change of content and of access, in the transaction of the change: what the feed of changes, the
-- history of things, the trash, the audit and the webhooks read. docs/decisions/0025-one-log-of-changes.md says why it is
-- made this way.

-- What is added to the numbers of transactions, which begin anew in another cluster: a restored database sets it so that
-- positions go on rising. A function, because PostgreSQL replaces a call of it by its value when it plans.
create function change_base() returns bigint language sql immutable parallel safe as 'select 0::bigint';

-- Which log a position belongs to: a database that was restored from a backup has another one, and positions of the
-- former are refused, because it may lack what they follow.
do $$
begin
  execute format('create function change_log() returns text language sql immutable parallel safe as %L',
    format('select %L::text', left(replace(gen_random_uuid()::text, '-', ''), 8)));
end $$;

create sequence changes_seq;
create table changes (
  -- The position of the entry is (tx, seq). Transactions commit in any order, so a reader takes only entries of
  -- transactions before the first one that still runs.
  tx bigint not null default change_base() + pg_current_xact_id()::text::bigint,
  seq bigint not null default nextval('changes_seq'),
  at timestamptz(3) not null default now(),
  kind text not null,
  -- The id of the row; of a type, an ontology or an object of a world that of its persona or world, where `part` says
  -- which one it is.
  thing uuid,
  part text,
  operation text not null,
  -- After the change.
  version integer,
  owner_id uuid,
  project_id uuid,
  -- Where the change moved the row: whose, and in which project, it was.
  former_owner_id uuid,
  former_project_id uuid,
  -- The thing that this one goes with when that is deleted.
  parent_id uuid,
  actor_id uuid,
  -- How the actor came: session, token, job or command, and its id.
  via text,
  via_id text,
  request_id text,
  -- The row as it was before: all its columns where it was deleted, and those that differ where it was changed. Instead
  -- of a long text, `<column>~` holds how to make it from the text that replaced it (text_before).
  before json,
  -- What entries that are no changes of rows tell, such as the address of a sign-in.
  details json
) partition by range (at);
create index changes_in_order on changes (tx, seq);
create index changes_of_thing on changes (thing, part, tx, seq);
create index changes_trash on changes (owner_id, at desc) where operation = 'delete';

-- A part for each week from Monday on; the server makes those that follow, and rows of other times find a place, too.
create schema if not exists parts;
create table parts.changes_other partition of changes default
  with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
do $$
declare
  monday timestamptz;
begin
  for week in 0..2 loop
    monday := (date_trunc('week', now() at time zone 'UTC') + week * interval '7 days') at time zone 'UTC';
    execute format('create table parts.changes_%s partition of changes for values from (%L) to (%L) with
        (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05)',
      to_char(monday at time zone 'UTC', 'YYYYMMDD'), monday, monday + interval '7 days');
  end loop;
end $$;

-- How a text was before a change, as a member of `before`. A text of more than 256 bytes becomes
-- [bytes at the beginning that both share, bytes at the end, the text between them], so that ten edits of a long sequence
-- take no ten sequences. Found by halving, on bytes, because these are compared at once and need no counting.
create function text_before(name text, old text, new text, is_json boolean) returns text language plpgsql immutable parallel safe as $$
declare
  a bytea;
  b bytea;
  of_a integer;
  of_b integer;
  low integer := 0;
  high integer;
  mid integer;
  head integer;
begin
  if old is null or new is null or octet_length(old) <= 256 then
    return to_json(name)::text || ':' || coalesce(case when is_json then old else to_json(old)::text end, 'null');
  end if;
  a := convert_to(old, 'UTF8');
  b := convert_to(new, 'UTF8');
  of_a := length(a);
  of_b := length(b);
  high := least(of_a, of_b);
  while low < high loop
    mid := (low + high + 1) / 2;
    if substr(a, low + 1, mid - low) = substr(b, low + 1, mid - low) then low := mid; else high := mid - 1; end if;
  end loop;
  head := low;
  -- No character is cut: its further bytes begin with the bits 10.
  while head > 0 and head < of_a and get_byte(a, head) & 192 = 128 loop head := head - 1; end loop;
  low := 0;
  high := least(of_a, of_b) - head;
  while low < high loop
    mid := (low + high + 1) / 2;
    if substr(a, of_a - mid + 1, mid - low) = substr(b, of_b - mid + 1, mid - low) then low := mid; else high := mid - 1; end if;
  end loop;
  while low > 0 and get_byte(a, of_a - low) & 192 = 128 loop low := low - 1; end loop;
  return to_json(name || '~')::text || ':' || json_build_array(head, low, convert_from(substr(a, head + 1, of_a - low - head), 'UTF8'))::text;
end $$;

-- The same SQL over the row after the change.
create function of_new(expression text) returns text language sql immutable as $$ select replace(expression, 'it.', 'n.') $$;

-- Makes, or makes anew, the functions and the triggers that log the changes of a table. Statement triggers with
-- transition tables: one entry a row, one statement of the log for each statement, whoever sends it. The arguments after
-- the table are SQL over `it`, a row of the table. A column that is added later is logged once this has run again.
--   secrets: columns whose values never enter the log; derived: columns whose change alone leaves no entry
create function log_changes(
  of_table text, kind text, thing text default 'it.id', part text default 'null', owner text default 'null::uuid',
  project text default 'null::uuid', parent text default 'null', version text default 'null', details text default 'null',
  keys text[] default '{id}', secrets text[] default '{}', derived text[] default '{}',
  events text[] default '{insert,update,delete}', only_rows text default 'true'
) returns void language plpgsql as $make$
declare
  kept text;
  differing text;
  same_key text;
  event text;
  columns constant text := 'kind, thing, part, operation, version, owner_id, project_id, former_owner_id, former_project_id,
      parent_id, actor_id, via, via_id, request_id, before, details';
  origin constant text := $o$nullif(origin.parts[1], '')::uuid, nullif(origin.parts[2], ''), nullif(origin.parts[3], ''), nullif(origin.parts[4], '')$o$;
  -- Part of the statement, since one with a variable of the function would be planned anew each time, which takes longer
  -- than running it.
  of_origin constant text := $o$cross join (select string_to_array(current_setting('parallax.origin', true), '|') as parts offset 0) origin$o$;
  of_row constant text := format('%s, %s, %s', kind, thing, part);
begin
  select string_agg(format('it.%I', attname), ', ' order by attnum) filter (where attname <> all (secrets)),
         string_agg(case
           when attname = any (secrets) then format($c$case when it.%1$I is distinct from n.%1$I then '"%1$s":null' end$c$, attname)
           when atttypid in ('text'::regtype, 'json'::regtype) then
             format($c$case when it.%1$I::text is distinct from n.%1$I::text then text_before(%1$L, it.%1$I::text, n.%1$I::text, %2$L) end$c$,
               attname, atttypid = 'json'::regtype)
           else format($c$case when it.%1$I is distinct from n.%1$I then '"%1$s":' || coalesce(to_json(it.%1$I)::text, 'null') end$c$, attname)
         end, ', ' order by attnum) filter (where attname <> all (derived))
    into kept, differing
    from pg_attribute where attrelid = of_table::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  select string_agg(format('it.%1$I = n.%1$I', key), ' and ') into same_key from unnest(keys) key;

  execute format($f$
    create or replace function log_changes_of_%1$s() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'INSERT' then
        insert into changes (%2$s)
        select %3$s, 'insert', %4$s, %5$s, %6$s, null, null, %7$s, %8$s, null, %9$s from new_rows it %10$s where %11$s;
      else
        insert into changes (%2$s)
        select %3$s, 'delete', %4$s, %5$s, %6$s, null, null, %7$s, %8$s, (select row_to_json(r) from (select %12$s) r), null
          from old_rows it %10$s where %11$s;
      end if;
      return null;
    end $body$ $f$,
    of_table, columns, of_row, version, owner, project, parent, origin, details, of_origin, only_rows, kept);
  -- Without nested loops: the plan is kept, and one that was made for a single row took 4.7 s for 5,000. This one takes
  -- 0.05 s, and 5 microseconds more for one row.
  execute format($f$
    create or replace function log_updates_of_%1$s() returns trigger language plpgsql set enable_nestloop = off as $body$
    begin
      insert into changes (%2$s)
      select %3$s, 'update', %4$s, %5$s, %6$s,
          case when %7$s is distinct from %5$s then %7$s end, case when %8$s is distinct from %6$s then %8$s end,
          %9$s, %10$s, ('{' || d.text || '}')::json, null
        from old_rows it join new_rows n on %11$s %12$s
        cross join lateral (select concat_ws(',', %13$s) as text offset 0) d
       where d.text <> '';
      return null;
    end $body$ $f$,
    of_table, columns, of_new(of_row), of_new(version), of_new(owner), of_new(project), owner, project, of_new(parent),
    origin, same_key, of_origin, differing);
  foreach event in array array['insert', 'update', 'delete'] loop
    execute format('drop trigger if exists %1$s_logged_%2$s on %1$s', of_table, event);
    if event = any (events) then
      execute format('create trigger %1$s_logged_%2$s after %2$s on %1$s referencing %3$s for each statement
        execute function %4$s_of_%1$s()', of_table, event,
        concat_ws(' ', case when event <> 'insert' then 'old table as old_rows' end, case when event <> 'delete' then 'new table as new_rows' end),
        case when event = 'update' then 'log_updates' else 'log_changes' end);
    end if;
  end loop;
end $make$;
