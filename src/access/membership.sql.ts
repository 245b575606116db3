import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { keyset, type KeyColumn } from '../database/rows/keyset.js'
import { wholeList, type Page } from '../lib/page.js'

export interface MemberUser {
  id: string
  username: string
  displayName: string
  email: string | null
  isService: boolean
}

type Of = 'groupId' | 'projectId'

/** A membership in lists of members; `groupId` or `projectId` identifies the group or project. */
export type MemberRow<Parent extends Of> = {
  id: string
  userId: string
  role: string
  joinedAt: string
  user: MemberUser
} & Record<Parent, string>

const inOrder: KeyColumn[] = [
  { column: 'm.joined_at', type: 'timestamptz' },
  { column: 'm.id', type: 'uuid' },
]

type NewMember<Parent extends Of> = Omit<MemberRow<Parent>, 'user' | 'joinedAt'> & { joinedAt: Date }

/**
 * Returns the statements about the members of groups or projects, which are stored in two tables of the same shape.
 * `ownerRole` is the role that `countOwners` counts.
 */
export function membershipTable<Parent extends Of, Role extends string>(parent: Parent, ownerRole: string) {
  // The two tables differ only in the column of the parent, so the types of one table are valid for the other as well.
  const table = (parent === 'groupId' ? 'groupMemberships' : 'projectMemberships') as 'groupMemberships'
  const column = parent as 'groupId'

  const members = (db: Database) =>
    db
      .selectFrom(`${table} as m`)
      .innerJoin('users as u', 'u.id', 'm.userId')
      .select(['m.id', 'm.userId', `m.${column}`, 'm.role', 'm.joinedAt'])
      .select(
        sql<MemberUser>`json_build_object('id', u.id, 'username', u.username, 'displayName', u.display_name, 'email', u.email,
          'isService', u.is_service)`.as('user'),
      )
      .$castTo<MemberRow<Parent>>()

  return {
    /** Reads the members of all the given parents, in the order in which they joined (GR-12, PR-08). */
    selectMembers(db: Database, parentIds: readonly string[], page: Page = wholeList) {
      const { where, orderBy, limit } = keyset(page, inOrder, 'asc')
      return members(db).where(`m.${column}`, 'in', parentIds).where(where).orderBy(orderBy).limit(limit).execute()
    },

    selectMember: (db: Database, parentId: string, userId: string) =>
      members(db).where(`m.${column}`, '=', parentId).where('m.userId', '=', userId).executeTakeFirst(),

    async selectRole(db: Database, parentId: string, userId: string): Promise<Role | undefined> {
      const row = await db
        .selectFrom(table)
        .select('role')
        .where(column, '=', parentId)
        .where('userId', '=', userId)
        .executeTakeFirst()
      return row?.role as Role | undefined
    },

    async countOwners(db: Database, parentId: string): Promise<number> {
      const { count } = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where(column, '=', parentId)
        .where('role', '=', ownerRole)
        .executeTakeFirstOrThrow()
      return count
    },

    async insertMembers(db: Database, ...rows: NewMember<Parent>[]): Promise<void> {
      // Arrays, because a statement takes 65,535 parameters at most and a group may have more members than fit in them.
      const all = rows as NewMember<'groupId'>[]
      const list = <Name extends keyof NewMember<'groupId'>>(name: Name) => all.map((row) => row[name])
      await sql`insert into ${sql.table(table)} (id, ${sql.ref(column)}, user_id, role, joined_at)
        select * from unnest(${list('id')}::uuid[], ${list(column)}::uuid[], ${list('userId')}::uuid[],
          ${list('role')}::text[], ${list('joinedAt')}::timestamptz[])`.execute(db)
    },

    async updateRole(db: Database, parentId: string, userId: string, role: Role): Promise<void> {
      await db.updateTable(table).set({ role }).where(column, '=', parentId).where('userId', '=', userId).execute()
    },

    async deleteMember(db: Database, parentId: string, userId: string): Promise<void> {
      await db.deleteFrom(table).where(column, '=', parentId).where('userId', '=', userId).execute()
    },
  }
}
