import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isSlot } from './ability-slots.js'
import type { Abilities, ProjectSet } from './abilities.js'
import type { Action, ContentType, ResourceType } from './vocabulary.js'

type Condition = RawBuilder<SqlBool>

const columns: Record<ContentType, { table: string; owner: string; share: string }> = {
  annotation: { table: 'annotations', owner: 'created_by_user_id', share: 'annotation_id' },
  summary: { table: 'video_summaries', owner: 'created_by', share: 'summary_id' },
  claim: { table: 'claims', owner: 'created_by', share: 'claim_id' },
  persona: { table: 'personas', owner: 'user_id', share: 'persona_id' },
  world_state: { table: 'world_states', owner: 'user_id', share: 'world_state_id' },
}

export const tableOf = (kind: ContentType): string => columns[kind].table

/** `column` is one of the projects of the set. */
export function inProjects(column: RawBuilder<unknown>, projects: ProjectSet): Condition {
  if (projects === 'every') return sql<SqlBool>`${column} is not null`
  if (!isSlot(projects) && projects.length === 0) return sql<SqlBool>`false`
  return sql<SqlBool>`${column} = any(${projects}::uuid[])`
}

/**
 * The row with this id is shared with the user or a group of theirs, at `level` where one is given, and the share has
 * not expired (ST-05).
 */
export function sharedWith(abilities: Abilities, share: string, id: RawBuilder<unknown>, level?: string): Condition {
  return sql<SqlBool>`${id} in (select s.${sql.ref(share)} from resource_shares s where s.${sql.ref(share)} is not null
    and ${lastingShareTo(abilities, 's')}${level === undefined ? sql`` : sql` and s.permission_level = ${level}`})`
}

/**
 * The one expression of who reads what, for rows of `alias`: one's own, those of projects with the grant, those shared
 * with the
 * user or a group of theirs (left out where `shares` is false). Lists, nested GraphQL fields, `node(id)`, exports and
 * jobs all use it.
 */
export function visible(abilities: Abilities, kind: ContentType, alias: string, { shares = true } = {}): Condition {
  const { owner, share } = columns[kind]
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const branches = [
    sql<SqlBool>`${column(owner)} = ${abilities.userId}`,
    inProjects(column('project_id'), abilities.projectsWith(kind, 'read')),
  ]
  if (shares) branches.push(sharedWith(abilities, share, column('id')))
  if (kind === 'persona') branches.push(sql<SqlBool>`(${column('is_system_generated')} and not ${column('hidden')})`)
  if (kind === 'claim') branches.push(claimThroughSummary(abilities, alias))
  return sql<SqlBool>`(${sql.join(branches, sql` or `)})`
}

/** C-01 and SH-09: a claim is read by the owner of its summary, with a shared summary, and below a shared claim. */
function claimThroughSummary(abilities: Abilities, alias: string): Condition {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<SqlBool>`exists (select from video_summaries vs where vs.id = ${column('summary_id')}
      and (vs.created_by = ${abilities.userId} or ${sharedWith(abilities, 'summary_id', sql.ref('vs.id'))}))
    or ${inSharedBranch(abilities, column('id'))}`
}

/**
 * The claim is shared with the user, or stands at any depth below one that is (SH-09). The branches are listed once a
 * statement, when the first claim asks, whatever the number of claims.
 */
export function inSharedBranch(abilities: Abilities, id: RawBuilder<unknown>): Condition {
  return sql<SqlBool>`${id} in (with recursive branch(id) as (
      select s.claim_id from resource_shares s where s.claim_id is not null and ${lastingShareTo(abilities, 's')}
      union select k.id from branch b join claims k on k.parent_claim_id = b.id) select id from branch)`
}

/** Shares with the user or a group of theirs that have not expired (ST-05). */
function lastingShareTo(abilities: Abilities, alias: string): Condition {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<SqlBool>`(${column('shared_with_user_id')} = ${abilities.userId}
      or ${column('shared_with_group_id')} = any(${abilities.groupIds}::uuid[]))
    and (${column('expires_at')} is null or ${column('expires_at')} > now())`
}

/**
 * Claims (c) that the actor reads, joined with their summary (s): the same as visible('claim', 'c'), which has no
 * summary at hand. A test compares the two.
 */
