import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import type { Abilities, ProjectSet, Reach, RuleValues, Value } from './abilities.js'
import { decided, roleOf } from './measure.js'
import { columnOf } from './kinds.js'
import { isOneOf, isUser, within } from './comparisons.js'
import {
  check,
  either,
  holdsIn,
  openPersona,
  owned,
  ownedOutside,
  ownSummaryToEmpty,
  permitted,
  throughProject,
  visible,
  type Way,
} from './rules.js'
import type { Action, ContentType, ResourceType } from './vocabulary.js'

// The access rules for videos, projects and groups, and for the places of new content: which videos a user may see, and
// where a user may create content. They are SQL conditions of the same kind as those in rules.ts.

/**
 * Returns the ways to act on a video (VA-17): a user sees the videos of projects with the grant, those assigned to the
 * user, and those that are not closed. Only an assignment by a system administrator, or by a rule of an administrator,
 * closes a video to all other users: otherwise any user with a project could take any video away from all others. While
 * a video is closed, only standing assignments (`stands`) give access: those that close it, and those by a user who saw
 * it while it was closed. An assignment that an owner or manager made while the video was open has no effect until the
 * video is open again or an administrator makes the same assignment.
 */
export function waysToVideo(
  abilities: RuleValues,
  action: Action,
  alias: string,
  through: readonly { name: string; projects: Value<ProjectSet> }[] = [
    { name: throughProject, projects: abilities.projectsWith('video', action) },
  ],
): Way[] {
  if (abilities.isAdmin) return [{ name: 'system administrator', holds: sql<SqlBool>`true` }]
  const assigned = (holds: Condition) =>
    sql<SqlBool>`exists (select from project_video_assignments a where a.video_id = ${columnOf(alias, 'id')} and ${holds})`
  const isUnclosed = sql<SqlBool>`not exists (
    select from project_video_assignments c where c.video_id = ${columnOf(alias, 'id')} and c.closes)`
  const inProject = sql.ref('a.project_id')
  const open = sql<SqlBool>`(${abilities.openVideos}::boolean and ${isUnclosed})`
  // A limited actor must not learn which videos exist outside its projects.
  const isOpen =
    abilities.form === 'limited'
      ? sql<SqlBool>`(${open} and ${assigned(within(abilities, inProject, sql<SqlBool>`true`))})`
      : open
  const effective = (holds: Condition) => assigned(sql<SqlBool>`${holds} and (a.stands or ${isUnclosed})`)
  const ways: Way[] = through.map(({ name, projects }) => ({ name, holds: effective(isOneOf(inProject, projects)) }))
  if (action !== 'read') return ways
  return [
    { name: 'not closed', holds: isOpen },
    {
      name: 'assigned to the user',
      holds: effective(within(abilities, inProject, isUser(sql.ref('a.assigned_user_id'), abilities))),
    },
    ...ways,
  ]
}

/**
 * Returns a condition on `alias` (videos): the user may see the video. With `projectId` it holds only if the user may
 * see the videos of that project.
 */
export function visibleVideo(abilities: RuleValues, alias: string, projectId?: string): Condition {
  const seen = check(abilities, 'read', 'video', either(waysToVideo(abilities, 'read', alias)))
  if (!projectId) return seen
  return sql<SqlBool>`(${isOneOf(sql`${projectId}::uuid`, abilities.projectsWith('video', 'read'))} and ${seen})`
}

/** Returns whether the user may know that a project has a video: by the grant, or because it is assigned to them. */
export function seesAssignment(
  abilities: Abilities,
  row: { projectId: string; assignedUserId: string | null },
): boolean {
  const labels = { action: 'read', resource: 'video', role: roleOf(abilities) }
  const isReached = abilities.form !== 'limited' || holdsIn(abilities.onlyProjects, row.projectId)
  const sees = row.assignedUserId === abilities.userId && isReached
  return decided(labels, sees || holdsIn(abilities.projectsWith('video', 'read'), row.projectId))
}

/** Returns a condition on `alias`: the project whose id is in `column` is one that the user may read. */
export function visibleProject(abilities: RuleValues, alias: string, column = 'id'): Condition {
  const readable = isOneOf(columnOf(alias, column), abilities.projectsWith('project', 'read'))
  return check(abilities, 'read', 'project', readable)
}

/**
 * Returns a condition on `alias`: the group whose id is in `column` is one that the user may read, by role and
 * permission table.
 */
export function visibleGroup(abilities: RuleValues, alias: string, column = 'id'): Condition {
  const readable = isOneOf(columnOf(alias, column), abilities.groupsWith('read'))
  return check(abilities, 'read', 'group', readable)
}

/**
 * Returns a condition on `alias` (projects): the user's personal projects, those of the user's groups, or (`all`) both
 * together with the projects that the user has joined directly (PR-05). `everyones` selects all projects; its callers
 * have checked that the user is an administrator.
 */
export function projectInScope(
  who: Reach,
  scope: 'personal' | 'group' | 'all' | 'everyones',
  alias: string,
): Condition {
  if (scope === 'everyones') return within(who, columnOf(alias, 'id'), sql<SqlBool>`true`)
  const { userId } = who
  const [owner, group] = [columnOf(alias, 'owner_user_id'), columnOf(alias, 'owner_group_id')]
  const personal = isUser(owner, { userId })
  const ofGroup = sql<SqlBool>`(${group} is not null and ${group} in (
    select group_id from group_memberships where user_id = ${userId}))`
  const all = sql<SqlBool>`(${personal} or ${ofGroup} or ${columnOf(alias, 'id')} in (
    select project_id from project_memberships where user_id = ${userId}))`
  return within(who, columnOf(alias, 'id'), { personal, group: ofGroup, all }[scope])
}

