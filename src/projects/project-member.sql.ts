import { sql, type Insertable } from 'kysely'
import type { ProjectRole } from '../access/vocabulary.js'
import type { Database } from '../database/client.js'
import type { ProjectMemberships } from '../database/schema.js'

export interface MemberUser {
  id: string
  username: string
  displayName: string
  email: string | null
}

function members(db: Database) {
  return db
    .selectFrom('projectMemberships as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['m.id', 'm.userId', 'm.projectId', 'm.role', 'm.joinedAt'])
    .select(
      sql<MemberUser>`json_build_object('id', u.id, 'username', u.username, 'displayName', u.display_name, 'email', u.email)`.as(
        'user',
      ),
    )
}

export type ProjectMemberRow = Awaited<ReturnType<typeof selectProjectMembers>>[number]

/** Members of the projects, in the order in which they joined (PR-08). */
export function selectProjectMembers(db: Database, projectIds: readonly string[]) {
  return members(db).where('m.projectId', 'in', projectIds).orderBy('m.joinedAt').orderBy('m.id').execute()
}

export function selectProjectMember(db: Database, projectId: string, userId: string) {
  return members(db).where('m.projectId', '=', projectId).where('m.userId', '=', userId).executeTakeFirst()
}

export async function countProjectOwners(db: Database, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('projectMemberships')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .where('role', '=', 'project_owner')
    .executeTakeFirstOrThrow()
  return count
}

export async function insertProjectMember(db: Database, row: Insertable<ProjectMemberships>): Promise<void> {
  await db.insertInto('projectMemberships').values(row).execute()
}

export async function updateProjectRole(
  db: Database,
  projectId: string,
  userId: string,
  role: ProjectRole,
): Promise<void> {
  await db
    .updateTable('projectMemberships')
    .set({ role })
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .execute()
}

export async function deleteProjectMember(db: Database, projectId: string, userId: string): Promise<void> {
  await db.deleteFrom('projectMemberships').where('projectId', '=', projectId).where('userId', '=', userId).execute()
}
