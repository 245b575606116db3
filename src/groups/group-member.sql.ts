import { sql, type Insertable } from 'kysely'
import type { GroupRole } from '../access/vocabulary.js'
import type { Database } from '../database/client.js'
import type { GroupMemberships } from '../database/schema.js'

export interface MemberUser {
  id: string
  username: string
  displayName: string
  email: string | null
}

function members(db: Database) {
  return db
    .selectFrom('groupMemberships as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['m.id', 'm.userId', 'm.groupId', 'm.role', 'm.joinedAt'])
    .select(
      sql<MemberUser>`json_build_object('id', u.id, 'username', u.username, 'displayName', u.display_name, 'email', u.email)`.as(
        'user',
      ),
    )
}

export type GroupMemberRow = Awaited<ReturnType<typeof selectGroupMembers>>[number]

/** Members of the groups, in the order in which they joined (GR-12). */
export function selectGroupMembers(db: Database, groupIds: readonly string[]) {
  return members(db).where('m.groupId', 'in', groupIds).orderBy('m.joinedAt').orderBy('m.id').execute()
}

export function selectGroupMember(db: Database, groupId: string, userId: string) {
  return members(db).where('m.groupId', '=', groupId).where('m.userId', '=', userId).executeTakeFirst()
}

export async function selectGroupRole(db: Database, groupId: string, userId: string): Promise<GroupRole | undefined> {
  const row = await db
    .selectFrom('groupMemberships')
    .select('role')
    .where('groupId', '=', groupId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.role as GroupRole | undefined
}

export async function countGroupOwners(db: Database, groupId: string): Promise<number> {
  const { count } = await db
    .selectFrom('groupMemberships')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('groupId', '=', groupId)
    .where('role', '=', 'group_owner')
    .executeTakeFirstOrThrow()
  return count
}

export async function insertGroupMember(db: Database, row: Insertable<GroupMemberships>): Promise<void> {
  await db.insertInto('groupMemberships').values(row).execute()
}

export async function updateGroupRole(db: Database, groupId: string, userId: string, role: GroupRole): Promise<void> {
  await db
    .updateTable('groupMemberships')
    .set({ role })
    .where('groupId', '=', groupId)
    .where('userId', '=', userId)
    .execute()
}

export async function deleteGroupMember(db: Database, groupId: string, userId: string): Promise<void> {
  await db.deleteFrom('groupMemberships').where('groupId', '=', groupId).where('userId', '=', userId).execute()
}
