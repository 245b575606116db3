import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import { inProjects } from '../access/visible.js'
import type { ProjectSet } from '../access/abilities.js'
import type { ProjectRole } from '../access/vocabulary.js'
import type { Database } from '../database/client.js'
import { contains } from '../database/contains.js'
import { keyset, newestKey } from '../database/keyset.js'
import type { Projects } from '../database/schema.js'
import type { Page } from '../lib/page.js'

const columns = [
  'id',
  'name',
  'description',
  'slug',
  'ownerUserId',
  'ownerGroupId',
  'settings',
  'isArchived',
  'createdBy',
  'createdAt',
  'updatedAt',
] as const

export type ProjectRow = NonNullable<Awaited<ReturnType<typeof selectProject>>>
export type ProjectScope = 'personal' | 'group' | 'all'

export function selectProject(db: Database, id: string) {
  return db.selectFrom('projects as p').select(columns).where('id', '=', id).executeTakeFirst()
}

/** The project under a lock: whoever changes members or the project itself waits for the transaction to end. */
export function lockProject(db: Database, id: string) {
  return db.selectFrom('projects as p').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export function selectProjectsByIds(db: Database, ids: readonly string[], readable: ProjectSet) {
  return db
    .selectFrom('projects as p')
    .select(columns)
    .where('id', 'in', ids)
    .where(inProjects(sql.ref('p.id'), readable))
    .execute()
}

/** Direct role, else viewer through the owning group (PR-06); undefined for a stranger. */
export async function selectProjectRole(db: Database, projectId: string, userId: string) {
  const { rows } = await sql<{ role: ProjectRole; direct: boolean }>`
    select role, true as direct from project_memberships where project_id = ${projectId} and user_id = ${userId}
    union all
    select 'viewer', false from projects p join group_memberships g on g.group_id = p.owner_group_id and g.user_id = ${userId}
     where p.id = ${projectId}
     order by direct desc limit 1`.execute(db)
  return rows[0]
}

/** PR-05: projects of one's own, of one's groups, or both with those joined directly. */
function ofScope(userId: string, scope: ProjectScope): RawBuilder<SqlBool> {
  const personal = sql<SqlBool>`p.owner_user_id = ${userId}`
  const group = sql<SqlBool>`p.owner_group_id in (select group_id from group_memberships where user_id = ${userId})`
  if (scope === 'personal') return personal
  if (scope === 'group') return group
  return sql<SqlBool>`(${personal} or ${group} or p.id in (select project_id from project_memberships where user_id = ${userId}))`
}

/** With the number of members and the user's direct role, newest first. */
export function selectProjects(db: Database, userId: string, scope: ProjectScope) {
  return db
    .selectFrom('projects as p')
    .select(columns)
    .select(sql<number>`(select count(*)::int from project_memberships m where m.project_id = p.id)`.as('memberCount'))
    .select(
      sql<
        string | null
      >`(select role from project_memberships m where m.project_id = p.id and m.user_id = ${userId})`.as('myRole'),
    )
    .where(ofScope(userId, scope))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export interface ProjectFilter {
  scope: ProjectScope
  search: string | null
  isArchived: boolean | null
}

function filtered(userId: string, { scope, search, isArchived }: ProjectFilter): RawBuilder<SqlBool> {
  const archived = isArchived === null ? sql<SqlBool>`true` : sql<SqlBool>`p.is_archived = ${isArchived}`
  return sql<SqlBool>`${ofScope(userId, scope)} and ${contains(search, ['p.name', 'p.slug'])} and ${archived}`
}

export function selectProjectPage(db: Database, userId: string, filter: ProjectFilter, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('p'), 'desc')
  return db
    .selectFrom('projects as p')
    .select(columns)
    .where(filtered(userId, filter))
    .where(where)
    .orderBy(orderBy)
    .limit(limit)
    .execute()
}

export async function countProjects(db: Database, userId: string, filter: ProjectFilter): Promise<number> {
  const { count } = await db
    .selectFrom('projects as p')
    .where(filtered(userId, filter))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function selectAssignmentCounts(db: Database, projectIds: readonly string[]) {
  return db
    .selectFrom('projectVideoAssignments')
    .select((eb) => ['projectId', eb.fn.countAll<number>().as('count')])
    .where('projectId', 'in', projectIds)
    .groupBy('projectId')
    .execute()
}

export function insertProject(db: Database, row: Insertable<Projects>) {
  return db.insertInto('projects').values(row).returning(columns).executeTakeFirstOrThrow()
}

export function updateProject(db: Database, id: string, changes: Updateable<Projects>) {
  return db.updateTable('projects').set(changes).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()
}

export async function deleteProject(db: Database, id: string): Promise<void> {
  await db.deleteFrom('projects').where('id', '=', id).execute()
}
