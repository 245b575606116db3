import { sql, type RawBuilder } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'

type Sql = RawBuilder<unknown>

/** The author and the project of a text, as expressions; the project is null for a text outside projects. */
export interface TextPlace {
  author: Sql
  projectId: Sql
}

/**
 * Returns a condition on worlds: references in the text are looked up in the world. These are the worlds of the text's
 * project, its author's and those of other members, and the author's personal world.
 */
export const lookedUpIn = ({ author, projectId }: TextPlace, alias: string): Condition =>
  sql`(${sql.ref(`${alias}.project_id`)} = ${projectId}
    or ${sql.ref(`${alias}.project_id`)} is null and ${sql.ref(`${alias}.user_id`)} = ${author})`

/**
 * Returns sort keys for these worlds: the author's world in the project comes first, then the author's personal one,
 * then those of other members, oldest first. What others add to their worlds thus never changes what a user's text
 * means that refers to an object of the user's own.
 */
export const lookupOrder = ({ author }: Pick<TextPlace, 'author'>, alias: string): Sql =>
  sql`${sql.ref(`${alias}.user_id`)} <> ${author}, ${sql.ref(`${alias}.project_id`)} is null,
    ${sql.ref(`${alias}.created_at`)}, ${sql.ref(`${alias}.id`)}`
