import { sql, type Kysely } from 'kysely'

export interface WatchedLines {
  /** All transitions of a column seen so far, such as `import > skip`. */
  moves(column: 'state' | 'act'): Promise<string[]>
  /** The number of lines of the last import by final state. */
  endsOfLastImport(): Promise<Record<string, number>>
}

/** Puts triggers on the temporary table of lines of every later import and preview. */
export async function watchLines(db: Kysely<any>): Promise<WatchedLines> {
  for (const statement of [
    // An import has a connection of its own.
    `create table watched_lines (n bigint generated always as identity, import int default pg_backend_pid(), line int,
       old_state text, state text, old_act text, act text)`,
    `create function watch_line() returns trigger language plpgsql as $$ begin
       insert into public.watched_lines (line, old_state, state, old_act, act)
         values (new.line, old.state, new.state, old.act, new.act);
       return null;
     end $$`,
    `create function watch_lines() returns event_trigger language plpgsql as $$ begin
       if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'pg_temp.import_lines') then
         create trigger watch after insert or update of state, act on pg_temp.import_lines
           for each row execute function public.watch_line();
       end if;
     end $$`,
    `create event trigger watch_lines on ddl_command_end when tag in ('CREATE TABLE') execute function watch_lines()`,
  ])
    await sql.raw(statement).execute(db)
  return {
    async moves(column) {
      const { rows } = await sql<{ move: string }>`
        select distinct ${sql.ref(`old_${column}`)} || ' > ' || ${sql.ref(column)} as move
        from watched_lines
        where ${sql.ref(`old_${column}`)} <> ${sql.ref(column)}
        order by 1`.execute(db)
      return rows.map((row) => row.move).sort()
    },
    async endsOfLastImport() {
      const { rows } = await sql<{ state: string; count: number }>`
        select state, count(*)::int as count
        from (
          select distinct on (line) line, state
          from watched_lines
          where import = (select import from watched_lines order by n desc limit 1)
          order by line, n desc
        ) ends
        group by state`.execute(db)
      return Object.fromEntries(rows.map((row) => [row.state, row.count]))
    },
  }
}
