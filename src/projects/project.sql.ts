import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import { projectInScope, visibleProject } from '../access/place-rules.js'
import type { Abilities, Reach } from '../access/abilities.js'
import type { Database } from '../database/driver/client.js'
import { contains } from '../database/rows/contains.js'
import { keyset, newestKey } from '../database/rows/keyset.js'
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
export type ProjectScope = 'personal' | 'group' | 'all' | 'everyones'

export function selectProject(db: Database, id: string) {
  return db.selectFrom('projects as p').select(columns).where('id', '=', id).executeTakeFirst()
}

/**
 * Selects the project and locks its row: other writers who want to change its members or the project itself wait until
 * the transaction ends.
 */
export function lockProject(db: Database, id: string) {
  return db.selectFrom('projects as p').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Selects those of the projects that the user may read. */
export function selectProjectsByIds(db: Database, ids: readonly string[], abilities: Abilities) {
  return db
    .selectFrom('projects as p')
    .select(columns)
    .where('id', 'in', ids)
    .where(visibleProject(abilities, 'p'))
    .execute()
}

/** Selects the projects of a list with the number of members and the user's direct role, newest first. */
export function selectProjects(db: Database, who: Reach, filter: ProjectFilter, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('p'), 'desc')
  return db
    .selectFrom('projects as p')
    .select(columns)
    .select(sql<number>`(select count(*)::int from project_memberships m where m.project_id = p.id)`.as('memberCount'))
    .select(
      sql<
        string | null
      >`(select role from project_memberships m where m.project_id = p.id and m.user_id = ${who.userId})`.as('myRole'),
    )
    .where(listedProjects(who, filter, 'p'))
    .where(where)
    .orderBy(orderBy)
    .limit(limit)
    .execute()
}

export interface ProjectFilter {
  scope: ProjectScope
  search: string | null
  /** True for archived projects only, false for all others only. */
  isArchived: boolean
}

/** Returns a condition on `alias` (projects): the user's projects that match the filter. */
export function listedProjects(
  who: Reach,
  { scope, search, isArchived }: ProjectFilter,
  alias: string,
): RawBuilder<SqlBool> {
  const archived = sql<SqlBool>`${sql.ref(`${alias}.is_archived`)} = ${isArchived}`
  const named = contains(search, [`${alias}.name`, `${alias}.slug`])
  return sql<SqlBool>`${projectInScope(who, scope, alias)} and ${named} and ${archived}`
}

/** Returns the numbers of videos assigned to each project; projects without videos have no row. */
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
