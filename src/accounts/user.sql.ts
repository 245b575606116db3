import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely'
import type { Database } from '../database/driver/client.js'
import type { Condition } from '../database/rows/conditions.js'
import { contains } from '../database/rows/contains.js'
import { keyset, newestKey, type KeyColumn } from '../database/rows/keyset.js'
import type { Users } from '../database/schema.js'
import type { Page } from '../lib/page.js'
import { keptUserName, spellingOf } from '../lib/user-name.js'

/** The columns of a user except the password hash. */
export const userColumns = [
  'id',
  'username',
  'email',
  'displayName',
  'isAdmin',
  'systemRole',
  'isActive',
  'isService',
  'createdAt',
  'updatedAt',
] as const

/**
 * Returns a condition that excludes placeholder users, which replace the deleted accounts that were authors of
 * remaining content.
 */
const present = (of: 'users' | 'u') => sql<SqlBool>`${sql.ref(`${of}.removed_at`)} is null`

/** Returns a user by id; undefined for an unknown user and for the placeholder of deleted accounts. */
export function selectUser(db: Database, id: string) {
  return db.selectFrom('users').select(userColumns).where('id', '=', id).where(present('users')).executeTakeFirst()
}

export function selectUsersByIds(db: Database, ids: readonly string[]) {
  return db.selectFrom('users').select(userColumns).where('id', 'in', ids).execute()
}

/**
 * Returns a condition for the user with this name, in any spelling. Old accounts can have names that are spellings of
 * each other, so the query must sort by `asWritten` to find the right account first.
 */
const named = (username: string) =>
  sql<SqlBool>`(users.username = ${username} or users.spelling = ${spellingOf(username)})`
const asWritten = (username: string) => sql`users.username = ${username} desc`

/** Returns a user by the name in any spelling, with the password hash; undefined for an unknown user. */
export function selectUserByUsername(db: Database, username: string) {
  return db
    .selectFrom('users')
    .select([...userColumns, 'passwordHash', 'spelling'])
    .where(named(username))
    .orderBy(asWritten(username))
    .limit(1)
    .executeTakeFirst()
}

/** Returns the public fields of an active user, by the name in any spelling; undefined for an unknown user. */
export function selectPublicUser(db: Database, username: string) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'displayName', 'isService'])
    .where(named(username))
    .where('isActive', '=', true)
    .where(present('users'))
    .orderBy(asWritten(username))
    .limit(1)
    .executeTakeFirst()
}

/** Returns the id of the user whose name is written exactly like this, as in configurations. */
export function selectIdAsWritten(db: Database, username: string) {
  return db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
}

export function insertUser(db: Database, row: Insertable<Users>) {
  const username = keptUserName(row.username)
  const named = { ...row, username, spelling: spellingOf(username) }
  return db.insertInto('users').values(named).returning(userColumns).executeTakeFirstOrThrow()
}

export function updateUser(db: Database, id: string, changes: Updateable<Users>) {
  return db.updateTable('users').set(changes).where('id', '=', id).returning(userColumns).executeTakeFirst()
}

/** Returns every user, newest first (AD-01). */
export function selectUsers(db: Database, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('users'), 'desc')
  return db
    .selectFrom('users')
    .select(userColumns)
    .where(present('users'))
    .where(where)
    .orderBy(orderBy)
    .limit(limit)
    .execute()
}

/** Returns a condition on the alias u: the user name, display name or e-mail address contains the text. */
export const listedUsers = (search: string | null | undefined) =>
  sql<SqlBool>`${contains(search, ['u.username', 'u.display_name', 'u.email'])} and ${present('u')}`

/** Returns a condition on a column with the id of a user: the user name or display name contains the search text. */
export const userNamedLike = (column: string, search: string | null | undefined): Condition =>
  search
    ? sql<SqlBool>`exists (select from users u where u.id = ${sql.ref(column)}
        and ${contains(search, ['u.username', 'u.display_name'])})`
    : sql<SqlBool>`true`

/**
 * Returns a condition on the alias u: an active account whose user name or display name contains the text, ignoring
 * case.
 */
export const listedPeople = (search: string | null | undefined) =>
  sql<SqlBool>`(${contains(search, ['u.username', 'u.display_name'])} and u.is_active and ${present('u')})`

/** Returns a page of the people who match `visible`, a condition on the alias u. */
export async function selectPeople(db: Database, visible: Condition, search: string | undefined, page: Page) {
  const { where, orderBy, limit } = keyset(page, peopleKey, 'asc')
  const { rows } = await sql<Pick<Selectable<Users>, 'id' | 'username' | 'displayName' | 'isService'>>`
    select u.id, u.username, u.display_name, u.is_service from users u
     where ${visible} and ${listedPeople(search)} and ${where} order by ${orderBy} limit ${limit}`.execute(db)
  return rows
}

const peopleKey: KeyColumn[] = [
  { column: 'u.username', type: 'text' },
  { column: 'u.id', type: 'uuid' },
]

/** Returns the number of the people who match `visible`. */
export async function countPeople(db: Database, visible: Condition, search: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users u where ${visible} and ${listedPeople(search)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the numbers of personas, live sessions and API keys of each user; unknown users have no entry. */
export async function selectUserCounts(db: Database, ids: readonly string[], now: Date) {
  const { rows } = await sql<{ id: string; personas: number; sessions: number; apiKeys: number }>`
    select u.id,
           (select count(*)::int from personas p where p.user_id = u.id) as personas,
           (select count(*)::int from sessions s where s.user_id = u.id and s.expires_at > ${now}) as sessions,
           (select count(*)::int from api_keys k where k.user_id = u.id) as api_keys
      from users u where u.id = any(${ids}::uuid[])`.execute(db)
  return rows
}
