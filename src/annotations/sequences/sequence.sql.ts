import { sql } from 'kysely'
import type { RuleForm, WithAbilities } from '../../access/abilities.js'
import { abilitySlots } from '../../access/ability-slots.js'
import { permitted } from '../../access/rules.js'
import type { Database } from '../../database/driver/client.js'
import { slot, statement, statementsBy, type StatementTarget } from '../../database/driver/statement.js'
import { columnList, slotList } from '../../database/rows/record-write.js'
import { annotationRecord } from '../annotation.shape.js'
import type { DividedSequence, ReadPart, SequenceChanges, WholeSequence } from './sequence-parts.js'
import { sequenceText } from './sequence-text.js'

/** Reads the sequences of annotations without checking access. */
export async function selectFrames(db: Database, ids: readonly string[]): Promise<{ id: string; frames: unknown }[]> {
  const rows = await db
    .selectFrom('annotations as a')
    .select(['a.id', sequenceText.as('text')])
    .where('a.id', 'in', ids)
    .execute()
  return rows.map(({ id, text }) => ({ id, frames: JSON.parse(text) as unknown }))
}

interface Selection extends WithAbilities {
  id: string
  /** The frames whose parts are read with their boxes; null for all. */
  frames: readonly number[] | null
}

const frames = slot<Selection>((input) => input.frames)
/** A frame before the first part belongs to that part; a frame after the last box of a part belongs to that part. */
const isNamed = sql`(${frames}::float8[] is null or exists (select from unnest(${frames}::float8[]) f
  where (f >= p.from_frame or p.before is null) and (f < p.after or p.after is null)))`

const selection = statementsBy<Selection, RuleForm>(String, (form) =>
  statement(
    () => sql`
      select a.version, a.updated_at, a.stale, a.frames, a.frames_head, a.frames_tail, case when a.frames_head is not null then (
          select json_agg(json_build_object('fromFrame', p.from_frame, 'tally', p.tally, 'bytes', octet_length(p.boxes),
              'boxes', case when ${isNamed} then ('[' || p.boxes || ']')::json end) order by p.from_frame)
            from (
              select s.*, lag(s.from_frame) over w as before, lead(s.from_frame) over w as after
                from sequence_parts s where s.annotation_id = a.id window w as (order by s.from_frame)) p) end as parts
        from annotations a
       where a.id = ${slot<Selection>(({ id }) => id)}
         and ${permitted(abilitySlots(form), 'update', 'annotation', 'a')}`,
  ),
)

type SelectedRow = [
  version: number,
  updatedAt: string,
  stale: boolean,
  frames: unknown,
  head: string | null,
  tail: string | null,
  ReadPart[] | null,
]

/**
 * Reads the sequence of an annotation that the actor may change, together with its version. If it is stored in parts,
 * boxes are read only of the parts that contain or would receive one of the `frames`.
 */
export async function selectSequence(on: StatementTarget, input: Selection) {
  const [row] = (await selection(input.abilities.form).rows(on, input)) as SelectedRow[]
  if (!row) return undefined
  const [version, updatedAt, stale, frames, head, tail, parts] = row
  const isDivided = parts !== null && head !== null && tail !== null
  const sequence: WholeSequence | DividedSequence = isDivided ? { head, tail, parts } : { frames, parts: null }
  return { version, updatedAt, stale, sequence }
}

interface Update extends WithAbilities {
  id: string
  version: number
  at: Date
  changes: SequenceChanges
}

const columns = [
  'framesHead',
  'framesTail',
  'framesSize',
  'framesComplete',
  'trackId',
  'hasBoxes',
  'boxCount',
  'keyframeCount',
  'interpolatedCount',
  'firstFrame',
  'lastFrame',
  'sequenceProblems',
  'updatedAt',
] as const

const rowOf = ({ changes, at }: Update) => ({ ...changes.columns, updatedAt: at })
const partsAsJson = ({ changes: { written } }: Update) =>
  JSON.stringify(written.map(({ fromFrame, text, tally }) => ({ from_frame: fromFrame, boxes: text, tally })))

const update = statementsBy<Update, RuleForm>(String, (form) =>
  statement(
    () => sql`
      with changed as (
        update annotations a
           set version = a.version + 1,
               frames = coalesce(${slot<Update>(({ changes }) => changes.columns.frames)}::json, a.frames),
               (${columnList(annotationRecord, columns)}) = row(${slotList(annotationRecord, columns, rowOf)})
         where a.id = ${slot<Update>(({ id }) => id)} and a.version = ${slot<Update>(({ version }) => version)}
           and ${permitted(abilitySlots(form), 'update', 'annotation', 'a')}
        returning a.id, a.version, a.keyframe_count, a.box_count, a.interpolated_count, a.first_frame, a.last_frame,
                  a.updated_at
      ), gone as (
        delete from sequence_parts p using changed
         where p.annotation_id = changed.id
           and p.from_frame = any(${slot<Update>(({ changes }) => changes.gone)}::int[])
      ), written as (
        insert into sequence_parts (annotation_id, from_frame, boxes, tally)
        select changed.id, r.from_frame, r.boxes, r.tally
          from changed, json_to_recordset(${slot<Update>(partsAsJson)}::json) r(from_frame int, boxes text, tally json)
            on conflict (annotation_id, from_frame) do update set boxes = excluded.boxes, tally = excluded.tally)
      select * from changed`,
    { writes: true },
  ),
)

type UpdatedRow = [string, number, number, number, number, number | null, number | null, string]

/**
 * Changes the sequence of an annotation, in one statement, if it is still at `version` and the actor may still change
 * it. Returns its new counters; undefined otherwise.
 */
export async function updateSequence(on: StatementTarget, input: Update) {
  const [row] = (await update(input.abilities.form).rows(on, input)) as UpdatedRow[]
  if (!row) return undefined
  const [id, version, keyframeCount, boxCount, interpolatedFrameCount, firstFrame, lastFrame, updatedAt] = row
  return { id, version, keyframeCount, boxCount, interpolatedFrameCount, firstFrame, lastFrame, updatedAt }
}

/** Copies the parts of a sequence, if it is stored in parts, to a copy of its row. */
export async function copySequenceParts(db: Database, id: string, copyId: string): Promise<void> {
  await sql`insert into sequence_parts (annotation_id, from_frame, boxes, tally)
    select ${copyId}, from_frame, boxes, tally from sequence_parts where annotation_id = ${id}`.execute(db)
}
