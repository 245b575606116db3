import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Abilities } from '../access/abilities.js'
import { marked, roleOf } from '../access/measure.js'
import {
  check,
  either,
  forkedByRole,
  kinds,
  lasting,
  owned,
  shareableForGood,
  sharedTo,
  waysTo,
} from '../access/rules.js'
import { contentTypes, type ContentType } from '../access/vocabulary.js'
import type { Database } from '../database/client.js'
import { equal } from '../database/equal.js'
import { keyset, newestKey } from '../database/keyset.js'
import type { Page } from '../lib/page.js'

type Condition = RawBuilder<SqlBool>

export interface ShareRow {
  id: string
  resourceType: ContentType
  resourceId: string
  sharedByUserId: string
  sharedWithUserId: string | null
  sharedWithGroupId: string | null
  permissionLevel: 'read_only' | 'forkable'
  expiresAt: string | null
  createdAt: string
}

const columns = sql`sh.id, sh.resource_type, sh.resource_id, sh.shared_by_user_id, sh.shared_with_user_id, sh.shared_with_group_id,
  sh.permission_level, sh.expires_at, sh.created_at`

export interface ShareRight {
  readable: boolean
  mayShare: boolean
  /** Until when a forkable share of the actor lasts: a time, `infinity`, or null without one. */
  forkableUntil: string | null
}

/** What the user may do with a resource; undefined when there is none. */
export async function selectShareRight(
  db: Database,
  abilities: Abilities,
  type: ContentType,
  id: string,
): Promise<ShareRight | undefined> {
  const { table, share } = kinds[type]
  const { rows } = await sql<ShareRight>`
    select ${either(waysTo(abilities, 'read', type, 'r'))} as readable, ${shareableForGood(abilities, type, 'r')} as may_share,
      (select max(coalesce(sh.expires_at, 'infinity'))::text from resource_shares sh
        where sh.${sql.ref(share)} = r.id and sh.permission_level = 'forkable'
          and ${sharedTo(abilities, 'sh')} and ${lasting('sh')}) as forkable_until
      from ${sql.ref(table)} r where r.id = ${id}`.execute(db)
  return rows[0]
}

/** Whether the user's role in its project forks what is shared with them, whatever the level of the share. */
export async function roleForks(
  db: Database,
  abilities: Abilities,
  { resourceType, resourceId }: Pick<ShareRow, 'resourceType' | 'resourceId'>,
): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(kinds[resourceType].table)} r
    where r.id = ${resourceId} and ${check(abilities, 'fork', resourceType, forkedByRole(abilities, resourceType, 'r'))}`.execute(
    db,
  )
  return rows.length > 0
}

export interface NewShare {
  id: string
  /** The share that it is passed on from. */
  parentId: string | null
  type: ContentType
  resourceId: string
  by: string
  withUser: string | null
  withGroup: string | null
  level: string
  expiresAt: Date | null
  at: Date
}

/** SH-05: the same resource for the same target is one row; level and expiry are updated. */
export async function upsertShare(db: Database, share: NewShare): Promise<ShareRow> {
  const column = kinds[share.type].share
  const target = share.withUser ? 'shared_with_user_id' : 'shared_with_group_id'
  const { rows } = await sql<ShareRow>`
    insert into resource_shares as sh
      (id, parent_id, ${sql.ref(column)}, shared_by_user_id, shared_with_user_id, shared_with_group_id,
       permission_level, expires_at, created_at)
    values
      (${share.id}, ${share.parentId}, ${share.resourceId}, ${share.by}, ${share.withUser}, ${share.withGroup},
       ${share.level}, ${share.expiresAt}, ${share.at})
    on conflict (resource_type, resource_id, shared_by_user_id, ${sql.ref(target)}) where ${sql.ref(target)} is not null
      do update set permission_level = excluded.permission_level,
                    expires_at = excluded.expires_at,
                    parent_id = excluded.parent_id
    returning ${columns}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a share was neither inserted nor updated')
  return row
}

