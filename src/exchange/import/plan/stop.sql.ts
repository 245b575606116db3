import { sql } from 'kysely'
import type { Database } from '../../../database/driver/client.js'
import { before, type LineState } from '../line-state.js'
import type { Fragment } from './rule.sql.js'

/**
 * Changes the state of the lines that meet a condition on the alias l, if the transition is allowed from their present
 * state.
 */
async function move(db: Database, to: LineState, where: Fragment): Promise<void> {
  await sql`update import_lines l
    set state = ${to}
    where l.state = any(${before(to)}::text[]) and ${where}`.execute(db)
}

/** In strict mode, turns every warning into an error and fails its line (I-31). */
export async function refuseWarnings(db: Database): Promise<void> {
  await move(
    db,
    'fail',
    sql`(l.twin is not null or l.line in (select n.line from import_notes n where n.severity = 'warning'))`,
  )
  await sql`update import_notes set severity = 'error' where severity = 'warning'`.execute(db)
}

/**
 * Fails the lines that refer to a failed line, and those that refer to these: the database would refuse them, so a
 * preview must report it too.
 */
export async function failDependents(db: Database): Promise<void> {
  for (let count = 1; count > 0;) {
    const { rows } = await sql<{ count: number }>`with lost as (
        select kind, id, min(line) as line
        from import_lines
        where kind in ('persona', 'summary', 'claim') and id is not null
        group by kind, id
        having bool_or(state = 'fail') and not bool_or(state = 'import' or state = 'skip' and existing_id is not null)
      ), moved as (
        update import_lines l set state = 'fail'
        from lost
        where l.state = 'import' and (lost.kind, lost.id) in
          (('persona', l.persona_id), ('summary', l.summary_id), ('claim', l.source_id), ('claim', l.target_id))
        returning l.line, lost.line as first
      ), noted as (
        insert into import_notes (line, severity, type, message)
        select line, 'error', 'execution', 'It refers to line ' || min(first) || ', which failed'
        from moved
        group by line
      )
      select count(*)::int as count from moved`.execute(db)
    count = rows[0]?.count ?? 0
  }
}

interface Stop {
  line: number
  rank: number
}

/** Selects the first line, in order of dependency, that stops the import (I-22). */
export async function selectStop(db: Database): Promise<Stop | undefined> {
  const { rows } = await sql<Stop>`select line, rank from import_lines where stop order by rank, line limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Fails every line after the one that stopped the import. Only that line is reported as an error. */
export async function cutAfter(db: Database, stop: Stop): Promise<void> {
  const behind = sql`(l.rank, l.line) > (${stop.rank}::smallint, ${stop.line}::int)`
  await move(db, 'fail', sql`l.state = 'import' and ${behind}`)
  await sql`delete from import_notes n
    using import_lines l
    where l.line = n.line and n.severity = 'error' and l.stop and ${behind}`.execute(db)
  await insertError(db, 0, `The import stopped at line ${stop.line}`)
}

/** Fails a line that the database refused. */
export async function failLine(db: Database, line: number, message: string): Promise<void> {
  await move(db, 'fail', sql`l.line = ${line}`)
  await insertError(db, line, message)
}

async function insertError(db: Database, line: number, message: string): Promise<void> {
  await sql`insert into import_notes (line, severity, type, message)
    values (${line}, 'error', 'execution', ${message})`.execute(db)
}

/** Selects the lines of these ranks that are to be imported, parents first. */
export async function selectLinesOf(db: Database, ranks: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ line: number }>`select line
    from import_lines
    where state = 'import' and rank = any(${ranks}::smallint[])
    order by depth nulls first, line`.execute(db)
  return rows.map((row) => row.line)
}
