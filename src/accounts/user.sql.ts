import type { Insertable, Updateable } from 'kysely'
import type { Database } from '../database/client.js'
import type { Users } from '../database/schema.js'

/** Everything of a user but the password hash. */
export const userColumns = ['id', 'username', 'email', 'displayName', 'isAdmin', 'systemRole', 'createdAt', 'updatedAt'] as const

export function selectUser(db: Database, id: string) {
  return db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst()
}

export function selectUsersByIds(db: Database, ids: readonly string[]) {
  return db.selectFrom('users').select(userColumns).where('id', 'in', ids).execute()
}

export function selectUserByUsername(db: Database, username: string) {
  return db.selectFrom('users').select([...userColumns, 'passwordHash']).where('username', '=', username).executeTakeFirst()
}

export function insertUser(db: Database, row: Insertable<Users>) {
  return db.insertInto('users').values(row).returning(userColumns).executeTakeFirstOrThrow()
}

export function updateUser(db: Database, id: string, changes: Updateable<Users>) {
  return db.updateTable('users').set(changes).where('id', '=', id).returning(userColumns).executeTakeFirst()
}
