import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import { Slot } from '../database/driver/prepared.js'
import type { ProjectSet, Reach, RuleValues, Value } from './abilities.js'

// The comparisons with what an actor is and reaches, of which the access rules are made (rules.ts, place-rules.ts).

/** `column` is the id of the user. */
export function isUser(column: RawBuilder<unknown>, { userId }: Pick<RuleValues, 'userId'>): Condition {
  return sql<SqlBool>`(${column} is not null and ${column} = ${userId})`
}

/** A condition on `alias` (world_states): it is a world of the user's own, within the projects of a limited actor. */
export function ownWorldWithin(who: Reach, alias: string): Condition {
  return within(who, sql.ref(`${alias}.project_id`), isUser(sql.ref(`${alias}.user_id`), who))
}

/** `column` is the id of one of the projects (or groups) in the set. */
export function isOneOf(column: RawBuilder<unknown>, ids: Value<ProjectSet>): Condition {
  if (ids === 'every') return sql<SqlBool>`${column} is not null`
  if (!(ids instanceof Slot) && ids.length === 0) return sql<SqlBool>`false`
  return sql<SqlBool>`(${column} is not null and ${column} = any(${ids}::uuid[]))`
}

/**
 * The condition on rows whose project is `project`, for an actor who is limited to projects only within these. All that
 * a rule lets pass for another reason than a grant in a project comes through here: what the user made, what is shared
 * with everybody. The sets of projects with a grant are limited themselves (abilities.ts).
 */
export function within(
  { form, onlyProjects }: Pick<RuleValues, 'form' | 'onlyProjects'>,
  project: RawBuilder<unknown>,
  condition: Condition,
): Condition {
  return form === 'limited' ? sql<SqlBool>`(${condition} and ${isOneOf(project, onlyProjects)})` : condition
}
