import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../../database/client.js'
import { copyRows } from '../../../database/copy-in.js'
import type { Note, StagedLine } from './line-stage.js'

/**
 * Tables of one import, gone with its transaction. import_lines is narrow, because the plan reads it often; documents
 * stand in
 * import_bodies: of an annotation its sequence, of any other line its data. state: import, skip, fail or exclude. act:
 * what
 * happens to a line that is imported. new_id: null keeps the id. existing_id: the stored row that takes the place of a
 * skipped
 * line, so that others can refer to it.
 */
export async function createStagingTables(db: Database): Promise<void> {
  await sql`create temp table import_lines (
      line int primary key, kind text not null, rank smallint not null, state text not null, id text, persona_id text, summary_id text, source_id text,
      target_id text, video_id text, label text, is_object boolean, type text, link_type text, confidence float8, source text, members text[],
      unresolved boolean not null, has_boxes boolean, box_count int, keyframe_count int, interpolated_count float8, first_frame float8, last_frame float8, track_id text, frames_size int, problems json,
      created_at timestamptz, updated_at timestamptz, depth int, act text not null default 'insert', new_id text, existing_id text, stop boolean not null default false
    ) on commit drop`.execute(db)
  await sql`create temp table import_bodies (line int primary key, body json not null) on commit drop`.execute(db)
  await sql`create temp table import_notes (
      n int generated always as identity, line int not null, severity text not null, type text not null, message text not null,
      original_id text, existing_id text, resolution text, frame_range json
    ) on commit drop`.execute(db)
  // What an id of the file stands for in the end: kind persona, summary or claim.
  await sql`create temp table import_targets (kind text not null, id text not null, final_id uuid not null, fresh boolean not null,
      own boolean not null, primary key (kind, id)) on commit drop`.execute(db)
  // Types that ontologies of the file bring, by the persona they end up with.
  await sql`create temp table import_types (persona_id uuid not null, type_id text not null, primary key (persona_id, type_id)) on commit drop`.execute(
    db,
  )
  // What is made up so that something can refer to it (I-21). parent: the persona of a type.
  await sql`create temp table import_placeholders (kind text not null, id text not null, final_id text not null, parent uuid) on commit drop`.execute(
    db,
  )
}

/** Once everything is staged: indexes for the plan, and statistics of what it reads, which temporary tables lack. */
export async function indexStagingTables(db: Database): Promise<void> {
  await sql`create index on import_lines (kind, id)`.execute(db)
  await sql`analyze import_lines (kind, rank, state, id, persona_id, summary_id, source_id, target_id, video_id, label, is_object, unresolved, act, new_id, existing_id)`.execute(
    db,
  )
}

const lineColumns = [
  'line',
  'kind',
  'rank',
  'state',
  'id',
  'persona_id',
  'summary_id',
  'source_id',
  'target_id',
  'video_id',
  'label',
  'is_object',
  'type',
  'link_type',
  'confidence',
  'source',
  'members',
  'unresolved',
  'has_boxes',
  'box_count',
  'keyframe_count',
  'interpolated_count',
  'first_frame',
  'last_frame',
  'track_id',
  'frames_size',
  'problems',
  'created_at',
  'updated_at',
]

export async function copyLines(client: pg.ClientBase, lines: readonly StagedLine[]): Promise<void> {
  await copyRows(
    client,
    'import_lines',
    lineColumns,
    lines.map((one) => [
      one.line,
      one.kind,
      one.rank,
      one.state,
      one.id,
      one.personaId,
      one.summaryId,
      one.sourceId,
      one.targetId,
      one.videoId,
      one.label,
      one.isObject,
      one.type,
      one.linkType,
      one.confidence,
      one.source,
      one.members,
      one.unresolved,
      one.measure?.hasBoxes,
      one.measure?.boxCount,
      one.measure?.keyframeCount,
      one.measure?.interpolatedCount,
      one.measure?.firstFrame,
      one.measure?.lastFrame,
      one.measure?.trackId,
      one.framesSize,
      one.problems && JSON.stringify(one.problems),
      one.createdAt,
      one.updatedAt,
    ]),
  )
  await copyRows(
    client,
    'import_bodies',
    ['line', 'body'],
    lines.flatMap((one) => (one.body === null ? [] : [[one.line, one.body]])),
  )
}

export async function copyNotes(client: pg.ClientBase, notes: readonly Note[]): Promise<void> {
  await copyRows(
    client,
    'import_notes',
    ['line', 'severity', 'type', 'message'],
    notes.map((one) => [one.line, one.severity, one.type, one.message]),
  )
}
