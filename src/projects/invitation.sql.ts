import { sql, type Insertable, type SqlBool } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { all, is, type Condition } from '../database/rows/conditions.js'
import { keyset, newestKey } from '../database/rows/keyset.js'
import type { ProjectInvitations } from '../database/schema.js'
import { wholeList } from '../lib/page.js'
import { invitationRecord } from './invitation.shape.js'

export interface InvitationRow {
  id: string
  projectId: string
  userId: string
  invitedBy: string
  role: string
  status: 'open' | 'accepted' | 'declined'
  createdAt: string
  expiresAt: string
  answeredAt: string | null
  /** Names for users who may see the invitation but perhaps not yet the project. */
  projectName: string
  username: string
  inviterName: string
}

const columns = sql.join(invitationRecord.names.map((name) => sql.ref(`pi.${invitationRecord.fields[name].column}`)))
const read = sql`select ${columns}, j.name as project_name, u.username, b.username as inviter_name
  from project_invitations pi join projects j on j.id = pi.project_id
  join users u on u.id = pi.user_id join users b on b.id = pi.invited_by`

/** Returns a condition on the alias pi: the invitation is for this user and can be answered. */
export const openTo = (userId: string, now: Date): Condition =>
  all(is('pi.user_id', userId), sql<SqlBool>`pi.status = 'open'`, sql<SqlBool>`pi.expires_at > ${now}`)

/** Reads a page of invitations, or all, newest first; `of` is a condition on the alias pi. */
export async function selectInvitations(db: Database, of: Condition, page = wholeList): Promise<InvitationRow[]> {
  const { where, orderBy, limit } = keyset(page, newestKey('pi'), 'desc')
  const { rows } = await sql<InvitationRow>`
    ${read} where ${of} and ${where} order by ${orderBy} limit ${limit}`.execute(db)
  return rows
}

export async function countInvitations(db: Database, of: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from project_invitations pi where ${of}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Locks an invitation until the transaction ends, and returns its state; undefined if it does not exist. */
export function lockInvitation(db: Database, id: string) {
  return db
    .selectFrom('projectInvitations')
    .select(['id', 'status', 'role', 'invitedBy', 'expiresAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Inserts an invitation and replaces an earlier one that was answered or has expired. Returns false if an open one
 * exists.
 */
export async function insertInvitation(
  db: Database,
  row: Insertable<ProjectInvitations> & { createdAt: Date },
): Promise<boolean> {
  await sql`delete from project_invitations where project_id = ${row.projectId} and user_id = ${row.userId}
    and (status <> 'open' or expires_at <= ${row.createdAt})`.execute(db)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('projectInvitations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'userId']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function answerInvitation(db: Database, id: string, status: string, now: Date): Promise<void> {
  await db.updateTable('projectInvitations').set({ status, answeredAt: now }).where('id', '=', id).execute()
}

/** Marks the open invitations of users as accepted who have become members of the project in another way. */
export async function closeInvitations(
  db: Database,
  projectId: string,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  await db
    .updateTable('projectInvitations')
    .set({ status: 'accepted', answeredAt: now })
    .where('projectId', '=', projectId)
    .where(sql<SqlBool>`user_id = any(${userIds}::uuid[])`)
    .where('status', '=', 'open')
    .execute()
}

/** Deletes an invitation of the project; returns false if it does not exist. */
export async function deleteInvitation(db: Database, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('projectInvitations')
    .where('id', '=', id)
    .where('projectId', '=', projectId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
