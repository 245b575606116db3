import { sql } from 'kysely'
import type { Database } from '../../../database/driver/client.js'
import type { LineState } from '../line-state.js'

export interface StateCount {
  kind: string
  state: LineState
  count: number
  sequences: number
  keyframes: number
  interpolated: number
  single: number
  repeats: number
}

/** Counts lines, sequences and frames by kind and state of the lines. */
export async function selectStateCounts(db: Database): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`select kind, state, count(*)::int as count,
      (count(*) filter (where has_boxes))::int as sequences,
      coalesce(sum(keyframe_count), 0)::float8 as keyframes,
      coalesce(sum(interpolated_count), 0)::float8 as interpolated,
      (count(*) filter (where keyframe_count = 1))::int as single,
      count(twin)::int as repeats
    from import_lines
    group by kind, state`.execute(db)
  return rows
}

/** The number of reasons that a report names for skipped lines. */
const namedReasons = 3

/**
 * Adds a first warning, of line 0, if more lines were skipped than are imported, with the reasons: the types of the
 * notes on the skipped lines.
 */
export async function noteMostlySkipped(db: Database): Promise<void> {
  await sql`with n as (
      select count(*) filter (where state = 'skip') as skipped, count(*) filter (where state = 'import') as imported,
        count(*) as total
      from import_lines
    ), reasons as (
      select n.type, count(distinct n.line) as lines
      from import_notes n
      join import_lines l on l.line = n.line
      where l.state = 'skip' and n.severity <> 'error' and n.type <> 'missing-dependency'
      group by n.type
      order by lines desc, n.type
      limit ${sql.lit(namedReasons)}
    )
    insert into import_notes (line, severity, type, message)
    select 0, 'warning', 'mostly_skipped', concat(n.skipped, ' of ', n.total, ' lines skipped, ', n.imported, ' imported',
      ' (' || (select string_agg(type || ': ' || lines, ', ' order by lines desc, type) from reasons) || ')')
    from n
    where n.skipped > n.imported`.execute(db)
}

/** Counts placeholders by kind. Types are excluded, because they are part of their ontology. */
export async function selectPlaceholderCounts(db: Database): Promise<{ kind: string; count: number }[]> {
  const { rows } = await sql<{
    kind: string
    count: number
  }>`select kind, count(*)::int as count from import_placeholders where kind <> 'type' group by kind`.execute(db)
  return rows
}

export async function hasErrors(db: Database): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean
  }>`select exists (select from import_notes where severity = 'error') as found`.execute(db)
  return rows[0]?.found ?? false
}

export interface NoteTotals {
  count: number
  /** The estimated bytes of the notes in the report, without the ids of conflicts. */
  bytes: number
  hasErrors: boolean
}

/** The bytes of a printed note besides its message: the line, the type and the names of the members. */
const bytesOfNote = 60

export async function selectNoteTotals(db: Database): Promise<NoteTotals> {
  const { rows } = await sql<NoteTotals>`
    select count(*)::float8 as count,
      coalesce(sum(octet_length(message) + ${sql.lit(bytesOfNote)}), 0)::float8 as bytes,
      coalesce(bool_or(severity = 'error'), false) as has_errors
    from import_notes`.execute(db)
  return rows[0] ?? { count: 0, bytes: 0, hasErrors: false }
}
