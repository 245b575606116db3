import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import { kindNamed, type ContentType } from '../kinds.js'
import { normalUuid } from '../lib/uuid.js'
import type { ProjectSet, RuleValues } from './abilities.js'
import { isOneOf, isUser, within } from './comparisons.js'
import { columnOf, kinds, left, sharedBy } from './kinds.js'
import { marked, roleOf } from './measure.js'
import type { Action } from './vocabulary.js'

// The access rules for every kind of content (for videos and projects see place-rules.ts). Each rule is an SQL
// condition over an alias of the caller's statement. It is true or false, never null, and can be part of a statement
// that is prepared once for all users (ability-slots.ts). Outside src/access, only the files listed with their reasons
// in architecture.test.ts compare owners.

/** One condition under which a user may act on a row; a rule is the `or` of its ways, listed by explainAccess. */
export interface Way {
  name: string
  holds: Condition
  /** How indexes find its rows, for a way to read that lists look up (candidates.ts). */
  found?: Found | undefined
}

/** A column that holds the user's id, or an id from a FROM item `of (id)`; or a query for the ids of the rows. */
export type Found = { column: string; among?: RawBuilder<unknown> } | { ids: RawBuilder<unknown> }

/** The names of the ways that need a grant of the permission table; explainAccess replaces them by the grant. */
export const throughProject = 'project'
export const ownInProject = 'own row in a project'

/** Returns the rule that is the `or` of the ways. */
export const either = (ways: readonly Way[]): Condition =>
  sql<SqlBool>`(${sql.join(
    ways.map(({ holds }) => holds),
    sql` or `,
  )})`

/** Returns the rule, marked as an access check of these labels: the statement that contains it is measured. */
export function check(abilities: RuleValues, action: string, resource: string, condition: Condition): Condition {
  return marked({ action, resource, role: roleOf(abilities) }, condition)
}

const madeBySystem = (alias: string): Condition => sql<SqlBool>`${columnOf(alias, 'is_system_generated')}`

/** Returns a condition: the user made the row. */
export function owned(abilities: RuleValues, kind: ContentType, alias: string): Condition {
  return within(abilities, columnOf(alias, 'project_id'), isUser(columnOf(alias, kinds[kind].owner), abilities))
}

/** Returns a condition: the user made the row outside projects, where no permission table applies (PM-11). */
export function ownedOutside(abilities: RuleValues, kind: ContentType, alias: string): Condition {
  return sql<SqlBool>`(${owned(abilities, kind, alias)} and ${columnOf(alias, 'project_id')} is null)`
}

/** Returns a condition: the user made the row in a project with a grant at least for own rows (PM-10). */
function ownedWithin(abilities: RuleValues, action: Action, kind: ContentType, alias: string, owner = kind): Condition {
  return sql<SqlBool>`(${owned(abilities, owner, alias)}
    and ${isOneOf(columnOf(alias, 'project_id'), abilities.projectsWithOwn(kind, action))})`
}

/** Returns a condition: the user may delete all claims of the summary, because it is the user's own (C-01). */
export function ownSummaryToEmpty(abilities: RuleValues, alias: string): Condition {
  return sql<SqlBool>`(${ownedOutside(abilities, 'summary', alias)}
    or ${ownedWithin(abilities, 'delete', 'claim', alias, 'summary')})`
}

/** Returns a condition: the row's project is archived, so the database refuses changes (projects_archived). */
export function inArchived(alias: string): Condition {
  return sql<SqlBool>`exists (select from projects ap where ap.id = ${columnOf(alias, 'project_id')} and ap.is_archived)`
}

/**
 * Returns a condition on `alias` (resource_shares): the share is with the user or one of the user's groups. Shares
 * grant nothing to an actor who is limited to projects; there only the role counts.
 */
export function sharedTo(abilities: RuleValues, alias: string): Condition {
  if (abilities.form === 'limited') return sql<SqlBool>`false`
  return sql<SqlBool>`(${isUser(columnOf(alias, 'shared_with_user_id'), abilities)}
    or ${isOneOf(columnOf(alias, 'shared_with_group_id'), abilities.groupIds)})`
}

