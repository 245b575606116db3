import { sql, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import type { ContentType } from './vocabulary.js'

interface Kind {
  table: string
  /** The column with the user who made the row. */
  owner: string
  /** The column of resource_shares that refers to the table. */
  share: string
  /** The name in error messages: `Persona not found`. */
  thing: string
}

export const kinds: Readonly<Record<ContentType, Kind>> = {
  annotation: { table: 'annotations', owner: 'created_by_user_id', share: 'annotation_id', thing: 'Annotation' },
  summary: { table: 'video_summaries', owner: 'created_by', share: 'summary_id', thing: 'Summary' },
  claim: { table: 'claims', owner: 'created_by', share: 'claim_id', thing: 'Claim' },
  persona: { table: 'personas', owner: 'user_id', share: 'persona_id', thing: 'Persona' },
  world_state: { table: 'world_states', owner: 'user_id', share: 'world_state_id', thing: 'World state' },
}

export const columnOf = (alias: string, name: string) => sql.ref(`${alias}.${name}`)

/** The row lies outside all projects, and its author is a removed user: nobody else could ever delete it. */
export function left(kind: ContentType, alias: string): Condition {
  return sql<SqlBool>`(${columnOf(alias, 'project_id')} is null and ${columnOf(alias, kinds[kind].owner)} in (
    select ru.id from users ru where ru.removed_at is not null))`
}
