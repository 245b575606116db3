import { sql, type Insertable, type RawBuilder, type SqlBool } from 'kysely'
import { permissionTable } from '../access/access.sql.js'
import type { Context } from '../context.js'
import type { Database } from '../database/driver/client.js'
import { slot, statement } from '../database/driver/statement.js'
import { contains } from '../database/rows/contains.js'
import { deleteInBatches } from '../database/rows/delete-in-batches.js'
import { keyset, newestKey } from '../database/rows/keyset.js'
import { positionOf, positionSql, type Position } from '../database/replicas/replicas.js'
import type { LoginAttempts } from '../database/schema.js'
import { batched } from '../lib/batch.js'
import { utcOf } from '../lib/moment.js'
import type { Page } from '../lib/page.js'

export interface OpenSession {
  id: string
  expiresAt: string
  lastActivityAt: string
  userId: string
  username: string
  email: string | null
  displayName: string
  isAdmin: boolean
  accessVersion: string
  /** The current log position of the primary; set only where there are replicas. */
  position?: Position
}

interface Wanted {
  tokenHashes: readonly string[]
}

const sessionsBy = (more: RawBuilder<unknown>) =>
  statement<Wanted>(
    () => sql`
  select s.token_hash, s.id, s.expires_at, s.last_activity_at, u.id as user_id, u.username, u.email, u.display_name,
         u.is_admin, coalesce(own.version, 0) || '.' || coalesce(rules.version, 0) as access_version${more}
    from sessions s join users u on u.id = s.user_id
    left join access_versions own on own.subject = u.id
    left join access_versions rules on rules.subject = ${permissionTable}
   where s.token_hash = any(${slot<Wanted>((input) => input.tokenHashes)})`,
  )

const sessionsByHash = sessionsBy(sql``)
/**
 * Used with replicas: also reads the log position of the primary. A replica must have replayed up to it before it
 * answers this request, so that the request sees everything that was committed before.
 */
const sessionsAtPosition = sessionsBy(sql`, ${sql.raw(positionSql)}`)

/** The connections to the primary, where sessions are always read, whatever route the request takes later. */
type On = Pick<Context, 'db' | 'pool' | 'routes'>
type Row = [string, string, string, string, string, string, string | null, string, boolean, string, string?]

async function readSessions(on: On, tokenHashes: readonly string[]): Promise<Map<string, OpenSession>> {
  const { db, pool, routes } = on
  const select = routes.replicas ? sessionsAtPosition : sessionsByHash
  const rows = (await select.rows({ db, pool }, { tokenHashes })) as Row[]
  return new Map(
    rows.map(
      ([hash, id, expiresAt, lastActivityAt, userId, username, email, displayName, isAdmin, accessVersion, at]) => [
        hash,
        {
          id,
          expiresAt,
          lastActivityAt,
          userId,
          username,
          email,
          displayName,
          isAdmin,
          accessVersion,
          ...(at !== undefined && { position: positionOf(at) }),
        },
      ],
    ),
  )
}

const askers = new WeakMap<On['pool'], (tokenHash: string) => Promise<OpenSession | undefined>>()

/**
 * Returns the session with its user and the version of the user's access; undefined for an unknown token. Concurrent
 * requests share one statement, because every signed-in request starts with it.
 */
export function selectSessionByHash(on: On, tokenHash: string): Promise<OpenSession | undefined> {
  if (on.db.isTransaction) return readSessions(on, [tokenHash]).then((found) => found.get(tokenHash))
  const { db, pool, routes } = on
  let ask = askers.get(pool)
  if (!ask) {
    ask = batched((hashes: string[]) => readSessions({ db, pool, routes }, hashes))
    askers.set(pool, ask)
  }
  return ask(tokenHash)
}

/**
 * Returns an active user without a session, with the version of the user's access, for single-user mode, workers and
 * the command line. Undefined for an unknown or deactivated user.
 */
export async function selectActor(db: Database, where: { username: string } | { userId: string }) {
  const condition = 'username' in where ? sql`u.username = ${where.username}` : sql`u.id = ${where.userId}`
  const { rows } = await sql<{
    userId: string
    username: string
    displayName: string
    isAdmin: boolean
    accessVersion: string
  }>`
    select u.id as user_id, u.username, u.display_name, u.is_admin,
           coalesce(own.version, 0) || '.' || coalesce(rules.version, 0) as access_version
      from users u left join access_versions own on own.subject = u.id
      left join access_versions rules on rules.subject = ${permissionTable}
     where ${condition} and u.is_active`.execute(db)
  return rows[0]
}

type NewSession = Record<'id' | 'userId' | 'tokenHash' | 'tokenTail', string> &
  Record<'expiresAt' | 'createdAt' | 'lastActivityAt', Date> &
  Record<'ipAddress' | 'userAgent', string | null>

/**
 * Stores a session. Returns false when the user is gone, deactivated or, if a hash is passed, has another password. The
 * statement locks the user's row, so that a concurrent change of these is either seen here, or ends the new session
 * with all others.
 */
