import type { SequenceMeasure } from '../../../annotations/sequences/sequence.js'
import { RowBytes, type CopyColumn, type CopyValue } from '../../../database/driver/copy-rows.js'
import { lineStates } from '../line-state.js'
import type { Note, StagedLine } from './line-stage.js'

/** The measurements of a sequence: column, type and value of each. */
export const measureColumns: readonly (readonly [
  column: string,
  type: string,
  value: (measure: SequenceMeasure) => CopyValue,
])[] = [
  ['has_boxes', 'boolean', (measure) => measure.hasBoxes],
  ['box_count', 'int', (measure) => measure.boxCount],
  ['keyframe_count', 'int', (measure) => measure.keyframeCount],
  ['interpolated_count', 'float8', (measure) => measure.interpolatedCount],
  ['first_frame', 'float8', (measure) => measure.firstFrame],
  ['last_frame', 'float8', (measure) => measure.lastFrame],
  ['track_id', 'text', (measure) => measure.trackId],
  ['frames_complete', 'boolean', (measure) => measure.isComplete],
]

/** The columns staged for a line: column, type and value of each. Line numbers are those of the file. */
export const staged: readonly (readonly [column: string, type: string, value: (one: StagedLine) => CopyValue])[] = [
  ['line', 'int primary key', (one) => one.line],
  ['kind', 'text not null', (one) => one.kind],
  ['rank', 'smallint not null', (one) => one.rank],
  ['state', `text not null check (state in (${words(lineStates)}))`, (one) => one.state],
  ['id', 'text', (one) => one.id],
  ['persona_id', 'text', (one) => one.personaId],
  ['summary_id', 'text', (one) => one.summaryId],
  ['source_id', 'text', (one) => one.sourceId],
  ['target_id', 'text', (one) => one.targetId],
  ['video_id', 'text', (one) => one.videoId],
  ['label', 'text', (one) => one.label],
  ['is_object', 'boolean', (one) => one.isObject],
  ['type', 'text', (one) => one.type],
  ['link_type', 'text', (one) => one.linkType],
  ['confidence', 'float8', (one) => one.confidence],
  ['source', 'text', (one) => one.source],
  ['number', 'int', (one) => one.number],
  ['members', 'text[]', (one) => one.members],
  ['digest', 'text', (one) => one.digest],
  ['unresolved', 'boolean not null', (one) => one.unresolved],
  ...measureColumns.map(
    ([column, type, of]) => [column, type, (one: StagedLine) => (one.measure ? of(one.measure) : null)] as const,
  ),
  ['frames_size', 'int', (one) => one.framesSize],
  ['problems', 'json', (one) => one.problems && JSON.stringify(one.problems)],
  ['review', 'json', (one) => one.review],
  ['created_at', 'timestamptz', (one) => one.createdAt],
  ['updated_at', 'timestamptz', (one) => one.updatedAt],
]

/** Returns the words as a list of SQL literals. */
export function words(list: readonly string[]): string {
  return list.map((one) => `'${one}'`).join(', ')
}

/** The tables that staging fills, with the columns of a row; `type` and more are in staging.sql.ts. */
export const columnsOfTables = {
  import_lines: staged.map(([column, , value]) => [column, value] as const),
  import_bodies: [
    ['line', (one: StagedLine) => one.line],
    ['body', (one: StagedLine) => one.body],
  ],
  import_notes: [
    ['line', (one: Note) => one.line],
    ['severity', (one: Note) => one.severity],
    ['type', (one: Note) => one.type],
    ['message', (one: Note) => one.message],
  ],
} satisfies Record<string, readonly CopyColumn<never>[]>
export type StagedTable = keyof typeof columnsOfTables

/** Lines as the bytes of the rows that they become in the staging tables, and their kinds. */
export interface StagedRows {
  count: number
  kinds: readonly string[]
  bytes: Record<StagedTable, Uint8Array<ArrayBuffer>>
  /** Called when the database has the rows, after which their bytes may be overwritten. */
  release?: () => void
}

/** Turns staged lines into rows. */
export class RowMaker {
  private readonly lines: RowBytes<StagedLine>
  private readonly bodies: RowBytes<StagedLine>
  private readonly notes: RowBytes<Note>
  private readonly kinds = new Set<string>()
  private count = 0

  /** The bytes of the rows are written into the buffers of `spare`, as far as they are large enough. */
  constructor(spare?: StagedRows['bytes']) {
    const { import_lines: lines, import_bodies: bodies, import_notes: notes } = columnsOfTables
    this.lines = new RowBytes<StagedLine>(lines, spare?.import_lines.buffer)
    this.bodies = new RowBytes<StagedLine>(bodies, spare?.import_bodies.buffer)
    this.notes = new RowBytes<Note>(notes, spare?.import_notes.buffer)
  }

  add(line: StagedLine, notes: readonly Note[]): void {
    this.count += 1
    this.kinds.add(line.kind)
    this.lines.add(line)
    if (line.body !== null) this.bodies.add(line)
    for (const note of notes) this.notes.add(note)
  }

  /** Returns the rows of all lines; to be called once. */
  rows(): StagedRows {
    const bytes = {
      import_lines: this.lines.take(),
      import_bodies: this.bodies.take(),
      import_notes: this.notes.take(),
    }
    return { count: this.count, kinds: [...this.kinds], bytes }
  }
}
