import { sql, type SqlBool } from 'kysely'
import type { Abilities } from './abilities.js'
import { columnOf, either, holdsIn, isOneOf, isUser, type Condition, type Way } from './rules.js'
import type { Action } from './vocabulary.js'

// Who sees which video and which project: the places where content is made. The same kind of conditions as rules.ts.

/**
 * VA-17: videos of projects with the grant, those assigned to the user, and those that are not closed. An assignment
 * closes a video to everybody else only where a system administrator or a rule of theirs made it: otherwise whoever has
 * a project could take any video away from all others. While a video is closed, only assignments that stand show it:
 * those that close it, and those made by somebody who saw it although it was closed. What owners and managers assigned
 * while it was open to everybody waits until it is open again or an administrator assigns the same.
 */
export function waysToVideo(abilities: Abilities, action: Action, alias: string): Way[] {
  if (abilities.isAdmin) return [{ name: 'system administrator', holds: sql<SqlBool>`true` }]
  const assigned = (holds: Condition) =>
    sql<SqlBool>`exists (select from project_video_assignments a where a.video_id = ${columnOf(alias, 'id')} and ${holds})`
  const isOpen = sql<SqlBool>`not exists (
    select from project_video_assignments c where c.video_id = ${columnOf(alias, 'id')} and c.closes)`
  const effective = (holds: Condition) => assigned(sql<SqlBool>`${holds} and (a.stands or ${isOpen})`)
  const inProject = isOneOf(sql.ref('a.project_id'), abilities.projectsWith('video', action))
  const ways: Way[] = [{ name: `permission of a project: video/${action}`, holds: effective(inProject) }]
  if (action !== 'read') return ways
  return [
    { name: 'not closed', holds: isOpen },
    { name: 'assigned to the user', holds: effective(isUser(sql.ref('a.assigned_user_id'), abilities)) },
    ...ways,
  ]
}

/** Videos the user may see; with a project, only while the user may see the videos of that project. */
export function visibleVideo(abilities: Abilities, alias: string, projectId?: string): Condition {
  const seen = either(waysToVideo(abilities, 'read', alias))
  if (!projectId) return seen
  return sql<SqlBool>`(${isOneOf(sql`${projectId}::uuid`, abilities.projectsWith('video', 'read'))} and ${seen})`
}

/** Whether the user may know that a project has a video: by the grant, or because it is assigned to them. */
export function seesAssignment(
  abilities: Abilities,
  row: { projectId: string; assignedUserId: string | null },
): boolean {
  return row.assignedUserId === abilities.userId || holdsIn(abilities.projectsWith('video', 'read'), row.projectId)
}

/** Projects the user may read. */
export function visibleProject(abilities: Abilities, alias: string): Condition {
  return isOneOf(columnOf(alias, 'id'), abilities.projectsWith('project', 'read'))
}

/** Projects of one's own, of one's groups, or both with those joined directly (PR-05). */
export function projectInScope(userId: string, scope: 'personal' | 'group' | 'all', alias: string): Condition {
  const [owner, group] = [columnOf(alias, 'owner_user_id'), columnOf(alias, 'owner_group_id')]
  const personal = isUser(owner, { userId })
  const ofGroup = sql<SqlBool>`(${group} is not null and ${group} in (
    select group_id from group_memberships where user_id = ${userId}))`
  if (scope === 'personal') return personal
  if (scope === 'group') return ofGroup
  return sql<SqlBool>`(${personal} or ${ofGroup} or ${columnOf(alias, 'id')} in (
    select project_id from project_memberships where user_id = ${userId}))`
}