/**
 * Returns a condition on `alias` (personas): the persona may be used for new content of the kind. These are the user's
 * own personas outside projects, system-generated ones that are not hidden, and those of projects with the create
 * grant. A hidden system-generated persona is readable only by its owner and counts as missing (AN-02, SU-09, AM-08).
 * For an actor who is limited to projects only personas with the create grant qualify: with the others, the content
 * would be made outside projects.
 */
export function usablePersona(abilities: RuleValues, kind: ContentType, alias: string): Condition {
  const inProject = isOneOf(columnOf(alias, 'project_id'), abilities.projectsWithOwn(kind, 'create'))
  if (abilities.form === 'limited') return check(abilities, 'create', kind, inProject)
  const usable = sql<SqlBool>`(${ownedOutside(abilities, 'persona', alias)} or ${openPersona(alias)} or ${inProject})`
  return check(abilities, 'create', kind, usable)
}

/**
 * Returns the project that new content of the kind inherits from its persona; null without the right to create content
 * there. All users may use a system-generated persona, but not create content in its project (PR-17).
 */
export function inheritedProject(abilities: Abilities, kind: ContentType, projectId: string | null): string | null {
  return projectId !== null && holdsIn(abilities.projectsWithOwn(kind, 'create'), projectId) ? projectId : null
}

/** Returns the same as an SQL expression over `alias` (personas). */
export function projectToInherit(abilities: RuleValues, kind: ContentType, alias: string): RawBuilder<unknown> {
  const project = columnOf(alias, 'project_id')
  return sql`case when ${isOneOf(project, abilities.projectsWithOwn(kind, 'create'))} then ${project} end`
}

/**
 * Returns whether the user may create content of the kind in the project. Outside projects (null) every user may,
 * except an actor who is limited to projects.
 */
export function mayMakeIn(abilities: Abilities, type: ResourceType, projectId: string | null): boolean {
  return projectId === null ? abilities.form !== 'limited' : mayCreateIn(abilities, type, projectId)
}

/** Returns whether the user may create content of the kind in the project (PR-17). Measured as an access check. */
export function mayCreateIn(abilities: Abilities, type: ResourceType, projectId: string): boolean {
  const labels = { action: 'create', resource: type, role: roleOf(abilities) }
  return decided(labels, holdsIn(abilities.projectsWithOwn(type, 'create'), projectId))
}

/**
 * Returns a condition on the alias s (video_summaries): the user may add claims to the summary. These are the user's
 * own summaries, and those of projects with the grant to create claims; a summary of another user must also be readable
 * to the user (G-14).
 */
export function mayAdd(abilities: RuleValues): Condition {
  const project = columnOf('s', 'project_id')
  const open = sql<SqlBool>`(${ownedOutside(abilities, 'summary', 's')}
    or (${isOneOf(project, abilities.projectsWithOwn('claim', 'create'))}
      and (${owned(abilities, 'summary', 's')} or ${isOneOf(project, abilities.projectsWith('summary', 'read'))})))`
  return check(abilities, 'create', 'claim', open)
}

/**
 * Returns a condition on the alias s (video_summaries): the user may delete all claims of the summary at once. These
 * are the user's own summaries, and those of projects with the grant to delete claims.
 */
export function mayEmpty(abilities: RuleValues): Condition {
  const open = sql<SqlBool>`(${ownSummaryToEmpty(abilities, 's')}
    or ${isOneOf(columnOf('s', 'project_id'), abilities.projectsWith('claim', 'delete'))})`
  return check(abilities, 'delete', 'claim', open)
}

/**
 * Returns a condition on the aliases `relation` and `source` (its source claim): the user may delete the relation.
 * These are the user's own relations while the source claim can be read, in a project only with the grant to delete own
 * claims (PM-10), and those of a source claim that the user may change.
 */
export function deletableRelation(abilities: RuleValues, relation: string, source: string): Condition {
  const project = columnOf(source, 'project_id')
  return sql<SqlBool>`((${isUser(columnOf(relation, 'created_by'), abilities)} and ${visible(abilities, 'claim', source)}
      and (${project} is null or ${isOneOf(project, abilities.projectsWithOwn('claim', 'delete'))}))
    or ${permitted(abilities, 'update', 'claim', source)})`
}

/**
 * Returns a condition on `alias` (users): another user with whom the user shares a group or a project, as its member or
 * as a member of the group that owns it.
 */
export function knownTo(abilities: RuleValues, alias: string): Condition {
  const inGroups = (groups: RawBuilder<unknown>) =>
    sql`select gm.user_id from group_memberships gm where gm.group_id = any(${groups})`
  const projects = sql`${abilities.projectIds}::uuid[]`
  return sql<SqlBool>`(${columnOf(alias, 'id')} <> ${abilities.userId} and ${columnOf(alias, 'id')} in (
    ${inGroups(sql`${abilities.groupIds}::uuid[]`)}
    union select pm.user_id from project_memberships pm where pm.project_id = any(${projects})
    union ${inGroups(sql`array(select j.owner_group_id from projects j where j.id = any(${projects}))`)}))`
}
