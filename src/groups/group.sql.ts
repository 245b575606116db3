import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { contains } from '../database/rows/contains.js'
import { keyset, newestKey } from '../database/rows/keyset.js'
import type { UserGroups } from '../database/schema.js'
import type { Page } from '../lib/page.js'

const columns = ['id', 'name', 'description', 'slug', 'createdBy', 'createdAt', 'updatedAt'] as const

export type GroupRow = NonNullable<Awaited<ReturnType<typeof selectGroup>>>

export function selectGroup(db: Database, id: string) {
  return db.selectFrom('userGroups as g').select(columns).where('g.id', '=', id).executeTakeFirst()
}

/** The groups that a query may return: every group, or those with these ids. */
export type GroupSet = 'every' | readonly string[]

function within(groups: GroupSet): RawBuilder<SqlBool> {
  return groups === 'every' ? sql<SqlBool>`true` : sql<SqlBool>`g.id = any(${groups}::uuid[])`
}

/** Selects the groups with these ids that are among `groups`. */
export function selectGroupsByIds(db: Database, ids: readonly string[], groups: GroupSet) {
  return db.selectFrom('userGroups as g').select(columns).where('g.id', 'in', ids).where(within(groups)).execute()
}

/**
 * Selects the group and locks its row: other writers who want to change its members or the group itself wait until the
 * transaction ends.
 */
export function lockGroup(db: Database, id: string) {
  return db.selectFrom('userGroups as g').select(columns).where('g.id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Reads the groups of a user with the user's role and the number of members, newest first. */
export function selectGroupsOfUser(db: Database, userId: string, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('g'), 'desc')
  return db
    .selectFrom('userGroups as g')
    .innerJoin('groupMemberships as own', (join) =>
      join.onRef('own.groupId', '=', 'g.id').on('own.userId', '=', userId),
    )
    .selectAll('g')
    .select('own.role as userRole')
    .select(sql<number>`(select count(*)::int from group_memberships m where m.group_id = g.id)`.as('memberCount'))
    .where(where)
    .orderBy(orderBy)
    .limit(limit)
    .execute()
}

/** Reads all groups with their numbers of members, newest first (GR-10). */
export function selectAllGroups(db: Database, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('g'), 'desc')
  return db
    .selectFrom('userGroups as g')
    .select(columns)
    .select(sql<number>`(select count(*)::int from group_memberships m where m.group_id = g.id)`.as('memberCount'))
    .where(where)
    .orderBy(orderBy)
    .limit(limit)
    .execute()
}

/** Returns a condition on the alias g: the name or slug contains the search text. */
export const namedLike = (search: string | null) => contains(search, ['g.name', 'g.slug'])

export function insertGroup(db: Database, row: Insertable<UserGroups>) {
  return db.insertInto('userGroups').values(row).returning(columns).executeTakeFirstOrThrow()
}

export function updateGroup(db: Database, id: string, changes: Updateable<UserGroups>) {
  return db
    .updateTable('userGroups as g')
    .set(changes)
    .where('g.id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function deleteGroup(db: Database, id: string): Promise<void> {
  await db.deleteFrom('userGroups').where('id', '=', id).execute()
}