export function readableInSummary(abilities: Abilities): Condition {
  return sql<SqlBool>`(c.created_by = ${abilities.userId} or s.created_by = ${abilities.userId}
    or ${inProjects(sql.ref('c.project_id'), abilities.projectsWith('claim', 'read'))}
    or ${sharedWith(abilities, 'summary_id', sql.ref('s.id'))}
    or ${inSharedBranch(abilities, sql.ref('c.id'))})`
}

/** Who may add claims to a summary (s): its owner, and members with claim:create in its project. */
export function mayAdd(abilities: Abilities): Condition {
  return sql<SqlBool>`(s.created_by = ${abilities.userId} or ${inProjects(sql.ref('s.project_id'), abilities.projectsWithOwn('claim', 'create'))})`
}

/** VA-17: videos of projects with the grant, those assigned to the user, and those that no project has. */
export function visibleVideo(abilities: Abilities, alias: string): Condition {
  if (abilities.isAdmin) return sql<SqlBool>`true`
  const id = sql.ref(`${alias}.id`)
  return sql<SqlBool>`(not exists (select from project_video_assignments a where a.video_id = ${id})
    or exists (select from project_video_assignments a where a.video_id = ${id}
      and (a.assigned_user_id = ${abilities.userId} or ${inProjects(sql.ref('a.project_id'), abilities.projectsWith('video', 'read'))})))`
}

/**
 * Rows the user may act on: own ones always (PM-11), those of projects with a grant for everybody's rows (PM-12). To
 * act on what
 * is not there to read would answer NOT_FOUND (G-14), so the project must grant reading too.
 */
export function permitted(abilities: Abilities, action: Action, kind: ContentType, alias: string): Condition {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const granted = (what: Action) => inProjects(column('project_id'), abilities.projectsWith(kind, what))
  const branches = [
    sql<SqlBool>`${column(columns[kind].owner)} = ${abilities.userId}`,
    sql<SqlBool>`(${granted(action)} and ${granted('read')})`,
  ]
  if (kind === 'persona' && abilities.isAdmin) branches.push(sql<SqlBool>`${column('is_system_generated')}`)
  if (kind === 'claim' && action === 'delete') {
    branches.push(
      sql<SqlBool>`exists (select from video_summaries vs where vs.id = ${column('summary_id')} and vs.created_by = ${abilities.userId})`,
    )
  }
  return sql<SqlBool>`(${sql.join(branches, sql` or `)})`
}

/** Rows the user may share: by the grant, or passing on a share that is forkable (SH-03). */
export function shareable(abilities: Abilities, kind: ContentType, alias: string): Condition {
  if (abilities.isAdmin) return sql<SqlBool>`true`
  return sql<SqlBool>`(${permitted(abilities, 'share', kind, alias)} or ${sharedWith(abilities, columns[kind].share, sql.ref(`${alias}.id`), 'forkable')})`
}

/** Anonymous readers see system-generated personas that are not hidden (AM-08). */
export function visiblePersona(abilities: Abilities | null, alias: string, options?: { shares: boolean }): Condition {
  if (abilities) return visible(abilities, 'persona', alias, options)
  return sql<SqlBool>`(${sql.ref(`${alias}.is_system_generated`)} and not ${sql.ref(`${alias}.hidden`)})`
}

/** Whether content of the kind may be made in the project (PR-17). */
export function mayCreateIn(abilities: Abilities, type: ResourceType, projectId: string): boolean {
  const projects = abilities.projectsWithOwn(type, 'create')
  return projects === 'every' || projects.includes(projectId)
}

/**
 * Personas that content of the kind may be made for: own ones, those the system made that are not hidden, and those of
 * projects with the create grant. A hidden persona of the system is nobody else's to read and counts as missing
 * (AN-02, SU-09, AM-08).
 */
export function usablePersona(abilities: Abilities, type: ContentType, alias: string): Condition {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<SqlBool>`(${column('user_id')} = ${abilities.userId}
    or (${column('is_system_generated')} and not ${column('hidden')})
    or ${inProjects(column('project_id'), abilities.projectsWithOwn(type, 'create'))})`
}
