import { requireActor } from '../access/actor.js'
import { requireAdmin } from '../access/require.js'
import type { Context } from '../context.js'
import { conflict, notFound, validation } from '../lib/errors.js'
import { indexBy } from '../lib/group-by.js'
import { listPage, newestFirst, type ListPage, type PageArguments } from '../lib/page.js'
import { isUuid, newId } from '../lib/uuid.js'
import {
  countApiKeys,
  deleteApiKey as deleteRow,
  insertApiKey,
  selectApiKey,
  selectApiKeyPage,
  selectApiKeys,
  updateApiKey as updateRow,
  selectActiveKeys,
  updateKeyUse,
  type ApiKeyFilter,
  type StoredKey,
} from './api-key.sql.js'
import { decryptSecret, encryptSecret, type KeyPlace } from './key-cipher.js'

/** A stored key as its owner sees it. */
export interface ApiKeyRow extends Omit<StoredKey, 'encryptedKey' | 'encryptionKeyId'> {
  /** False where it cannot be decrypted or sent: model-service calls that would carry it are refused. */
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

/** The shared pool of the administrators instead of the actor's own keys. */
export interface Pool {
  shared?: boolean
}

function ownerOf(ctx: Context, { shared = false }: Pool): string | null {
  return shared ? (requireAdmin(ctx), null) : requireActor(ctx).userId
}

/** Newest first; never the key itself. */
export async function listApiKeys(ctx: Context, pool: Pool): Promise<ApiKeyRow[]> {
  const rows = await selectApiKeys(ctx.db, ownerOf(ctx, pool))
  return rows.map((row) => shown(ctx, row))
}

export async function pageOfApiKeys(
  ctx: Context,
  args: PageArguments,
  given: ApiKeyFilter,
  pool: Pool = {},
): Promise<ListPage<ApiKeyRow>> {
  const owner = ownerOf(ctx, pool)
  const filter = { ...given, provider: given.provider?.toLowerCase() ?? null }
  return listPage(args, {
    name: owner ? 'apiKeys' : 'sharedApiKeys',
    filter,
    ...newestFirst,
    select: async (page) => (await selectApiKeyPage(ctx.db, owner, filter, page)).map((row) => shown(ctx, row)),
    count: () => countApiKeys(ctx.db, owner, filter),
  })
}

/** AK-02: the key under either name, trimmed. */
export interface GivenSecret {
  key?: string
  apiKey?: string
}

/** More than any header takes. */
const longestSecret = 8192
const longestName = 255

function refuseLongKeyName(keyName: string | undefined): void {
  if (keyName !== undefined && keyName.length > longestName)
    throw validation([{ field: 'keyName', message: `must have at most ${longestName} characters` }])
}

function secretOf({ key, apiKey }: GivenSecret): string | undefined {
  const given = key ?? apiKey
  if (given === undefined) return undefined
  const field = key === undefined ? 'apiKey' : 'key'
  if (given.trim() === '') throw validation([{ field, message: 'must not be empty' }])
  if (given.length > longestSecret)
    throw validation([{ field, message: `must have at most ${longestSecret} characters` }])
  return given.trim()
}

/** AK-03: the last four characters, none of a key that has no more. */
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

/** CONFLICT when there is a key of the provider already (U-12). */
export async function createApiKey(ctx: Context, input: NewApiKey, pool: Pool): Promise<ApiKeyRow> {
  const userId = ownerOf(ctx, pool)
  const secret = secretOf(input)
  refuseLongKeyName(input.keyName)
  if (secret === undefined) throw validation([{ field: 'key', message: 'is required' }])
  const [id, now] = [newId(), ctx.now()]
  const provider = input.provider.toLowerCase()
  // A letter may become two: İ does.
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

/** Given fields overwrite (AK-04). */
export async function updateApiKey(ctx: Context, id: string, input: ApiKeyChanges, pool: Pool): Promise<ApiKeyRow> {
  const userId = ownerOf(ctx, pool)
  const secret = secretOf(input)
  refuseLongKeyName(input.keyName)
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

export async function deleteApiKey(ctx: Context, id: string, pool: Pool): Promise<void> {
  const userId = ownerOf(ctx, pool)
  if (!isUuid(id) || !(await deleteRow(ctx.db, userId, id))) throw notFound('API key')
}

/** A header can carry neither another provider name nor another key (AK-08). */
const headerName = /^[a-z0-9!#$%&'*+.^_`|~-]+$/
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** Whether a header can carry the provider and the key, where it could be decrypted. */
function sendable(provider: string, secret: string | undefined): secret is string {
  return secret !== undefined && headerName.test(provider) && headerValue.test(secret)
}

/** A key that a call can carry. */
export interface UsableKey {
  id: string
  provider: string
  secret: string
}

/** The providers of which the user has a key that calls may carry: own ones, and those that the pool alone has. */
export async function providersWithKeys(ctx: Context, userId: string): Promise<{ own: string[]; shared: string[] }> {
  const keys = await selectActiveKeys(ctx.db, userId, null)
  const of = (isShared: boolean) => keys.filter((key) => (key.userId === null) === isShared).map((key) => key.provider)
  return { own: of(false), shared: of(true) }
}

/**
 * The one key that a model-service call of the user carries: of the first of the providers that has any the user's
 * active key, else the active shared one (AK-07). A key that no header can carry is passed over and logged. CONFLICT
 * when the key cannot be decrypted: calling without it would charge somebody else's key unasked.
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

/** To be called when a provider has answered a call that carried the key. */
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
