import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../../database/driver/client.js'
import { copyIn } from '../../../database/driver/copy-in.js'
import { lineActs } from '../line-state.js'
import { columnsOfTables, staged, words, type StagedRows, type StagedTable } from './staged-rows.js'

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

/** Inserts rows into the staging tables. */
export async function copyStaged(client: pg.ClientBase, rows: readonly StagedRows[]): Promise<void> {
  for (const [table, columns] of Object.entries(columnsOfTables))
    await copyIn(
      client,
      table,
      columns,
      rows.map(({ bytes }) => bytes[table as StagedTable]),
    )
}
