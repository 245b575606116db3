import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'
import type { Abilities } from './abilities.js'
import { waysToVideo } from './place-rules.js'
import { kinds } from './kinds.js'
import { waysTo, type Way } from './rules.js'
import type { Action, ContentType } from './vocabulary.js'

export interface AccessPaths {
  projectId: string | null
  /** The names of the ways that hold, in the order in which the rule lists them. */
  ways: string[]
}

/** Returns an SQL array with the names of those ways whose condition holds for the row. */
const holding = (ways: readonly Way[]) =>
  sql<string[]>`array_remove(array[${sql.join(
    ways.map(({ name, holds }) => sql`case when ${holds} then ${name}::text end`),
  )}]::text[], null)`

/**
 * Returns the project of one row and the ways of the access rule by which the user may act on it; undefined if the row
 * does not exist.
 */
export async function selectAccessPaths(
  db: Database,
  abilities: Abilities,
  action: Action,
  kind: ContentType,
  id: string,
): Promise<AccessPaths | undefined> {
  const { rows } = await sql<AccessPaths>`
    select r.project_id, ${holding(waysTo(abilities, action, kind, 'r'))} as ways
      from ${sql.table(kinds[kind].table)} r where r.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * Returns the ways by which the user may act on a video; undefined if the video does not exist. `through` lists the
 * projects of each grant under the grant's name.
 */
export async function selectVideoWays(
  db: Database,
  abilities: Abilities,
  action: Action,
  id: string,
  through: readonly { name: string; projects: readonly string[] }[],
) {
  const { rows } = await sql<{ ways: string[] }>`
    select ${holding(waysToVideo(abilities, action, 'v', through))} as ways from videos v where v.id = ${id}`.execute(
    db,
  )
  return rows[0]?.ways
}

/**
 * Returns the project for new content: the project with this id, or the project of the row with this id. Undefined if
 * neither exists.
 */
export async function selectPlace(
  db: Database,
  kind: ContentType,
  id: string,
): Promise<{ projectId: string | null } | undefined> {
  const { rows } = await sql<{ projectId: string | null }>`
    select p.id as project_id from projects p where p.id = ${id}
    union all select r.project_id from ${sql.table(kinds[kind].table)} r where r.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns whether the project, group or account exists. */
export async function isThere(db: Database, table: 'projects' | 'user_groups' | 'users', id: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} t where t.id = ${id}`.execute(db)
  return rows.length > 0
}
