import { sql, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import { snake } from '../database/rows/record.js'
import { kindNamed, type ContentType, type SharedType } from '../kinds.js'
import { contentTypes, sharedTypes } from './vocabulary.js'

interface Content {
  table: string
  /** The column with the user who created the row. */
  owner: string
  /** The name in error messages: `Persona not found`. */
  thing: string
}

const contentOf = (type: ContentType): Content => {
  const { table, owner, noun } = kindNamed(type)!
  return { table, owner: snake(owner!), thing: noun }
}
export const kinds = Object.fromEntries(contentTypes.map((type) => [type, contentOf(type)])) as Readonly<
  Record<ContentType, Content>
>

/** The columns of resource_shares that refer to the tables. */
export const sharedBy = Object.fromEntries(
  sharedTypes.map((type) => [type, snake(kindNamed(type)!.share!)]),
) as Readonly<Record<SharedType, string>>

export const columnOf = (alias: string, name: string) => sql.ref(`${alias}.${name}`)

/**
 * Returns a condition: the row lies outside all projects, and its author is a removed user, so no other user could ever
 * delete it.
 */
export function left(kind: ContentType, alias: string): Condition {
  return sql<SqlBool>`(${columnOf(alias, 'project_id')} is null and ${columnOf(alias, kinds[kind].owner)} in (
    select ru.id from users ru where ru.removed_at is not null))`
}
