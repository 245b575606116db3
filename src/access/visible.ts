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
    and (s.shared_with_user_id = ${abilities.userId} or s.shared_with_group_id = any(${abilities.groupIds}::uuid[]))
    and (s.expires_at is null or s.expires_at > now())${level === undefined ? sql`` : sql` and s.permission_level = ${level}`})`
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
    or exists (with recursive up(id, parent_id) as (
        select p.id, p.parent_claim_id from claims p where p.id = ${column('parent_claim_id')}
        union all select p.id, p.parent_claim_id from up join claims p on p.id = up.parent_id)
      select from up where ${sharedWith(abilities, 'claim_id', sql.ref('up.id'))})`
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
 * Personas that content may be made for: own, system-generated, and those of projects with the create grant (AN-02,
 * SU-09).
 */
export function usablePersona(abilities: Abilities, type: ContentType, alias: string): Condition {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<SqlBool>`(${column('user_id')} = ${abilities.userId} or ${column('is_system_generated')}
    or ${inProjects(column('project_id'), abilities.projectsWithOwn(type, 'create'))})`
}
