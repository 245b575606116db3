import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { RuleValues } from '../access/abilities.js'
import { marked, roleOf } from '../access/measure.js'
import { columnOf } from '../access/kinds.js'
import { isUser } from '../access/comparisons.js'
import { lasting, sharedTo } from '../access/rules.js'
import type { Database } from '../database/driver/client.js'
import { equal } from '../database/rows/equal.js'
import { keyset, newestKey } from '../database/rows/keyset.js'
import type { Page } from '../lib/page.js'
import { shareColumns, type ShareRow } from './share.sql.js'

type Condition = RawBuilder<SqlBool>

export interface ReceivedShareRow extends ShareRow {
  sharedByUser: { id: string; username: string; displayName: string }
}

const person = (alias: string) =>
  sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'username', ${sql.ref(`${alias}.username`)}, 'displayName', ${sql.ref(`${alias}.display_name`)})`

export interface ShareFilter {
  resourceType?: string | null
  resourceId?: string | null
  permissionLevel?: string | null
  creatorId?: string | null
  sharedWithUserId?: string | null
  sharedWithGroupId?: string | null
  isExpired?: boolean | null
}

/** Returns the filter as a condition on the alias sh (resource_shares). */
function matching({ isExpired, ...filter }: ShareFilter): Condition {
  const same = equal(filter, {
    resourceType: 'sh.resource_type',
    resourceId: 'sh.resource_id',
    permissionLevel: 'sh.permission_level',
    creatorId: 'sh.shared_by_user_id',
    sharedWithUserId: 'sh.shared_with_user_id',
    sharedWithGroupId: 'sh.shared_with_group_id',
  })
  return typeof isExpired === 'boolean'
    ? sql<SqlBool>`${same} and coalesce(sh.expires_at <= now(), false) = ${isExpired}`
    : same
}

/**
 * Two conditions on the alias sh: shares that the user made, and shares that other users made of the user's resources.
 */
const waysSent = (abilities: RuleValues): Condition[] =>
  ['shared_by_user_id', 'resource_owner_id'].map((column) => isUser(columnOf('sh', column), abilities))

/**
 * Returns a condition on the alias sh: shares that match the filter and that the user made, or that other users made of
 * the user's resources (SH-07).
 */
export function sentBy(abilities: RuleValues, filter: ShareFilter = {}): Condition {
  const sent = sql<SqlBool>`((${sql.join(waysSent(abilities), sql` or `)}) and ${matching(filter)})`
  return marked({ action: 'read', resource: 'share', role: roleOf(abilities) }, sent)
}

/**
 * Returns a condition on the alias sh: unexpired shares that match the filter and that other users made with the user
 * or a group of the user (SH-06).
 */
export function receivedBy(abilities: RuleValues, filter: ShareFilter = {}): Condition {
  const received = sql<SqlBool>`(${sharedTo(abilities, 'sh')} and sh.shared_by_user_id <> ${abilities.userId}
    and ${lasting('sh')} and ${matching(filter)})`
  return marked({ action: 'read', resource: 'share', role: roleOf(abilities) }, received)
}

/** Selects the received shares that meet the condition, each with its sharer, newest first. */
export async function selectReceived(db: Database, condition: Condition, page: Page): Promise<ReceivedShareRow[]> {
  const { where, orderBy, limit } = keyset(page, newestKey('sh'), 'desc')
  const { rows } = await sql<ReceivedShareRow>`
    select ${shareColumns}, ${person('u')} as shared_by_user from resource_shares sh join users u on u.id = sh.shared_by_user_id
     where ${condition} and ${where}
     order by ${orderBy} limit ${limit}`.execute(db)
  return rows
}

export interface SentShareRow extends ShareRow {
  sharedWithUser: { id: string; username: string; displayName: string } | null
  sharedWithGroup: { id: string; name: string; slug: string } | null
  isExpired: boolean
}

/**
 * Returns the statement for the shares that the user sent and that match the filter, each with its recipient and
 * whether it has expired, newest first (SH-07). Both kinds are read in the order of an index, up to the size of a page;
 * no share is of both kinds (`resource_owner_id`).
 */
export function sentStatement(abilities: RuleValues, filter: ShareFilter, page: Page): RawBuilder<SentShareRow> {
  const { where, orderBy, limit } = keyset(page, newestKey('sh'), 'desc')
  const each = waysSent(abilities).map(
    (way) => sql`(select sh.* from resource_shares sh
      where ${way} and ${matching(filter)} and ${where} order by ${orderBy} limit ${limit})`,
  )
  return sql<SentShareRow>`
    select ${shareColumns}, case when u.id is not null then ${person('u')} end as shared_with_user,
           case when g.id is not null then json_build_object('id', g.id, 'name', g.name, 'slug', g.slug) end as shared_with_group,
           coalesce(sh.expires_at <= now(), false) as is_expired
      from (${sql.join(each, sql` union all `)}) sh
      left join users u on u.id = sh.shared_with_user_id left join user_groups g on g.id = sh.shared_with_group_id
     where ${sentBy(abilities, filter)} order by ${orderBy} limit ${limit}`
}

export async function selectSent(db: Database, ...args: Parameters<typeof sentStatement>): Promise<SentShareRow[]> {
  return (await sentStatement(...args).execute(db)).rows
}

export async function countShares(db: Database, where: Condition): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from resource_shares sh where ${where}`.execute(db)
  return rows[0]?.count ?? 0
}
