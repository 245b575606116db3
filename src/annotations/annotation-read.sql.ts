import { sql, type RawBuilder } from 'kysely'
import { among } from '../access/measure.js'
import type { RuleForm, WithAbilities } from '../access/abilities.js'
import { abilitySlots } from '../access/ability-slots.js'
import { visible } from '../access/rules.js'
import { slot, statement, statementsBy, type StatementTarget } from '../database/driver/statement.js'
import { namesBut } from '../database/rows/record.js'
import { printedColumns } from '../database/rows/record-read.js'
import { RowPrinter, textAt } from '../database/rows/row-printer.js'
import { partFormOf, partOfRows, type PartForm } from '../database/rows/row-part.js'
import type { RawRow } from '../database/driver/wire-client.js'
import type { Page } from '../lib/page.js'
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
  page: Page
  /** Restricts the result to annotations whose boxes reach into these frames. */
  window?: Window
}

const whole: Window = { from: 0, to: highestFrame }
const inWindow = reachesInto(
  slot<OfVideo>(({ window = whole }) => window.from),
  slot<OfVideo>(({ window = whole }) => window.to),
)

interface OfVideoShape {
  form: RuleForm
  part: PartForm
}

/**
 * Builds the statement that reads a video's annotations that the actor may read, oldest first; it has variants for
 * administrators and other users, and for parts of the list. Sequences are read as json and not as text, so that the
 * sort holds only a pointer to a sequence that is stored as a whole.
 */
const ofVideo = (list: RawBuilder<unknown>, isWindowed: boolean) =>
  statementsBy<OfVideo, OfVideoShape>(
    ({ form, part }) => `${form} ${part}`,
    ({ form, part }) =>
      statement(() => {
        const { key, beyond, limit } = partOfRows<OfVideo>(part, 'a', 'asc')
        return sql`
      select ${list}${key}
        from annotations a
       where a.video_id = ${slot<OfVideo>((input) => input.videoId)}${isWindowed ? sql` and ${inWindow}` : sql``}
         and ${among(visible(abilitySlots(form), 'annotation', 'a'))}${beyond}
       order by a.created_at, a.id${limit}`
      }),
  )

export const annotationsOfVideo = ofVideo(columns.list, false)
const annotationsOfWindow = ofVideo(columns.list, true)

/** Prints the members of a track in lists. */
export const trackPrinter = new RowPrinter(
  trackMembers.map((key, column) => ({ key, column, print: annotationRecord.fields[key].kind })),
)
/** How many columns the lists have before the key of a row. */
export const columnsBeforeKey = { annotations: columns.count, tracks: trackMembers.length, sequences: 3 } as const
const trackColumns = sql.join(trackMembers.map((name) => sql.ref(`a.${annotationRecord.fields[name].column}`)))
const tracksOfVideo = ofVideo(trackColumns, false)
const sequencesOfWindow = ofVideo(sql`a.id, a.version, ${sequenceJson}`, true)

const shapeOf = ({ abilities, page }: OfVideo) => ({ form: abilities.form, part: partFormOf(page) })

/** Reads a video's annotations that the actor may read, oldest first; with a window, only those that reach into it. */
export function selectAnnotationsOfVideo(on: StatementTarget, input: OfVideo): Promise<RawRow[]> {
  const select = input.window ? annotationsOfWindow : annotationsOfVideo
  return select(shapeOf(input)).bytes(on, input)
}

/** Reads only id, version and sequence of the annotations that reach into a window, oldest first. */
export function selectSequencesOfWindow(on: StatementTarget, input: OfVideo): Promise<RawRow[]> {
  return sequencesOfWindow(shapeOf(input)).bytes(on, input)
}

/** Reads the columns of `trackMembers` of all annotations of a video that the actor may read, oldest first. */
export function selectTracksOfVideo(on: StatementTarget, input: OfVideo): Promise<RawRow[]> {
  return tracksOfVideo(shapeOf(input)).bytes(on, input)
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

const byId = statement<string>(
  () => sql`
    select ${printedColumns(annotationRecord, ofRow, { frames: sequenceText }).list}
      from annotations a where a.id = ${slot<string>((id) => id)}`,
)

/** Reads one annotation in the columns of `written`, without checking access. */
export async function selectAnnotationRow(on: StatementTarget, id: string): Promise<RawRow | undefined> {
  const [row] = await byId.bytes(on, id)
  return row
}

/** Returns whether a statement has returned the sequence of the annotation that it has written. */
export const hasSequence = (row: RawRow): boolean => textAt(row, written.at('frames')) !== null
export const versionOf = (row: RawRow): number => Number(textAt(row, written.at('version')))
