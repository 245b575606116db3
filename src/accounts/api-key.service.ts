import { requireActor } from '../access/actor.js'
import { requireAdmin } from '../access/require.js'
import type { Context } from '../context.js'
import { notFound, validation } from '../lib/errors.js'
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
  updateKeyUse,
  type ApiKeyFilter,
  type ApiKeyRow,
} from './api-key.sql.js'
import { decryptSecret, encryptSecret } from './key-cipher.js'

export type { ApiKeyRow }

/** The shared pool of the administrators instead of the actor's own keys. */
export interface Pool {
  shared?: boolean
}

function ownerOf(ctx: Context, { shared = false }: Pool): string | null {
  return shared ? (requireAdmin(ctx), null) : requireActor(ctx).userId
}

/** Newest first; never the key itself. */
export async function listApiKeys(ctx: Context, pool: Pool = {}): Promise<ApiKeyRow[]> {
  return selectApiKeys(ctx.db, ownerOf(ctx, pool))
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
    select: (page) => selectApiKeyPage(ctx.db, owner, filter, page),
    count: () => countApiKeys(ctx.db, owner, filter),
  })
}

/** AK-02: the key under either name, trimmed. */
export interface GivenSecret {
  key?: string
  apiKey?: string
}

function secretOf({ key, apiKey }: GivenSecret): string | undefined {
  const given = key ?? apiKey
  if (given === undefined) return undefined
  if (given.trim() === '')
    throw validation([{ field: key === undefined ? 'apiKey' : 'key', message: 'must not be empty' }])
  return given.trim()
}

/** AK-03: the last four characters, none of a key that has no more. */
function maskOf(secret: string): string {
  const characters = [...secret]
  return characters.length > 4 ? `...${characters.slice(-4).join('')}` : '...'
}

function sealed(ctx: Context, id: string, secret: string) {
  return { ...encryptSecret(ctx.config.encryption, id, secret), keyMask: maskOf(secret) }
}

export interface NewApiKey extends GivenSecret {
  provider: string
  keyName: string
}

/** CONFLICT when there is a key of the provider already (U-12). */
export async function createApiKey(ctx: Context, input: NewApiKey, pool: Pool = {}): Promise<ApiKeyRow> {
  const userId = ownerOf(ctx, pool)
  const secret = secretOf(input)
  if (secret === undefined) throw validation([{ field: 'key', message: 'is required' }])
  const [id, now] = [newId(), ctx.now()]
  const provider = input.provider.toLowerCase()
  return insertApiKey(ctx.db, {
    id,
    userId,
    provider,
    keyName: input.keyName,
    ...sealed(ctx, id, secret),
    createdAt: now,
    updatedAt: now,
  })
}

export interface ApiKeyChanges extends GivenSecret {
  keyName?: string
  isActive?: boolean
}

/** Given fields overwrite (AK-04). */
export async function updateApiKey(
  ctx: Context,
  id: string,
  input: ApiKeyChanges,
  pool: Pool = {},
): Promise<ApiKeyRow> {
  const userId = ownerOf(ctx, pool)
  const secret = secretOf(input)
  const { keyName, isActive } = input
  if (!isUuid(id)) throw notFound('API key')
  const changes = {
    ...(keyName !== undefined && { keyName }),
    ...(isActive !== undefined && { isActive }),
    ...(secret !== undefined && sealed(ctx, id.toLowerCase(), secret)),
  }
  const unchanged = Object.keys(changes).length === 0
  const key = unchanged
    ? await selectApiKey(ctx.db, userId, id)
    : await updateRow(ctx.db, userId, id, { ...changes, updatedAt: ctx.now() })
  if (!key) throw notFound('API key')
  return key
}

export async function deleteApiKey(ctx: Context, id: string, pool: Pool = {}): Promise<void> {
  const userId = ownerOf(ctx, pool)
  if (!isUuid(id) || !(await deleteRow(ctx.db, userId, id))) throw notFound('API key')
}

/** A header can carry neither another provider name nor another key (AK-08). */
const headerName = /^[a-z0-9!#$%&'*+.^_`|~-]+$/
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/**
 * The keys a model-service call of the user carries, by provider: the user's active key, else the active shared one
 * (AK-07). Every key handed out counts as used. `providers` limits them; keys that cannot be decrypted or sent are left
 * out and logged.
 */
export async function resolveProviderKeys(
  ctx: Context,
  userId: string | null,
  providers?: readonly string[],
): Promise<Record<string, string>> {
  const wanted = providers ? providers.map((one) => one.toLowerCase()) : null
  const keys: Record<string, string> = {}
  for (const row of await updateKeyUse(ctx.db, userId, wanted, ctx.now())) {
    const secret = decryptSecret(ctx.config.encryption, row.id, row)
    if (secret !== undefined && headerName.test(row.provider) && headerValue.test(secret)) keys[row.provider] = secret
    else ctx.log.warn({ apiKeyId: row.id }, 'an API key cannot be used; store it again')
  }
  return keys
}