/** Returns a condition on `alias` (resource_shares): the share has not expired (ST-05). */
export function lasting(alias: string): Condition {
  const expiresAt = columnOf(alias, 'expires_at')
  return sql<SqlBool>`(${expiresAt} is null or ${expiresAt} > now())`
}

/** Returns a query for the ids of the rows that are shared with the user or one of the user's groups. */
function sharedIds(abilities: RuleValues, kind: ContentType): RawBuilder<unknown> {
  const column = (sharedBy as Partial<Record<ContentType, string>>)[kind]
  // No share refers to rows of a kind that is not shared.
  const share = column ? columnOf('sh', column) : sql`null::uuid`
  return sql`select ${share} from resource_shares sh
    where ${share} is not null and ${sharedTo(abilities, 'sh')} and ${lasting('sh')}`
}

/** Returns a condition: the row is shared with the user or a group of the user, at `level` if passed. */
function sharedWith(abilities: RuleValues, kind: ContentType, id: RawBuilder<unknown>, level?: string): Condition {
  const atLevel = level === undefined ? sql`` : sql`and sh.permission_level = ${level}`
  return sql<SqlBool>`${id} in (${sharedIds(abilities, kind)} ${atLevel})`
}

/**
 * Returns a query for the ids of all descendants, at any depth, of claims that are shared with the user (SH-09). A
 * statement runs it once, when the first claim is checked, whatever the number of claims. `offset 0` keeps the index
 * look-up of children by their parent: PostgreSQL overestimates the rows of the recursion and would read the whole
 * table at each step.
 */
function branchesBelowShares(abilities: RuleValues): RawBuilder<unknown> {
  const children = (parent: RawBuilder<unknown>) =>
    sql`cross join lateral (select c.id from claims c where c.parent_claim_id = ${parent} offset 0) child`
  return sql`with recursive branch(id) as (
      select child.id from resource_shares sh ${children(sql.ref('sh.claim_id'))}
       where sh.claim_id is not null and ${sharedTo(abilities, 'sh')} and ${lasting('sh')}
      union select child.id from branch b ${children(sql.ref('b.id'))})
    select id from branch`
}

interface ReadOptions {
  /** False leaves out rows that the user can read only by a share. */
  shares?: boolean
  /** The alias of the claim's summary if the statement has joined it. */
  summary?: string
}

function waysToRead(abilities: RuleValues, kind: ContentType, alias: string, options: ReadOptions = {}): Way[] {
  const { shares = true, summary } = options
  const id = columnOf(alias, 'id')
  const ways: Way[] = []
  const add = (name: string, holds: Condition, found?: Found) => ways.push({ name, holds, found })
  add('owner', owned(abilities, kind, alias), { column: kinds[kind].owner })
  const projects = sql`unnest(${abilities.projectsWith(kind, 'read')}::uuid[]) of (id)`
  add(throughProject, granted(abilities, 'read', kind, alias), { column: 'project_id', among: projects })
  if (kind === 'persona')
    add('system-generated persona', abilities.isAdmin ? madeBySystem(alias) : openPersonaWithin(abilities, alias))
  if (abilities.isAdmin) add('left by a removed user', left(kind, alias))
  if (kind === 'claim') {
    const ofSummary = (holds: (summary: string) => Condition): Condition =>
      summary
        ? holds(summary)
        : sql<SqlBool>`exists (
            select from video_summaries vs where vs.id = ${columnOf(alias, 'summary_id')} and ${holds('vs')})`
    // A claim by another user than the owner of its summary stores that owner.
    const mine = ofSummary((s) => isUser(columnOf(s, kinds.summary.owner), abilities))
    add('owner of the summary', within(abilities, columnOf(alias, 'project_id'), mine), { column: 'summary_owner_id' })
    const shared = ofSummary((s) => sharedWith(abilities, 'summary', columnOf(s, 'id')))
    const summaries = sql`(${sharedIds(abilities, 'summary')}) of (id)`
    add('share of the summary', shared, { column: 'summary_id', among: summaries })
  }
  if (shares) add('share', sharedWith(abilities, kind, id), { ids: sharedIds(abilities, kind) })
  if (kind === 'claim') {
    const below = branchesBelowShares(abilities)
    add('share of a claim above it', sql<SqlBool>`${id} in (${below})`, { ids: below })
  }
  return ways
}

