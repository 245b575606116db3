import { sql, type Kysely } from 'kysely'
import type { DB } from '../database/schema.js'
import { groupBy } from '../lib/group-by.js'
import { isNewUserName, spellingOf } from '../lib/user-name.js'

/**
 * Stores a spelling for accounts without one, such as those from older versions and from the configuration. Each
 * spelling goes to one account only: first to the account whose name is written exactly like it, then to the oldest.
 * The others stay without a spelling.
 */
export async function fillSpellings(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('spellings of user names', 0))`.execute(tx)
    const open = await tx
      .selectFrom('users')
      .select(['id', 'username'])
      .where('spelling', 'is', null)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    const groups = groupBy(open, ({ username }) => spellingOf(username))
    const chosen = [...groups].map(([spelling, users]) => ({
      spelling,
      id: (users.find(({ username }) => username === spelling) ?? users[0])?.id ?? '',
    }))
    if (!chosen.length) return
    await sql`
      update users u set spelling = c.spelling
        from unnest(${chosen.map(({ id }) => id)}::uuid[], ${chosen.map(({ spelling }) => spelling)}::text[])
          as c (id, spelling)
       where u.id = c.id and not exists (select from users o where o.spelling = c.spelling)`.execute(tx)
  })
}

export interface OddName {
  username: string
  /** The account whose name has the same spelling; null if the name itself would be refused today. */
  like: string | null
}

/** Returns the names of accounts that have the same spelling as another name, or that a new account could not have. */
export async function selectOddNames(db: Kysely<DB>): Promise<OddName[]> {
  const users = await db
    .selectFrom('users')
    .select(['username', 'spelling'])
    .where('removedAt', 'is', null)
    .orderBy('username')
    .execute()
  const bySpelling = new Map(users.map(({ username, spelling }) => [spelling, username]))
  return users.flatMap(({ username, spelling }) => {
    const like = spelling === null ? (bySpelling.get(spellingOf(username)) ?? null) : null
    return like === null && isNewUserName(username) ? [] : [{ username, like }]
  })
}
