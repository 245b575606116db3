import { sql } from 'kysely'
import type { Abilities } from '../access/abilities.js'
import { kinds, sharedBy } from '../access/kinds.js'
import { check, either, forkedByRole, lasting, owned, shareableForGood, sharedTo, waysTo } from '../access/rules.js'
import { sharedTypes, type SharedType } from '../access/vocabulary.js'
import type { Database } from '../database/driver/client.js'

export interface ShareRow {
  id: string
  resourceType: SharedType
  resourceId: string
  sharedByUserId: string
  sharedWithUserId: string | null
  sharedWithGroupId: string | null
  permissionLevel: 'read_only' | 'forkable'
  expiresAt: string | null
  createdAt: string
}

/** The columns of a share (alias sh) that answers contain. */
export const shareColumns = sql`sh.id, sh.resource_type, sh.resource_id, sh.shared_by_user_id, sh.shared_with_user_id, sh.shared_with_group_id,
  sh.permission_level, sh.expires_at, sh.created_at`

export interface ShareRight {
  readable: boolean
  mayShare: boolean
  /**
   * The expiry of the longest-lasting forkable share that the actor received, as text: a time, or `infinity` if it
   * never expires. Null if the actor has no such share.
   */
  forkableUntil: string | null
}

/** Selects what the user may do with a resource; undefined if it does not exist. */
export async function selectShareRight(
  db: Database,
  abilities: Abilities,
  type: SharedType,
  id: string,
): Promise<ShareRight | undefined> {
  const { table } = kinds[type]
  const { rows } = await sql<ShareRight>`
    select ${either(waysTo(abilities, 'read', type, 'r'))} as readable, ${shareableForGood(abilities, type, 'r')} as may_share,
      (select max(coalesce(sh.expires_at, 'infinity'))::text from resource_shares sh
        where sh.${sql.ref(sharedBy[type])} = r.id and sh.permission_level = 'forkable'
          and ${sharedTo(abilities, 'sh')} and ${lasting('sh')}) as forkable_until
      from ${sql.ref(table)} r where r.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * Returns whether the user's role in the resource's project may fork what is shared with them, whatever the share's
 * level.
 */
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
  /** The share from which this share is passed on; null if the sharer has a right of their own to share. */
  parentId: string | null
  type: SharedType
  resourceId: string
  by: string
  withUser: string | null
  withGroup: string | null
  level: string
  expiresAt: Date | null
  at: Date
}

/**
 * Inserts a share. If the same user has already shared the resource with the same target, updates that row's level,
 * expiry and parent instead (SH-05). Returns the row.
 */
export async function upsertShare(db: Database, share: NewShare): Promise<ShareRow> {
  const column = sharedBy[share.type]
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
    returning ${shareColumns}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a share was neither inserted nor updated')
  return row
}

/**
 * Selects the forkable share by which the user may pass the resource on: the share that expires last. Shares that
 * descend from a share made by the user are left out, so that no share becomes its own ancestor. The row is locked
 * against changes until the transaction ends (FOR SHARE). Undefined if the user has no such share.
 */
export async function lockPassedOn(
  db: Database,
  abilities: Abilities,
  type: SharedType,
  resourceId: string,
): Promise<Pick<ShareRow, 'id' | 'expiresAt'> | undefined> {
  const { rows } = await sql<Pick<ShareRow, 'id' | 'expiresAt'>>`
    select sh.id, sh.expires_at from resource_shares sh
     where ${sql.ref(`sh.${sharedBy[type]}`)} = ${resourceId} and sh.permission_level = 'forkable'
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
 * Applies a share's new level and expiry to the shares passed on from it: deletes them all if the share is not
 * forkable, else cuts their expiry to `expiresAt`. The update repeats until it changes nothing: it may have to wait for
 * a transaction that is passing on one of these shares, and a statement that waited does not see the rows that such a
 * transaction inserted.
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

/** Selects the ids of all shares of resources that the user owns, by any sharer. */
const ofOwnThings = (abilities: Abilities) =>
  sql.join(
    sharedTypes.map(
      (type) => sql`select x.id from resource_shares x
        join ${sql.table(kinds[type].table)} r on r.id = ${sql.ref(`x.${sharedBy[type]}`)} where ${owned(abilities, type, 'r')}`,
    ),
    sql` union all `,
  )

/** Returns whether the share is of a resource that the user owns. */
export async function isOfOwnThing(db: Database, abilities: Abilities, id: string): Promise<boolean> {
  const { rows } = await sql`select from (${ofOwnThings(abilities)}) o(id) where o.id = ${id}`.execute(db)
  return rows.length > 0
}

export async function selectShare(db: Database, id: string): Promise<(ShareRow & { isExpired: boolean }) | undefined> {
  const { rows } = await sql<ShareRow & { isExpired: boolean }>`
    select ${shareColumns}, coalesce(sh.expires_at <= now(), false) as is_expired from resource_shares sh where sh.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Deletes a share and the shares passed on from it; returns the ids of all of them. */
export async function deleteShare(db: Database, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive gone(id) as (
      select s.id from resource_shares s where s.id = ${id}
      union all select s.id from gone join resource_shares s on s.parent_id = gone.id)
    delete from resource_shares where id in (select id from gone) returning id`.execute(db)
  return rows.map((row) => row.id)
}

export async function groupExists(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select from user_groups where id = ${id}`.execute(db)
  return rows.length > 0
}
