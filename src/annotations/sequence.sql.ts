import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../database/driver/client.js'
import type { Condition } from '../database/rows/conditions.js'
import { sequenceText } from './sequence-text.js'
import type { DividedSequence, ReadPart, SequenceChanges, WholeSequence } from './sequence-parts.js'

/** Reads the sequences of annotations without checking access. */
export async function selectFrames(db: Database, ids: readonly string[]): Promise<{ id: string; frames: unknown }[]> {
  const rows = await db
    .selectFrom('annotations as a')
    .select(['a.id', sequenceText.as('text')])
    .where('a.id', 'in', ids)
    .execute()
  return rows.map(({ id, text }) => ({ id, frames: JSON.parse(text) as unknown }))
}

/**
 * Reads the sequence of an annotation together with its version. Of a sequence that is stored in parts, the boxes are
 * read only of those parts that have one of the `frames` or would get it; null stands for all.
 */
export async function selectSequence(db: Database, id: string, frames: readonly number[] | null, access: Condition) {
  const row = await db
    .selectFrom('annotations as a')
    .select(['a.version', 'a.frames', 'a.framesHead as head', 'a.framesTail as tail', partsFor(frames).as('parts')])
    .where('a.id', '=', id)
    .where(access)
    .executeTakeFirst()
  if (!row) return undefined
  const { version, head, tail, parts } = row
  const isDivided = parts !== null && head !== null && tail !== null
  const sequence: WholeSequence | DividedSequence = isDivided
    ? { head, tail, parts }
    : { frames: row.frames, parts: null }
  return { version, sequence }
}

/** The parts of the sequence of an annotation; NULL where it is stored as a whole. */
function partsFor(frames: readonly number[] | null): RawBuilder<ReadPart[] | null> {
  // A frame before the first part goes into the first part, one after the last box of a part into that part.
  const isNamed = frames
    ? sql`exists (select from unnest(${frames}::float8[]) f
        where (f >= p.from_frame or p.before is null) and (f < p.after or p.after is null))`
    : sql`true`
  return sql`case when a.frames_head is not null then (
    select json_agg(json_build_object('fromFrame', p.from_frame, 'tally', p.tally, 'bytes', octet_length(p.boxes),
        'boxes', case when ${isNamed} then ('[' || p.boxes || ']')::json end) order by p.from_frame)
      from (
        select s.*, lag(s.from_frame) over w as before, lead(s.from_frame) over w as after
          from sequence_parts s where s.annotation_id = a.id window w as (order by s.from_frame)) p) end`
}

/**
 * Changes the sequence of an annotation, in one statement, if it is still at `version` and `access` (a condition on the
 * alias a) still holds. Returns its new counters; undefined otherwise.
 */
export function updateSequence(
  db: Database,
  { id, version, at }: { id: string; version: number; at: Date },
  { columns, written, gone }: SequenceChanges,
  access: Condition,
) {
  const update = (on: Pick<Database, 'updateTable'>) =>
    on
      .updateTable('annotations as a')
      .set({ ...columns, updatedAt: at, version: sql`a.version + 1` })
      .where('a.id', '=', id)
      .where('a.version', '=', version)
      .where(access)
      .returning([
        'a.id',
        'a.version',
        'a.keyframeCount',
        'a.boxCount',
        'a.interpolatedCount as interpolatedFrameCount',
      ])
      .returning(['a.firstFrame', 'a.lastFrame', 'a.updatedAt'])
  if (!written.length && !gone.length) return update(db).executeTakeFirst()
  const parts = written.map(({ fromFrame, text, tally }) => ({ from_frame: fromFrame, boxes: text, tally }))
  return db
    .with('changed', update)
    .with('gone', (on) =>
      on
        .deleteFrom('sequenceParts as p')
        .using('changed')
        .whereRef('p.annotationId', '=', 'changed.id')
        .where('p.fromFrame', '=', sql<number>`any(${gone}::int[])`),
    )
    .with('written', (on) =>
      on
        .insertInto('sequenceParts')
        .columns(['annotationId', 'fromFrame', 'boxes', 'tally'])
        .expression((eb) =>
          eb
            .selectFrom([
              'changed',
              sql<{
                fromFrame: number
                boxes: string
                tally: string
              }>`json_to_recordset(${JSON.stringify(parts)}::json)`.as<'r'>(
                sql`r(from_frame int, boxes text, tally json)`,
              ),
            ])
            .select(['changed.id', 'r.fromFrame', 'r.boxes', 'r.tally']),
        )
        .onConflict((same) =>
          same
            .columns(['annotationId', 'fromFrame'])
            .doUpdateSet((eb) => ({ boxes: eb.ref('excluded.boxes'), tally: eb.ref('excluded.tally') })),
        ),
    )
    .selectFrom('changed')
    .selectAll()
    .executeTakeFirst()
}

/** Copies the parts in which the sequence of an annotation is stored, if it is, to a copy of its row. */
export async function copySequenceParts(db: Database, id: string, copyId: string): Promise<void> {
  await sql`insert into sequence_parts (annotation_id, from_frame, boxes, tally)
    select ${copyId}, from_frame, boxes, tally from sequence_parts where annotation_id = ${id}`.execute(db)
}