export async function insertSession(db: Database, row: NewSession, verifiedHash: string | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sessions (id, user_id, token_hash, token_tail, expires_at, created_at, last_activity_at, ip_address,
                          user_agent)
    select ${row.id}::uuid, u.id, ${row.tokenHash}, ${row.tokenTail}, ${row.expiresAt}::timestamptz,
           ${row.createdAt}::timestamptz, ${row.lastActivityAt}::timestamptz, ${row.ipAddress}, ${row.userAgent}
      from users u
     where u.id = ${row.userId} and u.is_active and (${verifiedHash}::text is null or u.password_hash = ${verifiedHash})
       for share`.execute(db)
  return numAffectedRows === 1n
}

export async function updateSessionActivity(db: Database, id: string, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ lastActivityAt: at }).where('id', '=', id).execute()
}

/** Extends a session to `expiresAt`, unless it already lasts longer. Returns undefined if it does not exist. */
export function updateSessionExpiry(db: Database, id: string, expiresAt: Date, at: Date) {
  return db
    .updateTable('sessions')
    .set({ expiresAt: sql`greatest(expires_at, ${expiresAt})`, lastActivityAt: at })
    .where('id', '=', id)
    .returning(['expiresAt', 'lastActivityAt'])
    .executeTakeFirst()
}

/** Deletes a session. Returns false if it does not exist. */
export async function deleteSession(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the oldest open sessions of a user, so that at most `most` are left. */
export async function deleteOldestSessions(db: Database, userId: string, most: number, now: Date): Promise<void> {
  await sql`
    delete from sessions where id in (
      select id from sessions where user_id = ${userId} and expires_at > ${now}::timestamptz
       order by created_at desc, id desc offset ${most})`.execute(db)
}

/** Deletes the sessions of a user except the session with the id `exceptId`. */
export async function deleteSessionsOfUser(db: Database, userId: string, exceptId: string | null): Promise<void> {
  let query = db.deleteFrom('sessions').where('userId', '=', userId)
  if (exceptId) query = query.where('id', '!=', exceptId)
  await query.execute()
}

export function deleteExpiredSessions(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'sessions', sql<SqlBool>`expires_at <= ${now}`)
}

/**
 * Returns the number of failed logins of a user name since `since` and since its last success, and the time of the
 * latest.
 */
export async function selectRecentFailures(db: Database, username: string, since: Date) {
  const { rows } = await sql<{ count: number; latest: string | null }>`
    select count(*)::int as count, max(failed_at) as latest from login_attempts
     where username = ${username} and not success and failed_at > ${since}
       and failed_at > coalesce((select max(failed_at) from login_attempts
                                  where username = ${username} and success and failed_at > ${since}),
                               '-infinity')`.execute(db)
  return rows[0] ?? { count: 0, latest: null }
}

/**
 * Returns the time of the `nth` last failed login from a network, over all user names; undefined if there were fewer
 * since `since`.
 */
export async function selectNthFailure(db: Database, network: string, nth: number, since: Date) {
  const { rows } = await sql<{ failedAt: string }>`
    select failed_at from login_attempts
     where network = ${network} and not success and failed_at > ${since}
     order by failed_at desc offset ${nth - 1} limit 1`.execute(db)
  return rows[0]?.failedAt
}

/**
 * Takes an advisory lock on a user name or network until the transaction ends, so that all processes together handle
 * its login attempts one after the other.
 */
export async function lockLoginsOf(db: Database, whose: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`login ${whose}`}, 0))`.execute(db)
}

export async function insertLoginAttempt(db: Database, row: Insertable<LoginAttempts>): Promise<void> {
  await db.insertInto('loginAttempts').values(row).execute()
}

export async function updateLoginAttempt(db: Database, id: string, success: boolean): Promise<void> {
  await db.updateTable('loginAttempts').set({ success }).where('id', '=', id).execute()
}

/**
 * Deletes an attempt that must not count as failed, because its password could not be checked, or was right for a
 * deactivated account.
 */
export async function deleteLoginAttempt(db: Database, id: string): Promise<void> {
  await db.deleteFrom('loginAttempts').where('id', '=', id).execute()
}

export function deleteLoginAttemptsBefore(db: Database, before: Date): Promise<number> {
  return deleteInBatches(db, 'loginAttempts', sql<SqlBool>`failed_at < ${before}`)
}

const listed = [
  's.id',
  's.userId',
  's.tokenTail',
  's.expiresAt',
  's.ipAddress',
  // Sessions from before the header was truncated may contain 16 kB of it.
  sql<string | null>`left(s.user_agent, 255)`.as('userAgent'),
  's.lastActivityAt',
  's.createdAt',
  'u.username',
  'u.displayName',
] as const

export type SessionRow = Awaited<ReturnType<typeof selectSessionPage>>[number]

export interface SessionFilter {
  /** The id of the user whose sessions may be selected; those of all users when absent. */
  owner?: string | null
  userId?: string | null
  /** A text that must occur in the user name or display name. */
  search?: string | null
  activeSince?: string | null
}

/** Returns a query for the sessions that have not expired, with their users. */
function open(db: Database, now: Date, { owner, userId, search, activeSince }: SessionFilter) {
  let query = db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .where('s.expiresAt', '>', now.toISOString())
    .where(contains(search, ['u.username', 'u.display_name']))
  for (const id of [owner, userId]) if (id) query = query.where('s.userId', '=', id)
  if (activeSince) query = query.where(sql<boolean>`s.last_activity_at >= ${utcOf(activeSince)}`)
  return query
}

export function selectSessionPage(db: Database, now: Date, filter: SessionFilter, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('s'), 'desc')
  return open(db, now, filter).select(listed).where(where).orderBy(orderBy).limit(limit).execute()
}

export async function countSessions(db: Database, now: Date, filter: SessionFilter): Promise<number> {
  return (
    await open(db, now, filter)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
}

export function selectSessionOwner(db: Database, id: string) {
  return db.selectFrom('sessions').select('userId').where('id', '=', id).executeTakeFirst()
}