/**
 * The forkable share by which the user may pass the thing on, the one that lasts longest; none of those that come from
 * a share of theirs, so that no share is its own parent. It stays as it is until the transaction ends.
 */
export async function lockPassedOn(
  db: Database,
  abilities: Abilities,
  type: ContentType,
  resourceId: string,
): Promise<Pick<ShareRow, 'id' | 'expiresAt'> | undefined> {
  const { rows } = await sql<Pick<ShareRow, 'id' | 'expiresAt'>>`
    select sh.id, sh.expires_at from resource_shares sh
     where ${sql.ref(`sh.${kinds[type].share}`)} = ${resourceId} and sh.permission_level = 'forkable'
       and ${sharedTo(abilities, 'sh')} and ${lasting('sh')} and sh.shared_by_user_id <> ${abilities.userId}
       and not exists (
         with recursive above(parent_id, by) as (
           select p.parent_id, p.shared_by_user_id from resource_shares p where p.id = sh.parent_id
           union all select p.parent_id, p.shared_by_user_id from above join resource_shares p on p.id = above.parent_id)
         select from above where above.by = ${abilities.userId})
     order by sh.expires_at desc nulls first, sh.created_at, sh.id limit 1 for share of sh`.execute(db)
  return rows[0]
}

/**
 * What was passed on from a share ends with it: all of it where that can no longer be passed on, else at its end. Asked
 * until nothing is left to change: waiting for somebody who passes on from below, a statement does not see what they
 * make.
 */
export async function limitPassedOn(db: Database, id: string, level: string, expiresAt: Date | null): Promise<void> {
  if (level !== 'forkable') await sql`delete from resource_shares where parent_id = ${id}`.execute(db)
  else if (expiresAt)
    for (let changed = true; changed;) {
      const { numAffectedRows } = await sql`
        with recursive below(id) as (
          select s.id from resource_shares s where s.parent_id = ${id}
          union all select s.id from below join resource_shares s on s.parent_id = below.id)
        update resource_shares set expires_at = ${expiresAt}
         where id in (select id from below) and (expires_at is null or expires_at > ${expiresAt})`.execute(db)
      changed = Boolean(numAffectedRows)
    }
}

/** Ids of the shares of what the user owns, whoever shared it. */
const ofOwnThings = (abilities: Abilities) =>
  sql.join(
    contentTypes.map(
      (type) => sql`select x.id from resource_shares x
        join ${sql.table(kinds[type].table)} r on r.id = ${sql.ref(`x.${kinds[type].share}`)} where ${owned(abilities, type, 'r')}`,
    ),
    sql` union all `,
  )

/** Shares that the user made, and those that others made of what is theirs (SH-07). */
export function sentBy(abilities: Abilities, filter: ShareFilter = {}): Condition {
  const own = matching({ sharedByUserId: abilities.userId })
  const sent = sql<SqlBool>`((${own} or sh.id in (${ofOwnThings(abilities)})) and ${matching(filter)})`
  return marked({ action: 'read', resource: 'share', role: roleOf(abilities) }, sent)
}

export async function isOfOwnThing(db: Database, abilities: Abilities, id: string): Promise<boolean> {
  const { rows } = await sql`select from (${ofOwnThings(abilities)}) o(id) where o.id = ${id}`.execute(db)
  return rows.length > 0
}

