import { sql } from 'kysely'
import type pg from 'pg'
import type { SequenceMeasure } from '../../../annotations/sequences/sequence.js'
import type { Database } from '../../../database/driver/client.js'
import { RowsToCopy, type CopyValue } from '../../../database/driver/copy-in.js'
import { lineActs, lineStates } from '../line-state.js'
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
const staged: readonly (readonly [column: string, type: string, value: (one: StagedLine) => CopyValue])[] = [
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

/** The columns that the plan fills in. */
const planned = `
  act text not null default 'insert' check (act in (${words(lineActs)})),
  -- The id that the line gets in place of its own.
  new_id text,
  -- The stored row that the line meets; of a skipped line it takes the place, so that others can refer to it.
  existing_id text,
  -- What a new row likely repeats: the id of a stored row or of an earlier line.
  twin text,
  -- How deep a claim stands below the root of its summary.
  depth int,
  -- The import goes no further than this line.
  stop boolean not null default false`

function words(list: readonly string[]): string {
  return list.map((one) => `'${one}'`).join(', ')
}

/**
 * Creates the temporary tables of one import, which are dropped when its session ends. The plan reads import_lines
 * often, so that table is kept narrow and the documents are in import_bodies: of an annotation its sequence, of any
 * other line its data.
 */
export async function createStagingTables(db: Database): Promise<void> {
  const tables: Record<string, string> = {
    import_lines: [...staged.map(([column, type]) => `${column} ${type}`), planned].join(', '),
    import_bodies: 'line int primary key, body json not null',
    import_notes: `n int generated always as identity, line int not null, severity text not null, type text not null,
      message text not null, original_id text, existing_id text, resolution text, frame_range json`,
    // The id that each persona, summary and claim named in the file will have in the database.
    import_targets: `kind text not null, id text not null, final_id uuid not null, fresh boolean not null,
      own boolean not null, primary key (kind, id)`,
    // The types in ontologies of the file, by the id that their persona will have; `twin` as in import_lines.
    import_types: 'persona_id uuid not null, type_id text not null, twin text, primary key (persona_id, type_id)',
    // Placeholders created for references to missing items (I-21). `parent` is the persona of a type.
    import_placeholders: 'kind text not null, id text not null, final_id text not null, parent uuid',
  }
  for (const [name, columns] of Object.entries(tables))
    await sql`create temp table ${sql.table(name)} (${sql.raw(columns)})`.execute(db)
}

/**
 * Creates an index for the plan and collects statistics on the columns that it reads, which temporary tables lack.
 * Called once everything is staged.
 */
export async function indexStagingTables(db: Database): Promise<void> {
  await sql`create index on import_lines (kind, id)`.execute(db)
  await sql`analyze import_lines (kind, rank, state, id, persona_id, summary_id, source_id, target_id, video_id,
    label, is_object, unresolved, act, new_id, existing_id, twin)`.execute(db)
}

const lineColumns = staged.map(([column, , value]) => [column, value] as const)

/** Lines in the form that the staging tables accept. */
export class StagedBatch {
  private readonly lines = new RowsToCopy<StagedLine>('import_lines', lineColumns)
  private readonly bodies = new RowsToCopy<StagedLine>('import_bodies', [
    ['line', (one) => one.line],
    ['body', (one) => one.body],
  ])
  private readonly notes = new RowsToCopy<Note>('import_notes', [
    ['line', (one) => one.line],
    ['severity', (one) => one.severity],
    ['type', (one) => one.type],
    ['message', (one) => one.message],
  ])

  /** How many lines were added. */
  count = 0

  add(line: StagedLine, notes: readonly Note[]): void {
    this.count += 1
    this.lines.add(line)
    if (line.body !== null) this.bodies.add(line)
    for (const note of notes) this.notes.add(note)
  }

  async copy(client: pg.ClientBase): Promise<void> {
    for (const rows of [this.lines, this.bodies, this.notes]) await rows.copy(client)
  }
}
