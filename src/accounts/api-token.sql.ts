import { sql, type Insertable, type RawBuilder, type SqlBool } from 'kysely'
import { permissionTable } from '../access/access.sql.js'
import type { TokenScope } from '../access/vocabulary.js'
import type { Context } from '../context.js'
import type { Database } from '../database/driver/client.js'
import { slot, statement } from '../database/driver/statement.js'
import { contains } from '../database/rows/contains.js'
import { deleteInBatches } from '../database/rows/delete-in-batches.js'
import { keyset, newestKey } from '../database/rows/keyset.js'
import { positionOf, positionSql, type Position } from '../database/replicas/replicas.js'
import type { ApiTokens } from '../database/schema.js'
import { batched } from '../lib/batch.js'
import type { Page } from '../lib/page.js'

/** A token with its user and the version of the user's access, as read for this request. */
export interface KnownToken {
  id: string
  scopes: TokenScope[]
  projectIds: string[] | null
  expiresAt: string | null
  lastUsedAt: string | null
  userId: string
  username: string
  displayName: string
  isAdmin: boolean
  isActive: boolean
  accessVersion: string
  /** The current log position of the primary; set only where there are replicas. */
  position?: Position
}

interface Wanted {
  tokenHashes: readonly string[]
}

const tokensBy = (more: RawBuilder<unknown>) =>
  statement<Wanted>(
    () => sql`
  select t.token_hash, t.id, t.scopes, t.project_ids, t.expires_at, t.last_used_at, u.id as user_id, u.username,
         u.display_name, u.is_admin, u.is_active,
         coalesce(own.version, 0) || '.' || coalesce(rules.version, 0) as access_version${more}
    from api_tokens t join users u on u.id = t.user_id
    left join access_versions own on own.subject = u.id
    left join access_versions rules on rules.subject = ${permissionTable}
   where t.token_hash = any(${slot<Wanted>((input) => input.tokenHashes)})`,
  )

const tokensByHash = tokensBy(sql``)
/** Used where there are replicas: also reads the log position of the primary, as for sessions. */
const tokensAtPosition = tokensBy(sql`, ${sql.raw(positionSql)}`)

/** The connections to the primary, which is required because a revoked token must be refused with the next request. */
type On = Pick<Context, 'db' | 'pool' | 'routes'>

async function readTokens({ db, pool, routes }: On, tokenHashes: readonly string[]): Promise<Map<string, KnownToken>> {
  const select = routes.replicas ? tokensAtPosition : tokensByHash
  const rows = await select.rows({ db, pool }, { tokenHashes })
  return new Map(
    rows.map((row) => {
      const [hash, id, scopes, projectIds, expiresAt, lastUsedAt, userId, username, displayName, ...rest] = row
      const [isAdmin, isActive, accessVersion, at] = rest
      const token = { id, scopes, projectIds, expiresAt, lastUsedAt, userId, username, displayName }
      const user = { isAdmin, isActive, accessVersion, ...(at !== undefined && { position: positionOf(at as string) }) }
      return [hash as string, { ...token, ...user } as KnownToken]
    }),
  )
}

const askers = new WeakMap<On['pool'], (tokenHash: string) => Promise<KnownToken | undefined>>()

/** Returns the token with this hash; undefined if it is unknown. Concurrent requests share one statement. */
export function selectTokenByHash({ db, pool, routes }: On, tokenHash: string): Promise<KnownToken | undefined> {
  if (db.isTransaction) return readTokens({ db, pool, routes }, [tokenHash]).then((found) => found.get(tokenHash))
  let ask = askers.get(pool)
  if (!ask) {
    ask = batched((hashes: string[]) => readTokens({ db, pool, routes }, hashes))
    askers.set(pool, ask)
  }
  return ask(tokenHash)
}

/** Stores the time at which a token was used, unless another process has just stored one. */
export async function updateTokenUse(db: Database, id: string, at: Date, unlessSince: Date): Promise<void> {
  await db
    .updateTable('apiTokens')
    .set({ lastUsedAt: at })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<=', unlessSince.toISOString())]))
    .execute()
}

const columns = [
  't.id',
  't.userId',
  't.tokenTail',
  't.name',
  't.scopes',
  't.projectIds',
  't.expiresAt',
  't.lastUsedAt',
  't.createdBy',
  't.createdAt',
] as const

export type ApiTokenRow = Awaited<ReturnType<typeof selectTokenPage>>[number]

export interface TokenFilter {
  /** The id of the user whose tokens may be selected; those of all users when absent. */
  owner?: string | null
  userId?: string | null
  /** A text that must occur in the name of the token, or in the user name or display name of its user. */
  search?: string | null
}

/** Returns a query for the tokens that have not been revoked, with their users. */
function matching(db: Database, { owner, userId, search }: TokenFilter) {
  let query = db
    .selectFrom('apiTokens as t')
    .innerJoin('users as u', 'u.id', 't.userId')
    .where(contains(search, ['t.name', 'u.username', 'u.display_name']))
  for (const id of [owner, userId]) if (id) query = query.where('t.userId', '=', id)
  return query
}

const shown = [...columns, 'u.username', 'u.displayName', 'u.isService'] as const

export function selectTokenPage(db: Database, filter: TokenFilter, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('t'), 'desc')
  return matching(db, filter).select(shown).where(where).orderBy(orderBy).limit(limit).execute()
}

export async function countTokens(db: Database, filter: TokenFilter): Promise<number> {
  return (
    await matching(db, filter)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
}

/** Locks the user until the transaction ends, so that tokens made at the same time are counted one after the other. */
export function lockTokenUser(db: Database, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'displayName', 'isAdmin', 'isService', 'isActive'])
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function insertToken(db: Database, row: Insertable<ApiTokens>): Promise<void> {
  await db.insertInto('apiTokens').values(row).execute()
}

/** Deletes a token, only if it belongs to `userId` where that is set; returns false if no such token exists. */
export async function deleteToken(db: Database, id: string, userId: string | null): Promise<boolean> {
  let query = db.deleteFrom('apiTokens').where('id', '=', id)
  if (userId) query = query.where('userId', '=', userId)
  const { numDeletedRows } = await query.executeTakeFirst()
  return numDeletedRows > 0n
}

export function deleteTokensExpiredBefore(db: Database, before: Date): Promise<number> {
  return deleteInBatches(db, 'apiTokens', sql<SqlBool>`expires_at <= ${before}`)
}
