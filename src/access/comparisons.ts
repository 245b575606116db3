import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import { Slot } from '../database/driver/statement.js'
import type { ProjectSet, Reach, RuleValues, Value } from './abilities.js'

// Comparisons with the identity and reach of an actor, from which the access rules are built (rules.ts,
// place-rules.ts).

/** Returns a condition: `column`, the id of a user, is that of the actor. */
export function isUser(column: RawBuilder<unknown>, { userId }: Pick<RuleValues, 'userId'>): Condition {
  return sql<SqlBool>`(${column} is not null and ${column} = ${userId})`
}

/**
 * Returns a condition on `alias` (world_states): it is a world of the user's own, within the projects of a limited
 * actor.
 */
export function ownWorldWithin(who: Reach, alias: string): Condition {
  return within(who, sql.ref(`${alias}.project_id`), isUser(sql.ref(`${alias}.user_id`), who))
}

/** Returns a condition: `column` is the id of one of the projects (or groups) in the set. */
export function isOneOf(column: RawBuilder<unknown>, ids: Value<ProjectSet>): Condition {
  if (ids === 'every') return sql<SqlBool>`${column} is not null`
  if (!(ids instanceof Slot) && ids.length === 0) return sql<SqlBool>`false`
  return sql<SqlBool>`(${column} is not null and ${column} = any(${ids}::uuid[]))`
}

/**
 * Returns the condition on rows whose project is `project`, restricted to the actor's projects if the actor is limited
 * to projects. Every rule that does not depend on a grant in a project uses it, such as those for own rows and for rows
 * shared with all users. The sets of projects with a grant are restricted already (abilities.ts).
 */
export function within(
  { form, onlyProjects }: Pick<RuleValues, 'form' | 'onlyProjects'>,
  project: RawBuilder<unknown>,
  condition: Condition,
): Condition {
  return form === 'limited' ? sql<SqlBool>`(${condition} and ${isOneOf(project, onlyProjects)})` : condition
}
