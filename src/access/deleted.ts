import { sql, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import type { Reach } from './abilities.js'
import { isUser, within } from './comparisons.js'

/**
 * A condition on `alias` (changes, an entry of a deletion): what was deleted was the user's own, within the projects of
 * a limited actor, or the user is an administrator. It decides who reads, restores and removes what was deleted: no
 * project, share or summary is left that could grant more.
 */
export function ownDeleted(who: Reach, alias: string): Condition {
  if (who.form === 'admin') return sql<SqlBool>`true`
  return ownDeletedAlone(who, alias)
}

/** The same without what administrators may do for others. */
export function ownDeletedAlone(who: Reach, alias: string): Condition {
  return within(who, sql.ref(`${alias}.project_id`), isUser(sql.ref(`${alias}.owner_id`), who))
}
