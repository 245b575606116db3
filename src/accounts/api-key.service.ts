import { requireActor } from '../access/actor.js'
import { requireAdmin } from '../access/require.js'
import { refuseToken } from '../access/scopes.js'
import type { Context } from '../context.js'
import { noteDeleted } from '../lib/deleted.js'
import { conflict, notFound, validation } from '../lib/errors.js'
import { indexBy } from '../lib/group-by.js'
import { newestFirst, type ListOf } from '../lib/page.js'
import { isUuid, newId, normalUuid } from '../lib/uuid.js'
import {
  countApiKeys,
  deleteApiKey as deleteRow,
  insertApiKey,
  selectApiKey,
  selectApiKeyPage,
  updateApiKey as updateRow,
  selectActiveKeys,
  updateKeyUse,
  type ApiKeyFilter,
  type StoredKey,
} from './api-key.sql.js'
import { decryptSecret, encryptSecret, type KeyPlace } from './key-cipher.js'

/** A stored key in answers to its owner. */
export interface ApiKeyRow extends Omit<StoredKey, 'encryptedKey' | 'encryptionKeyId'> {
  /**
   * False when the key cannot be decrypted or sent in a header. Model-service calls that need a key that cannot be
   * decrypted are refused; a key that cannot be sent is skipped.
   */
  isUsable: boolean
  /** The same as `lastUsed`. */
  lastUsedAt: string | null
}

function shown(ctx: Context, row: StoredKey): ApiKeyRow {
  const { encryptedKey: _encryptedKey, encryptionKeyId: _encryptionKeyId, ...rest } = row
  return {
    ...rest,
    lastUsedAt: row.lastUsed,
    isUsable: sendable(row.provider, decryptSecret(ctx.config.encryption, row, row)),
  }
}

/** Selects the keys of the shared pool, for administrators, or by default the actor's own. */
export interface Pool {
  shared?: boolean
}

function ownerOf(ctx: Context, { shared = false }: Pool): string | null {
  refuseToken(ctx)
  return shared ? (requireAdmin(ctx), null) : requireActor(ctx).userId
}

/**
 * Returns the list of the stored keys of the actor or of the shared pool that match the filter, newest first, without
 * the secrets.
 */
export function listApiKeys(ctx: Context, pool: Pool, filters: ApiKeyFilter = {}): ListOf<ApiKeyRow> {
  const owner = ownerOf(ctx, pool)
  const filter = { ...filters, provider: filters.provider?.toLowerCase() ?? null }
  return {
    name: owner ? 'apiKeys' : 'sharedApiKeys',
    filter,
    ...newestFirst,
    select: async (page) => (await selectApiKeyPage(ctx.db, owner, filter, page)).map((row) => shown(ctx, row)),
    count: () => countApiKeys(ctx.db, owner, filter),
  }
}

/** The secret key under either of its names (AK-02); it is trimmed. */
export interface GivenSecret {
  key?: string
  apiKey?: string
}

function secretOf({ key, apiKey }: GivenSecret): string | undefined {
  const secret = key ?? apiKey
  if (secret === undefined) return undefined
  const field = key === undefined ? 'apiKey' : 'key'
  if (secret.trim() === '') throw validation([{ field, message: 'must not be empty' }])
  return secret.trim()
}

/**
 * AK-03: returns the last four characters of the secret key after three dots; only the dots for a key of four
 * characters or fewer.
 */
function maskOf(secret: string): string {
  const characters = [...secret]
  return characters.length > 4 ? `...${characters.slice(-4).join('')}` : '...'
}

function sealed(ctx: Context, place: KeyPlace, secret: string) {
  return { ...encryptSecret(ctx.config.encryption, place, secret), keyMask: maskOf(secret) }
}

export interface NewApiKey extends GivenSecret {
  provider: string
  keyName: string
}

/**
 * Stores a key, encrypted. Throws CONFLICT when the provider already has a key (U-12), and VALIDATION_ERROR when the
 * secret is missing.
 */
export async function createApiKey(ctx: Context, input: NewApiKey, pool: Pool): Promise<ApiKeyRow> {
  const userId = ownerOf(ctx, pool)
  const secret = secretOf(input)
  if (secret === undefined) throw validation([{ field: 'key', message: 'is required' }])
  const [id, now] = [newId(), ctx.now()]
  const provider = input.provider.toLowerCase()
  // Checked after conversion to lower case, which may turn one character into two, as with İ.
  if (provider.length > 50) throw validation([{ field: 'provider', message: 'must have at most 50 characters' }])
  const row = await insertApiKey(ctx.db, {
    id,
    userId,
    provider,
    keyName: input.keyName,
    ...sealed(ctx, { id, userId, provider }, secret),
    createdAt: now,
    updatedAt: now,
  })
  return shown(ctx, row)
}

