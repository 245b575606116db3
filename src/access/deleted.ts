import { sql, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import type { Reach } from './abilities.js'
import { isUser, within } from './comparisons.js'

/**
 * Returns a condition on `alias` (changes, the entry of a deletion): the deleted row was the user's own, within the
 * projects of a limited actor, or the user is an administrator. It decides who may read, restore and purge deleted
 * rows, because no project, share or summary is left that could grant more.
 */
export function ownDeleted(who: Reach, alias: string): Condition {
  if (who.form === 'admin') return sql<SqlBool>`true`
  return ownDeletedAlone(who, alias)
}

/** Returns the condition of `ownDeleted`, or that the user deleted the row. It decides who may undo a deletion. */
export function deletedByOrOwn(who: Reach, alias: string): Condition {
  if (who.form === 'admin') return sql<SqlBool>`true`
  const [owner, actor] = ['owner_id', 'actor_id'].map((column) => isUser(sql.ref(`${alias}.${column}`), who))
  return within(who, sql.ref(`${alias}.project_id`), sql<SqlBool>`(${owner} or ${actor})`)
}

/** Returns the condition of `ownDeleted` without the exception for administrators. */
export function ownDeletedAlone(who: Reach, alias: string): Condition {
  return within(who, sql.ref(`${alias}.project_id`), isUser(sql.ref(`${alias}.owner_id`), who))
}
