-- The functions that write the log of changes run without JIT, however the session is set. Updates avoid nested loops by
-- a setting, so their plan costs more than any limit, and PostgreSQL compiled it at each execution: an update of one
-- claim from psql took 1.2 s in place of 1.5 ms, as did every write behind a pooler that drops `options`. The setting
-- itself costs less than can be measured.

-- log_changes gives it to the functions that it makes from now on.
do $$
begin
  execute replace(replace(pg_get_functiondef('log_changes'::regproc),
    'language plpgsql as $body$', 'language plpgsql set jit = off as $body$'),
    'language plpgsql set enable_nestloop = off as $body$', 'language plpgsql set enable_nestloop = off set jit = off as $body$');
end $$;

do $$
declare
  made regprocedure;
begin
  for made in select oid from pg_proc where pronamespace = 'public'::regnamespace and proname ~ '^log_(changes|updates)_of_' loop
    execute format('alter function %s set jit = off', made);
  end loop;
end $$;
