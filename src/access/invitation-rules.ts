import { sql, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import type { Abilities } from './abilities.js'
import { columnOf } from './kinds.js'
import { isOneOf, isUser } from './comparisons.js'
import { rolePasses } from './role-rule.js'

/** Returns the ids of the projects to which the user may add members, and may therefore invite people. */
export const managedProjects = (abilities: Abilities): string[] =>
  abilities.projectIds.filter((id) => {
    const held = abilities.projectRole(id)
    const act = { scope: 'project', type: 'project', action: 'manage_members', role: undefined, ...held } as const
    return rolePasses(abilities, act)
  })

/**
 * Returns a condition on `alias` (project_invitations): the user is invited by it, or may invite people to its project.
 */
export const visibleInvitation = (abilities: Abilities, alias: string): Condition =>
  sql<SqlBool>`(${isUser(columnOf(alias, 'user_id'), abilities)}
    or ${isOneOf(columnOf(alias, 'project_id'), managedProjects(abilities))})`
