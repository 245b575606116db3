import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { normalUuid } from '../lib/uuid.js'
import type { Actor } from './actor.js'
import type { ProjectRole } from './vocabulary.js'

export interface GrantRow {
  scope: string
  role: string
  resourceType: string
  action: string
  ownOnly: boolean
}

/**
 * Returns the user's group memberships and effective project roles in one statement. The effective role in a project is
 * that of the user's own membership (`direct`), else viewer through the owning group (PR-06).
 */
export async function selectMemberships(db: Database, userId: string) {
  const { rows } = await sql<{ scope: 'group' | 'project'; id: string; role: string; direct: boolean }>`
    select 'group' as scope, group_id as id, role, true as direct from group_memberships where user_id = ${userId}
    union all
    select 'project', project_id, role, true from project_memberships where user_id = ${userId}
    union all
    select 'project', p.id, 'viewer', false
      from projects p join group_memberships g on g.group_id = p.owner_group_id and g.user_id = ${userId}
     where not exists (select from project_memberships m where m.project_id = p.id and m.user_id = ${userId})`.execute(
    db,
  )
  return rows
}

/**
 * Returns the role of the user's own membership in the project, else viewer through the owning group (PR-06); undefined
 * without either, and in a project that the actor does not reach.
 */
export async function selectProjectRole(
  db: Database,
  projectId: string,
  { userId, onlyProjects }: Pick<Actor, 'userId' | 'onlyProjects'>,
) {
  if (onlyProjects && !onlyProjects.includes(normalUuid(projectId))) return undefined
  const { rows } = await sql<{ role: ProjectRole; direct: boolean }>`
    select role, true as direct from project_memberships where project_id = ${projectId} and user_id = ${userId}
    union all
    select 'viewer', false from projects p join group_memberships g on g.group_id = p.owner_group_id and g.user_id = ${userId}
     where p.id = ${projectId}
     order by direct desc limit 1`.execute(db)
  return rows[0]
}

/** Returns all rows of the permission table. */
export function selectGrants(db: Database): Promise<GrantRow[]> {
  return db.selectFrom('rolePermissions').select(['scope', 'role', 'resourceType', 'action', 'ownOnly']).execute()
}

/** The subject in access_versions for the permission table. */
export const permissionTable = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the version of the user's access, which changes with every change of what the user may do. The session is
 * read with the same text (PM-08).
 */
export async function selectAccessVersion(db: Database, userId: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select coalesce((select version from access_versions where subject = ${userId}), 0) || '.' ||
           coalesce((select version from access_versions where subject = ${permissionTable}), 0) as version`.execute(db)
  return rows[0]?.version ?? ''
}

/**
 * Returns the user with the user's access version, for questions about what the user may do; undefined for an unknown
 * user.
 */
export async function selectSubject(db: Database, userId: string) {
  const user = await db
    .selectFrom('users')
    .select(['id as userId', 'username', 'displayName', 'isAdmin', 'isActive'])
    .where('id', '=', userId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return user && { ...user, accessVersion: await selectAccessVersion(db, userId) }
}