/** Returns a condition: the user's role in the row's project has the grant for the rows of all users. */
function granted(abilities: RuleValues, action: Action, kind: ContentType, alias: string): Condition {
  return isOneOf(columnOf(alias, 'project_id'), abilities.projectsWith(kind, action))
}

/** Returns a condition: the persona is system-generated and not hidden; no account is needed to read it (AM-08). */
export function openPersona(alias: string): Condition {
  return sql<SqlBool>`(${madeBySystem(alias)} and not ${columnOf(alias, 'hidden')})`
}

/** Returns the condition `openPersona`, within the projects of a limited actor. */
function openPersonaWithin(abilities: RuleValues, alias: string): Condition {
  return within(abilities, columnOf(alias, 'project_id'), openPersona(alias))
}

/**
 * Returns the ways to act on a row: own rows outside projects (PM-11), own rows in projects with a grant at least for
 * own rows (PM-10), and all rows in projects with a grant for the rows of all users (PM-12). The last also needs the
 * grant to read, because users may not change rows that they may not read (G-14). No user can write to another member's
 * world, and no project role can change a system-generated persona, which all users can read (P-03).
 */
function waysToAct(abilities: RuleValues, action: Action, kind: ContentType, alias: string): Way[] {
  const ways: Way[] = [
    { name: 'owner', holds: ownedOutside(abilities, kind, alias) },
    { name: ownInProject, holds: ownedWithin(abilities, action, kind, alias) },
  ]
  if (kind !== 'world_state' || !ownWorldActs.includes(action))
    ways.push({
      name: throughProject,
      holds: sql<SqlBool>`(${granted(abilities, action, kind, alias)} and ${granted(abilities, 'read', kind, alias)}
        ${kind === 'persona' && action === 'update' ? sql`and not ${madeBySystem(alias)}` : sql``})`,
    })
  if (kind === 'persona' && abilities.isAdmin)
    ways.push({ name: 'system-generated persona', holds: madeBySystem(alias) })
  if (action === 'delete' && abilities.isAdmin) ways.push({ name: 'left by a removed user', holds: left(kind, alias) })
  if (kind === 'claim' && action === 'delete')
    ways.push({
      name: 'owner of the summary',
      holds: sql<SqlBool>`exists (select from video_summaries vs
        where vs.id = ${columnOf(alias, 'summary_id')} and ${ownSummaryToEmpty(abilities, 'vs')})`,
    })
  return ways
}

/** The actions that members of a project may do only with their own world in it. */
const ownWorldActs: readonly Action[] = ['create', 'update', 'delete']

/** Returns the ways to share a row: by a grant, or by passing on a forkable share (SH-03). */
function waysToShare(abilities: RuleValues, kind: ContentType, alias: string): Way[] {
  if (abilities.isAdmin) return [{ name: 'system administrator', holds: sql<SqlBool>`true` }]
  const forkable = sharedWith(abilities, kind, columnOf(alias, 'id'), 'forkable')
  return [...waysToAct(abilities, 'share', kind, alias), { name: 'forkable share', holds: forkable }]
}

/** Returns the ways to fork a row that is shared with the user: by a forkable share or by the role in its project. */
function waysToFork(abilities: RuleValues, kind: ContentType, alias: string): Way[] {
  const id = columnOf(alias, 'id')
  const shared = sharedWith(abilities, kind, id)
  return [
    { name: 'forkable share', holds: sharedWith(abilities, kind, id, 'forkable') },
    { name: throughProject, holds: sql<SqlBool>`(${shared} and ${forkedByRole(abilities, kind, alias)})` },
  ]
}

