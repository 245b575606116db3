import { sql } from 'kysely'
import type { Database } from '../../../database/client.js'

export interface StateCount {
  kind: string
  state: 'import' | 'skip' | 'fail' | 'exclude'
  count: number
  sequences: number
  keyframes: number
  interpolated: number
  single: number
}

export async function selectStateCounts(db: Database): Promise<StateCount[]> {
  const { rows } =
    await sql<StateCount>`select kind, state, count(*)::int as count, (count(*) filter (where has_boxes))::int as sequences,
      coalesce(sum(keyframe_count), 0)::float8 as keyframes, coalesce(sum(interpolated_count), 0)::float8 as interpolated,
      (count(*) filter (where keyframe_count = 1))::int as single from import_lines group by kind, state`.execute(db)
  return rows
}

export async function selectPlaceholderCounts(db: Database): Promise<{ kind: string; count: number }[]> {
  const { rows } = await sql<{
    kind: string
    count: number
  }>`select kind, count(*)::int as count from import_placeholders where kind <> 'type' group by kind`.execute(db)
  return rows
}

/** I-31: what would be a warning refuses the item. */
export async function refuseWarnings(db: Database): Promise<void> {
  await sql`update import_lines set state = 'fail' where state in ('import', 'skip') and line in (select line from import_notes where severity = 'warning')`.execute(
    db,
  )
  await sql`update import_notes set severity = 'error' where severity = 'warning'`.execute(db)
}

/** I-22: the first line, in order of dependency, that stops the import. */
export async function selectStop(db: Database): Promise<{ line: number; rank: number } | undefined> {
  const { rows } = await sql<{
    line: number
    rank: number
  }>`select line, rank from import_lines where stop order by rank, line limit 1`.execute(db)
  return rows[0]
}

/** What stands behind the stop is not imported; only the line that stopped it is an error. */
export async function cutAfter(db: Database, stop: { line: number; rank: number }): Promise<void> {
  await sql`update import_lines set state = 'fail' where state = 'import' and (rank, line) > (${stop.rank}::smallint, ${stop.line}::int)`.execute(
    db,
  )
  await sql`delete from import_notes n using import_lines l where l.line = n.line and n.severity = 'error' and l.stop
    and (l.rank, l.line) > (${stop.rank}::smallint, ${stop.line}::int)`.execute(db)
}

export async function hasErrors(db: Database): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean
  }>`select exists (select from import_notes where severity = 'error') as found`.execute(db)
  return rows[0]?.found ?? false
}

export async function insertError(db: Database, line: number, type: string, message: string): Promise<void> {
  await sql`insert into import_notes (line, severity, type, message) values (${line}, 'error', ${type}, ${message})`.execute(
    db,
  )
}

/** A line that the database refused. */
export async function failLine(db: Database, line: number, message: string): Promise<void> {
  await sql`update import_lines set state = 'fail' where line = ${line}`.execute(db)
  await insertError(db, line, 'execution', message)
}

/** Lines of one rank that are to be imported, parents first. */
export async function selectLinesOf(db: Database, ranks: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{
    line: number
  }>`select line from import_lines where state = 'import' and rank = any(${ranks}::smallint[]) order by depth nulls first, line`.execute(
    db,
  )
  return rows.map((row) => row.line)
}
