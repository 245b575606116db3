import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { equal } from '../database/rows/equal.js'
import { keyset, newestKey } from '../database/rows/keyset.js'
import type { ApiKeys } from '../database/schema.js'
import type { Page } from '../lib/page.js'

const columns = [
  'id',
  'userId',
  'provider',
  'keyName',
  'keyMask',
  'isActive',
  'usageCount',
  'lastUsed',
  'createdAt',
  'updatedAt',
  'encryptedKey',
  'encryptionKeyId',
] as const

/** A row with its ciphertext, which never leaves the service. */
export type StoredKey = NonNullable<Awaited<ReturnType<typeof selectApiKey>>>

/** Returns a query for the keys of a user; a null `userId` selects the shared pool. */
function ofOwner(db: Database, userId: string | null) {
  return db.selectFrom('apiKeys as k').where('userId', userId === null ? 'is' : '=', userId)
}

export interface ApiKeyFilter {
  provider?: string | null
  isActive?: boolean | null
}

const filtered = (filter: ApiKeyFilter) => equal(filter, { provider: 'k.provider', isActive: 'k.is_active' })

export function selectApiKeyPage(db: Database, userId: string | null, filter: ApiKeyFilter, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('k'), 'desc')
  return ofOwner(db, userId)
    .select(columns)
    .where(filtered(filter))
    .where(where)
    .orderBy(orderBy)
    .limit(limit)
    .execute()
}

export async function countApiKeys(db: Database, userId: string | null, filter: ApiKeyFilter): Promise<number> {
  const { count } = await ofOwner(db, userId)
    .where(filtered(filter))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function selectApiKey(db: Database, userId: string | null, id: string) {
  return ofOwner(db, userId).select(columns).where('id', '=', id).executeTakeFirst()
}

export function insertApiKey(db: Database, row: Insertable<ApiKeys>) {
  return db.insertInto('apiKeys').values(row).returning(columns).executeTakeFirstOrThrow()
}

export function updateApiKey(db: Database, userId: string | null, id: string, changes: Updateable<ApiKeys>) {
  return db
    .updateTable('apiKeys')
    .set(changes)
    .where('id', '=', id)
    .where('userId', userId === null ? 'is' : '=', userId)
    .returning(columns)
    .executeTakeFirst()
}

export async function deleteApiKey(db: Database, userId: string | null, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('apiKeys')
    .where('id', '=', id)
    .where('userId', userId === null ? 'is' : '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Returns, for each provider, the user's active key, else the active shared one (AK-07); no keys for a deactivated
 * user. A null `providers` selects all providers.
 */
export async function selectActiveKeys(db: Database, userId: string, providers: readonly string[] | null) {
  type ActiveKey = Pick<StoredKey, 'id' | 'userId' | 'provider' | 'encryptedKey' | 'encryptionKeyId'>
  const { rows } = await sql<ActiveKey>`
    select distinct on (provider) id, user_id, provider, encrypted_key, encryption_key_id from api_keys
     where is_active and (user_id = ${userId} or user_id is null)
       and exists (select from users u where u.id = ${userId} and u.is_active)
       and (${providers}::text[] is null or provider = any(${providers}::text[]))
     order by provider, user_id nulls last`.execute(db)
  return rows
}

/** Counts one use of a key and stores its time. */
export async function updateKeyUse(db: Database, id: string, now: Date): Promise<void> {
  await sql`update api_keys set usage_count = usage_count + 1, last_used = ${now} where id = ${id}`.execute(db)
}

/**
 * Locks and returns up to `limit` keys that are encrypted under an id other than `keyId`, in the order of their ids,
 * starting after the id `after`. The row locks last until the transaction ends.
 */
export function lockKeysToRotate(db: Database, keyId: string, after: string, limit: number) {
  return db
    .selectFrom('apiKeys')
    .select(['id', 'userId', 'provider', 'encryptedKey', 'encryptionKeyId'])
    .where('encryptionKeyId', '!=', keyId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

type Ciphertext = Pick<Selectable<ApiKeys>, 'encryptedKey' | 'encryptionKeyId'>

export async function updateCiphertext(db: Database, id: string, changes: Ciphertext): Promise<void> {
  await db.updateTable('apiKeys').set(changes).where('id', '=', id).execute()
}
