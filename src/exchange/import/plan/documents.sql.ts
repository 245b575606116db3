import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../../database/driver/client.js'
import { copyIn } from '../../../database/driver/copy-in.js'
import { RowBytes, type CopyColumn, type CopyValue } from '../../../database/driver/copy-rows.js'
import { measureColumns } from '../stage/staged-rows.js'
import { actsBefore, type LineState } from '../line-state.js'
import { holdsObject } from './rule.sql.js'
import type { SequenceMeasure } from '../../../annotations/sequences/sequence.js'

export interface IdChange {
  line: number
  kind: string
  id: string
  finalId: string
}

/**
 * Selects ids in the file that the import replaces with others (I-10, I-15, I-23, I-24), of up to `limit` lines after
 * a line.
 */
export async function selectIdChanges(db: Database, after: number, limit: number): Promise<IdChange[]> {
  const { rows } = await sql<IdChange>`
    select line, kind, id, final_id
    from (
      select line, kind, id, coalesce(
        case when act in ('extend', 'overwrite', 'frames') or state = 'skip' then existing_id end, new_id, id) as final_id
      from import_lines
      where line > ${after} and id is not null and kind <> 'ontology' and (state = 'import' or existing_id is not null)
    ) l
    where final_id <> id
    order by line
    limit ${limit}`.execute(db)
  return rows
}

/** Selects the ids that placeholders for missing items get in place of those in the file. */
export async function selectPlaceholderIds(db: Database): Promise<Omit<IdChange, 'line'>[]> {
  const { rows } = await sql<IdChange>`
    select kind, id, final_id from import_placeholders where final_id <> id`.execute(db)
  return rows
}

export interface StagedBody {
  line: number
  kind: string
  body: string
  newId: string | null
}

/**
 * Selects the next documents that may refer to other items. Documents of annotations are excluded, because their
 * references are in columns.
 */
export async function selectReferringBodies(db: Database, after: number, limit: number): Promise<StagedBody[]> {
  const { rows } = await sql<StagedBody>`select l.line, l.kind, l.new_id, b.body::text as body
    from import_lines l
    join import_bodies b on b.line = l.line
    where l.state = 'import' and l.line > ${after} and l.kind not in ('annotation', 'persona', 'claim_relation')
    order by l.line
    limit ${limit}`.execute(db)
  return rows
}

/** Selects the next lines to be merged, each with the stored object that it is united with (I-17). */
export async function selectMergedObjects(db: Database, worldId: string, after: number, limit: number) {
  const { rows } = await sql<{
    line: number
    incoming: string
    existing: string
  }>`select l.line, b.body::text as incoming, o.body::text as existing
    from import_lines l
    join import_bodies b on b.line = l.line
    join world_objects o on o.world_id = ${worldId} and o.kind = l.kind and o.object_id = l.id
    where l.state = 'import' and l.act = 'merge' and l.line > ${after} and ${holdsObject('l.rank')}
    order by l.line
    limit ${limit}`.execute(db)
  return rows
}

export async function replaceBodies(db: Database, changed: readonly { line: number; body: string }[]): Promise<void> {
  if (changed.length === 0) return
  await sql`update import_bodies b set body = n.body
    from unnest(${changed.map((one) => one.line)}::int[], ${changed.map((one) => one.body)}::json[]) n(line, body)
    where b.line = n.line`.execute(db)
}

/** Marks lines whose documents have been united as `replace`. */
export async function settleMergedObjects(db: Database, lines: readonly number[]): Promise<void> {
  await sql`update import_lines
    set act = 'replace'
    where line = any(${lines}::int[]) and act = any(${actsBefore('replace')}::text[])`.execute(db)
}

export interface UnitedSequence {
  line: number
  act: 'frames' | 'insert'
  body: string
  framesSize: number
  measure: SequenceMeasure
  problems: string[] | null
}

/** The columns of import_lines for a united sequence: name, type and value of each. */
const kept: readonly (readonly [column: string, type: string, value: (one: UnitedSequence) => CopyValue])[] = [
  ['act', 'text', (one) => one.act],
  ...measureColumns.map(([column, type, of]) => [column, type, (one: UnitedSequence) => of(one.measure)] as const),
  ['frames_size', 'int', (one) => one.framesSize],
  ['problems', 'json', (one) => one.problems && JSON.stringify(one.problems)],
]

const unitedColumns: readonly CopyColumn<UnitedSequence>[] = [
  ['line', (one) => one.line],
  ['body', (one) => one.body],
  ...kept.map(([column, , value]) => [column, value] as const),
]

/** Stores sequences that were united or split, with newly measured counters. */
export async function replaceSequences(
  db: Database,
  client: pg.ClientBase,
  united: readonly UnitedSequence[],
): Promise<void> {
  if (united.length === 0) return
  const columns = sql.raw(kept.map(([column, type]) => `${column} ${type}`).join(', '))
  await sql`create temp table if not exists import_united (line int, body json, ${columns})`.execute(db)
  const rows = new RowBytes(unitedColumns)
  for (const one of united) rows.add(one)
  await copyIn(client, 'import_united', unitedColumns, [rows.take()])
  const values = sql.join(kept.map(([column]) => sql`${sql.ref(column)} = ${sql.ref(`u.${column}`)}`))
  await sql`update import_lines l set ${values} from import_united u where u.line = l.line`.execute(db)
  await sql`update import_bodies b set body = u.body from import_united u where u.line = b.line`.execute(db)
  await sql`truncate import_united`.execute(db)
}

export interface SequenceVerdict {
  line: number
  state: LineState
  resolution: string
  message: string
}

/**
 * Writes notes for lines whose interpolation conflicts with that of the stored sequence, or that have no frames left,
 * and changes the state of those that are refused or skipped.
 */
export async function noteSequences(db: Database, type: string, verdicts: readonly SequenceVerdict[]): Promise<void> {
  if (verdicts.length === 0) return
  const column = <Name extends keyof SequenceVerdict>(name: Name) => verdicts.map((one) => one[name])
  await sql`with v as (
      select *
      from unnest(${column('line')}::int[], ${column('state')}::text[], ${column('resolution')}::text[],
        ${column('message')}::text[]) x(line, state, resolution, message)
    ), moved as (
      update import_lines l set state = v.state, stop = v.state = 'fail'
      from v
      where l.line = v.line and v.state <> 'import' and l.state = 'import'
      returning l.line
    )
    insert into import_notes (line, severity, type, message, original_id, existing_id, resolution)
    select v.line, s.severity, case s.severity when 'error' then replace(${type}, '-', '_') else ${type} end, v.message,
      l.id, l.existing_id, v.resolution
    from v
    join import_lines l on l.line = v.line
    cross join unnest(case v.state when 'fail' then array['conflict', 'error'] else array['conflict'] end) s(severity)`.execute(
    db,
  )
}
