import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../../database/client.js'
import { copyRows } from '../../../database/copy-in.js'
import type { SequenceMeasure } from '../../../annotations/sequence.js'

export interface IdChange {
  kind: string
  id: string
  finalId: string
}

/** Ids of the file that stand for other ids in the end (I-10, I-15, I-23, I-24). */
export async function selectIdChanges(db: Database): Promise<IdChange[]> {
  const { rows } = await sql<IdChange>`
    select kind, id, coalesce(case when act in ('extend', 'overwrite', 'frames') or state = 'skip' then existing_id end, new_id) as final_id from import_lines
     where id is not null and kind <> 'ontology' and (state = 'import' or existing_id is not null)
       and coalesce(case when act in ('extend', 'overwrite', 'frames') or state = 'skip' then existing_id end, new_id, id) <> id
    union all select kind, id, final_id from import_placeholders where final_id <> id`.execute(db)
  return rows
}

export interface StagedBody {
  line: number
  kind: string
  body: string
  newId: string | null
}

/** The next documents that may refer to other items. Annotations hold no references but their columns. */
export async function selectReferringBodies(db: Database, after: number, limit: number): Promise<StagedBody[]> {
  const { rows } =
    await sql<StagedBody>`select l.line, l.kind, l.new_id, b.body::text as body from import_lines l join import_bodies b on b.line = l.line
    where l.state = 'import' and l.line > ${after} and l.kind not in ('annotation', 'persona', 'claim_relation') order by l.line limit ${limit}`.execute(
      db,
    )
  return rows
}

/** Bodies to be united with stored objects (I-17). */
export async function selectMergedObjects(db: Database, worldId: string) {
  const { rows } = await sql<{
    line: number
    incoming: string
    existing: string
  }>`select l.line, b.body::text as incoming, o.body::text as existing
    from import_lines l join import_bodies b on b.line = l.line join world_objects o on o.world_id = ${worldId} and o.kind = l.kind and o.object_id = l.id
   where l.state = 'import' and l.act = 'merge' and l.rank between 2 and 8 order by l.line limit 1000`.execute(db)
  return rows
}

export async function replaceBodies(db: Database, changed: readonly { line: number; body: string }[]): Promise<void> {
  if (changed.length === 0) return
  await sql`update import_bodies b set body = n.body from unnest(${changed.map((one) => one.line)}::int[], ${changed.map((one) => one.body)}::json[]) n(line, body)
    where b.line = n.line`.execute(db)
}

/** Objects that have been united are from now on simply replaced. */
export async function settleMergedObjects(db: Database, lines: readonly number[]): Promise<void> {
  await sql`update import_lines set act = 'replace' where line = any(${lines}::int[])`.execute(db)
}

export interface UnitedSequence {
  line: number
  act: 'frames' | 'insert'
  body: string
  framesSize: number
  measure: SequenceMeasure
  problems: string[] | null
}

/** Sequences that were united or split, with their counters measured anew. */
export async function replaceSequences(
  db: Database,
  client: pg.ClientBase,
  united: readonly UnitedSequence[],
): Promise<void> {
  if (united.length === 0) return
  await sql`create temp table if not exists import_united (line int, act text, has_boxes boolean, box_count int, keyframe_count int,
    interpolated_count float8, first_frame float8, last_frame float8, track_id text, frames_size int, problems json, body json) on commit drop`.execute(
    db,
  )
  await copyRows(
    client,
    'import_united',
    [
      'line',
      'act',
      'has_boxes',
      'box_count',
      'keyframe_count',
      'interpolated_count',
      'first_frame',
      'last_frame',
      'track_id',
      'frames_size',
      'problems',
      'body',
    ],
    united.map(({ line, act, measure: m, framesSize, problems, body }) => [
      line,
      act,
      m.hasBoxes,
      m.boxCount,
      m.keyframeCount,
      m.interpolatedCount,
      m.firstFrame,
      m.lastFrame,
      m.trackId,
      framesSize,
      problems && JSON.stringify(problems),
      body,
    ]),
  )
  await sql`update import_lines l set act = u.act, has_boxes = u.has_boxes, box_count = u.box_count, keyframe_count = u.keyframe_count,
      interpolated_count = u.interpolated_count, first_frame = u.first_frame, last_frame = u.last_frame, track_id = u.track_id, frames_size = u.frames_size,
      problems = u.problems from import_united u where u.line = l.line`.execute(db)
  await sql`update import_bodies b set body = u.body from import_united u where u.line = b.line`.execute(db)
  await sql`truncate import_united`.execute(db)
}

export interface SequenceVerdict {
  line: number
  state: 'import' | 'skip' | 'fail'
  resolution: string
  message: string
}

/** Lines whose sequences clash in their interpolation, or of which nothing is left. */
export async function noteSequences(db: Database, type: string, verdicts: readonly SequenceVerdict[]): Promise<void> {
  if (verdicts.length === 0) return
  await sql`with v as (select * from unnest(${verdicts.map((one) => one.line)}::int[], ${verdicts.map((one) => one.state)}::text[],
        ${verdicts.map((one) => one.resolution)}::text[], ${verdicts.map((one) => one.message)}::text[]) x(line, state, resolution, message)
    ), changed as (update import_lines l set state = v.state, stop = v.state = 'fail' from v where l.line = v.line and v.state <> 'import' returning l.line)
    insert into import_notes (line, severity, type, message, original_id, existing_id, resolution)
      select v.line, s.severity, case s.severity when 'error' then replace(${type}, '-', '_') else ${type} end, v.message, l.id, l.existing_id, v.resolution
        from v join import_lines l on l.line = v.line cross join unnest(case v.state when 'fail' then array['conflict', 'error'] else array['conflict'] end) s(severity)`.execute(
    db,
  )
}