export interface ApiKeyChanges extends GivenSecret {
  keyName?: string
  isActive?: boolean
}

/**
 * Overwrites the fields of a stored key that are present in the input (AK-04). Throws NOT_FOUND for an unknown key and
 * for a key of another user.
 */
export async function updateApiKey(ctx: Context, id: string, input: ApiKeyChanges, pool: Pool): Promise<ApiKeyRow> {
  const userId = ownerOf(ctx, pool)
  const secret = secretOf(input)
  const { keyName, isActive } = input
  if (!isUuid(id)) throw notFound('API key')
  const stored = await selectApiKey(ctx.db, userId, id)
  if (!stored) throw notFound('API key')
  const changes = {
    ...(keyName !== undefined && { keyName }),
    ...(isActive !== undefined && { isActive }),
    ...(secret !== undefined && sealed(ctx, stored, secret)),
  }
  if (Object.keys(changes).length === 0) return shown(ctx, stored)
  const key = await updateRow(ctx.db, userId, id, { ...changes, updatedAt: ctx.now() })
  if (!key) throw notFound('API key')
  return shown(ctx, key)
}

/** Deletes a stored key; throws NOT_FOUND for an unknown key and for a key of another user. */
export async function deleteApiKey(ctx: Context, id: string, pool: Pool): Promise<void> {
  const userId = ownerOf(ctx, pool)
  if (!isUuid(id) || !(await deleteRow(ctx.db, userId, id))) throw notFound('API key')
  noteDeleted(ctx, 'ApiKey', [normalUuid(id)])
}

/**
 * The header's name contains the provider and its value is the key, so both must consist of characters that HTTP allows
 * there (AK-08).
 */
const headerName = /^[a-z0-9!#$%&'*+.^_`|~-]+$/
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** Returns whether a header can carry the provider and the key; false for a key that could not be decrypted. */
function sendable(provider: string, secret: string | undefined): secret is string {
  return secret !== undefined && headerName.test(provider) && headerValue.test(secret)
}

/** A decrypted key that a call can carry. */
export interface UsableKey {
  id: string
  provider: string
  secret: string
}

/**
 * Returns the providers for which the user has an active key: `own` with a key of the user, `shared` only with a key of
 * the pool.
 */
export async function providersWithKeys(ctx: Context, userId: string): Promise<{ own: string[]; shared: string[] }> {
  const keys = await selectActiveKeys(ctx.db, userId, null)
  const of = (isShared: boolean) => keys.filter((key) => (key.userId === null) === isShared).map((key) => key.provider)
  return { own: of(false), shared: of(true) }
}

/**
 * Returns the key that a model-service call of the user carries, or null. It belongs to the first provider in
 * `providers` that has a key: the user's own active key, else the active shared one (AK-07). A key that a header cannot
 * carry is skipped, with a warning in the log. Throws CONFLICT when the key cannot be decrypted: a call without it
 * would be charged to another key without the user's consent.
 */
export async function keyForCall(
  ctx: Context,
  userId: string,
  providers: readonly string[],
): Promise<UsableKey | null> {
  const rows = indexBy(await selectActiveKeys(ctx.db, userId, providers), (row) => row.provider)
  for (const name of providers) {
    const row = rows.get(name)
    if (!row) continue
    const { id, provider } = row
    const secret = decryptSecret(ctx.config.encryption, row, row) ?? refuse(ctx, row)
    if (sendable(provider, secret)) return { id, provider, secret }
    ctx.log.warn({ apiKeyId: id, provider }, 'an API key cannot be sent in a header; store it again')
  }
  return null
}

/** Counts a use of the key. Call it when a provider has answered a call that carried the key. */
export function noteKeyUse(ctx: Context, id: string): Promise<void> {
  return updateKeyUse(ctx.db, id, ctx.now())
}

function refuse(ctx: Context, { id, userId, provider }: KeyPlace): never {
  ctx.log.error(
    { apiKeyId: id, ownerId: userId, provider },
    'an API key cannot be decrypted: its row was changed or moved in the database, or its encryption key is gone',
  )
  throw conflict(
    userId === null
      ? `The shared API key of ${provider} cannot be decrypted. An administrator must store it again or deactivate it`
      : `Your API key of ${provider} cannot be decrypted. Store it again or deactivate it`,
  )
}