export async function selectShare(db: Database, id: string): Promise<(ShareRow & { isExpired: boolean }) | undefined> {
  const { rows } = await sql<ShareRow & { isExpired: boolean }>`
    select ${columns}, coalesce(sh.expires_at <= now(), false) as is_expired from resource_shares sh where sh.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

export interface ReceivedShareRow extends ShareRow {
  sharedByUser: { id: string; username: string; displayName: string }
}

const person = (alias: string) =>
  sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'username', ${sql.ref(`${alias}.username`)}, 'displayName', ${sql.ref(`${alias}.display_name`)})`

const everything: Page = { limit: Number.MAX_SAFE_INTEGER - 1, backward: false, after: null, before: null }

export interface ShareFilter {
  resourceType?: string | null
  resourceId?: string | null
  permissionLevel?: string | null
  sharedByUserId?: string | null
  sharedWithUserId?: string | null
  sharedWithGroupId?: string | null
  isExpired?: boolean | null
}

/** Over shares (alias sh). */
export function matching({ isExpired, ...filter }: ShareFilter): Condition {
  const same = equal(filter, {
    resourceType: 'sh.resource_type',
    resourceId: 'sh.resource_id',
    permissionLevel: 'sh.permission_level',
    sharedByUserId: 'sh.shared_by_user_id',
    sharedWithUserId: 'sh.shared_with_user_id',
    sharedWithGroupId: 'sh.shared_with_group_id',
  })
  return typeof isExpired === 'boolean'
    ? sql<SqlBool>`${same} and coalesce(sh.expires_at <= now(), false) = ${isExpired}`
    : same
}

/** Unexpired shares from others to the user or a group of theirs that pass the filter (SH-06). */
export function receivedBy(abilities: Abilities, filter: ShareFilter = {}): Condition {
  const received = sql<SqlBool>`(${sharedTo(abilities, 'sh')} and sh.shared_by_user_id <> ${abilities.userId}
    and ${lasting('sh')} and ${matching(filter)})`
  return marked({ action: 'read', resource: 'share', role: roleOf(abilities) }, received)
}

/** Newest first. */
export async function selectReceived(
  db: Database,
  condition: Condition,
  page: Page = everything,
): Promise<ReceivedShareRow[]> {
  const { where, orderBy, limit } = keyset(page, newestKey('sh'), 'desc')
  const { rows } = await sql<ReceivedShareRow>`
    select ${columns}, ${person('u')} as shared_by_user from resource_shares sh join users u on u.id = sh.shared_by_user_id
     where ${condition} and ${where}
     order by ${orderBy} limit ${limit}`.execute(db)
  return rows
}

export interface SentShareRow extends ShareRow {
  sharedWithUser: { id: string; username: string; displayName: string } | null
  sharedWithGroup: { id: string; name: string; slug: string } | null
  isExpired: boolean
}

/** Newest first; own ones with the expired (SH-07). */
export async function selectSent(db: Database, condition: Condition, page: Page = everything): Promise<SentShareRow[]> {
  const { where, orderBy, limit } = keyset(page, newestKey('sh'), 'desc')
  const { rows } = await sql<SentShareRow>`
    select ${columns}, case when u.id is not null then ${person('u')} end as shared_with_user,
           case when g.id is not null then json_build_object('id', g.id, 'name', g.name, 'slug', g.slug) end as shared_with_group,
           coalesce(sh.expires_at <= now(), false) as is_expired
      from resource_shares sh left join users u on u.id = sh.shared_with_user_id left join user_groups g on g.id = sh.shared_with_group_id
     where ${condition} and ${where} order by ${orderBy} limit ${limit}`.execute(db)
  return rows
}

export async function countShares(db: Database, where: Condition): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from resource_shares sh where ${where}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function deleteShare(db: Database, id: string): Promise<void> {
  await db.deleteFrom('resourceShares').where('id', '=', id).execute()
}

export async function rowExists(db: Database, table: 'users' | 'user_groups', id: string): Promise<boolean> {
  const present = table === 'users' ? sql`removed_at is null` : sql`true`
  const { rows } = await sql`select from ${sql.ref(table)} where id = ${id} and ${present}`.execute(db)
  return rows.length > 0
}

/** The summary that a claim stands in, whoever may read it. */
export async function selectSummaryOfClaim(db: Database, claimId: string) {
  return db
    .selectFrom('claims as c')
    .innerJoin('videoSummaries as s', 's.id', 'c.summaryId')
    .select(['s.id', 's.videoId', 's.createdBy'])
    .where('c.id', '=', claimId)
    .executeTakeFirst()
}