/** Returns all ways to an action, for explainAccess; the rules below are the `or` of the same ways. */
export function waysTo(abilities: RuleValues, action: Action, kind: ContentType, alias: string): Way[] {
  if (action === 'read') return waysToRead(abilities, kind, alias)
  if (action === 'fork') return waysToFork(abilities, kind, alias)
  return action === 'share' ? waysToShare(abilities, kind, alias) : waysToAct(abilities, action, kind, alias)
}

/** Returns a condition: the user may read the row. Lists, nested fields, `node(id)`, exports and jobs all use it. */
export function visible(
  abilities: RuleValues,
  kind: ContentType,
  alias: string,
  options?: { shares: boolean },
): Condition {
  return check(abilities, 'read', kind, either(waysToRead(abilities, kind, alias, options)))
}

/** Returns the rule of `visible` for the alias c (claims), where the statement has joined the summary as s. */
export function readableInSummary(abilities: RuleValues): Condition {
  return check(abilities, 'read', 'claim', either(waysToRead(abilities, 'claim', 'c', { summary: 's' })))
}

/** Returns a condition: the user may do the action on the row by ownership or grant. For reading see `visible`. */
export function permitted(abilities: RuleValues, action: Action, kind: ContentType, alias: string): Condition {
  return check(abilities, action, kind, either(waysToAct(abilities, action, kind, alias)))
}

/** Returns a condition: the user may change the fields in `changes`; for review fields, a grant to review is enough. */
export function changeable(abilities: RuleValues, kind: ContentType, alias: string, changes: object): Condition {
  const names = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const judges = names.length > 0 && names.every((name) => kindNamed(kind)?.judged?.includes(name))
  const ways = waysToAct(abilities, 'update', kind, alias)
  if (judges) ways.push(...waysToAct(abilities, 'review', kind, alias))
  return check(abilities, 'update', kind, either(ways))
}

/** Returns a condition: the user may review own rows of this kind in the project of the alias or outside projects. */
export function reviewsOwnIn(abilities: RuleValues, kind: ContentType, alias: string): Condition {
  const project = columnOf(alias, 'project_id')
  return sql<SqlBool>`(${project} is null or ${isOneOf(project, abilities.projectsWithOwn(kind, 'review'))})`
}

/** Returns a condition: the role in the row's project allows a fork of the row if it is shared at any level. */
export function forkedByRole(abilities: RuleValues, kind: ContentType, alias: string): Condition {
  return either(
    waysToAct(abilities, 'fork', kind, alias).filter(({ name }) => [ownInProject, throughProject].includes(name)),
  )
}

/**
 * Returns a condition: the user may share the row without an expiry; a forkable share can only be passed on until it
 * ends (SH-03).
 */
export function shareableForGood(abilities: RuleValues, kind: ContentType, alias: string): Condition {
  return abilities.isAdmin ? sql<SqlBool>`true` : either(waysToAct(abilities, 'share', kind, alias))
}

/** Returns a condition: the user may read the persona or, without a user, everyone may read it. */
export function visiblePersona(abilities: RuleValues | null, alias: string, options?: { shares: boolean }): Condition {
  if (abilities) return visible(abilities, 'persona', alias, options)
  return marked({ action: 'read', resource: 'persona', role: roleOf(null) }, openPersona(alias))
}

/**
 * Returns a condition: the persona is one of the project that its members see. Only its owner sees a hidden persona
 * (PR-14).
 */
export function personaOfProject(abilities: RuleValues, projectId: string, alias: string): Condition {
  return sql<SqlBool>`(${visible(abilities, 'persona', alias, { shares: false })}
    and ${columnOf(alias, 'project_id')} is not distinct from ${projectId}::uuid
    and (not ${columnOf(alias, 'hidden')} or ${owned(abilities, 'persona', alias)}))`
}

/** Returns whether the project is in the set. */
export const holdsIn = (projects: ProjectSet, id: string) => projects === 'every' || projects.includes(normalUuid(id))
