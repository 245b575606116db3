import { sql, type RawBuilder } from 'kysely'
import { among } from '../access/measure.js'
import type { RuleForm, WithAbilities } from '../access/abilities.js'
import { abilitySlots } from '../access/ability-slots.js'
import { visible } from '../access/rules.js'
import { slot } from '../database/driver/prepared.js'
import { namesBut } from '../database/rows/record.js'
import { printedColumns, reading, readings, type ReadConnections } from '../database/rows/record-read.js'
import { RowPrinter, textAt } from '../database/rows/row-printer.js'
import type { RawRow } from '../database/driver/wire-pool.js'
import { reachesInto } from './lists/annotation-list.sql.js'
import { annotationRecord, trackMembers } from './annotation.shape.js'
import { highestFrame } from './sequences/sequence-check.js'
import { sequenceJson, sequenceText } from './sequences/sequence-text.js'
import type { Window } from './sequences/window.js'

const columns = printedColumns(annotationRecord, ['version'], { frames: sequenceJson })
/** Prints an annotation as the REST routes answer it. */
export const annotationPrinter = new RowPrinter(columns.members)

/** The columns of lists, including those by which lists can be sorted. */
export const listedColumns = printedColumns(annotationRecord, ['firstFrame'], { frames: sequenceText })
export const listedPrinter = new RowPrinter(listedColumns.members)

interface OfVideo extends WithAbilities {
  videoId: string
  /** Restricts the result to annotations whose boxes reach into these frames. */
  window?: Window
}

const whole: Window = { from: 0, to: highestFrame }
const inWindow = reachesInto(
  slot<OfVideo>(({ window = whole }) => window.from),
  slot<OfVideo>(({ window = whole }) => window.to),
)

/**
 * Builds the statement that reads a video's annotations that the actor may read, oldest first; it has one variant for
 * administrators and one for other users. Sequences are read as json and not as text, so that the sort holds only a
 * pointer to a sequence that is stored as a whole.
 */
const ofVideo = (count: number, list: RawBuilder<unknown>, isWindowed: boolean) =>
  readings<OfVideo, RuleForm>(String, (form) =>
    reading(
      count,
      () => sql`
      select ${list}
        from annotations a
       where a.video_id = ${slot<OfVideo>((input) => input.videoId)}${isWindowed ? sql` and ${inWindow}` : sql``}
         and ${among(visible(abilitySlots(form), 'annotation', 'a'))}
       order by a.created_at, a.id`,
    ),
  )

export const annotationsOfVideo = ofVideo(columns.count, columns.list, false)
const annotationsOfWindow = ofVideo(columns.count, columns.list, true)

/** Prints the members of a track in lists. */
export const trackPrinter = new RowPrinter(
  trackMembers.map((key, column) => ({ key, column, print: annotationRecord.fields[key].kind })),
)
const trackColumns = sql.join(trackMembers.map((name) => sql.ref(`a.${annotationRecord.fields[name].column}`)))
const tracksOfVideo = ofVideo(trackMembers.length, trackColumns, false)
const sequencesOfWindow = ofVideo(3, sql`a.id, a.version, ${sequenceJson}`, true)

/** Reads a video's annotations that the actor may read, oldest first; with a window, only those that reach into it. */
export function selectAnnotationsOfVideo(on: ReadConnections, input: OfVideo): Promise<RawRow[]> {
  const statement = input.window ? annotationsOfWindow : annotationsOfVideo
  return statement(input.abilities.form).rows(on, input)
}

/** Reads only id, version and sequence of the annotations that reach into a window, oldest first. */
export function selectSequencesOfWindow(on: ReadConnections, input: OfVideo): Promise<RawRow[]> {
  return sequencesOfWindow(input.abilities.form).rows(on, input)
}

/** Reads the columns of `trackMembers` of all annotations of a video that the actor may read, oldest first. */
export function selectTracksOfVideo(on: ReadConnections, input: OfVideo): Promise<RawRow[]> {
  return tracksOfVideo(input.abilities.form).rows(on, input)
}

const ofRow = namesBut(annotationRecord, 'framesHead', 'framesTail')
/**
 * The columns that statements return of an annotation that they have written. The sequence is NULL if it is stored in
 * parts: the statement would see the old parts if another writer had changed them first.
 */
export const written = printedColumns(annotationRecord, ofRow, {
  frames: sql`case when a.frames_head is null then a.frames end`,
})
/** Prints such a row as the REST routes answer it. */
export const writtenPrinter = new RowPrinter(written.members)

const byId = reading<string>(
  written.count,
  () => sql`
    select ${printedColumns(annotationRecord, ofRow, { frames: sequenceText }).list}
      from annotations a where a.id = ${slot<string>((id) => id)}`,
)

/** Reads one annotation in the columns of `written`, without checking access. */
export async function selectAnnotationRow(on: ReadConnections, id: string): Promise<RawRow | undefined> {
  const [row] = await byId.rows(on, id)
  return row
}

/** Returns whether a statement has returned the sequence of the annotation that it has written. */
export const hasSequence = (row: RawRow): boolean => textAt(row, written.at('frames')) !== null
export const versionOf = (row: RawRow): number => Number(textAt(row, written.at('version')))
