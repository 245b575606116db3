import { createHash, randomBytes } from 'node:crypto'
import type { Static } from '@sinclair/typebox'
import { selectMemberships } from '../access/access.sql.js'
import { requireActor, type Actor } from '../access/actor.js'
import { requireAdmin } from '../access/require.js'
import { refuseToken } from '../access/scopes.js'
import { tokenScopes, type TokenScope } from '../access/vocabulary.js'
import { type Context, transaction } from '../context.js'
import type { Position } from '../database/replicas/replicas.js'
import { noteDeleted } from '../lib/deleted.js'
import { AppError, conflict, notFound, unauthenticated, validation } from '../lib/errors.js'
import { newestFirst, type ListOf } from '../lib/page.js'
import { newId, normalUuid } from '../lib/uuid.js'
import { mostTokens, usualDays, type createTokenSchema } from './api-token.shape.js'
import {
  countTokens,
  deleteToken,
  insertToken,
  lockTokenUser,
  selectTokenByHash,
  selectTokenPage,
  updateTokenUse,
  type ApiTokenRow,
  type TokenFilter,
} from './api-token.sql.js'

const day = 86_400_000
const minute = 60_000

/** The prefix of every token, by which secret scanners recognise it. */
const prefix = 'plx_'
/** The prefix, and 32 random bytes as base64url. */
const form = /^plx_[\w-]{43}$/

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Returns the actor of a token. Throws UNAUTHENTICATED for a malformed, unknown or revoked token, for a token of a
 * deactivated user, and for an expired token, naming its expiry. Every request looks the token up, so the next request
 * with a revoked token is refused on every process. The time of use is stored at most once a minute.
 */
export async function authenticateToken(
  ctx: Context,
  token: string,
): Promise<{ state: 'token'; actor: Actor; position?: Position }> {
  const row = form.test(token) ? await selectTokenByHash(ctx, hashOf(token)) : undefined
  if (!row?.isActive) throw unauthenticated('The token is not valid')
  const now = ctx.now()
  const { id, scopes, projectIds, expiresAt, lastUsedAt, userId, username, displayName, accessVersion, position } = row
  if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime()) {
    const expiredAt = new Date(expiresAt).toISOString()
    throw new AppError('UNAUTHENTICATED', `The token expired at ${expiredAt}`, { extra: { expiredAt } })
  }
  const noted = new Date(now.getTime() - minute)
  if (lastUsedAt === null || Date.parse(lastUsedAt) <= noted.getTime()) await updateTokenUse(ctx.db, id, now, noted)
  const isAdmin = row.isAdmin && scopes.includes('admin')
  const actor: Actor = {
    userId,
    username,
    displayName,
    isAdmin,
    accessVersion,
    sessionId: null,
    token: { id, scopes, expiresAt },
    ...(projectIds && { onlyProjects: projectIds }),
  }
  return { state: 'token', actor, ...(position && { position }) }
}

/** A token in answers: only its last four characters. */
export type ListedToken = Omit<ApiTokenRow, 'tokenTail'> & { tail: string }

const shown = ({ tokenTail, ...token }: ApiTokenRow): ListedToken => ({ ...token, tail: `...${tokenTail}` })

export interface TokensOf {
  /** True for the tokens of all users, for administrators only; by default the actor's own. */
  asAdmin?: boolean
}

function ownerOf(ctx: Context, { asAdmin = false }: TokensOf): string | null {
  return asAdmin ? (requireAdmin(ctx), null) : requireActor(ctx).userId
}

/**
 * Returns the list of the tokens that have not been revoked and match the filter, including expired ones, newest first.
 */
export function listTokens(ctx: Context, whose: TokensOf = {}, filters: TokenFilter = {}): ListOf<ListedToken> {
  const owner = ownerOf(ctx, whose)
  const filter = { ...filters, owner }
  return {
    name: owner ? 'tokens' : 'allTokens',
    filter: filters,
    ...newestFirst,
    select: async (page) => (await selectTokenPage(ctx.db, filter, page)).map(shown),
    count: () => countTokens(ctx.db, filter),
  }
}

type NewToken = Static<typeof createTokenSchema>

/** A new token with its text, which is shown only once. */
export type MadeToken = ListedToken & { token: string }

/**
 * Creates a token for the actor or, with `userId`, for a service account, which requires an administrator. Throws
 * FORBIDDEN for an actor who uses a token, VALIDATION_ERROR for scopes, projects or an expiry that are not allowed,
 * NOT_FOUND for a project in which the user has no role, and CONFLICT when the user has 100 tokens.
 */
export async function createToken(ctx: Context, input: NewToken, { userId }: { userId?: string } = {}) {
  refuseToken(ctx)
  const maker = userId === undefined ? requireActor(ctx) : requireAdmin(ctx)
  const now = ctx.now()
  const expiresAt = expiryOf(ctx, input, now)
  const scopes = knownScopes(input)
  const projectIds = input.projectIds ? [...new Set(input.projectIds.map(normalUuid))] : null
  if (projectIds && scopes.includes('admin'))
    throw validation([{ field: 'scopes', message: 'admin reaches beyond projects: leave out admin, or projectIds' }])
  const id = newId()
  const token = prefix + randomBytes(32).toString('base64url')
  return transaction(ctx, async (tx): Promise<MadeToken> => {
    const user = await lockTokenUser(tx.db, userId ?? maker.userId)
    if (!user) throw notFound('User')
    if (userId !== undefined && !user.isService)
      throw validation([{ field: 'userId', message: 'must be a service account; people make their tokens themselves' }])
    if (!user.isActive) throw conflict('The account is deactivated')
    if (scopes.includes('admin') && !user.isAdmin)
      throw validation([{ field: 'scopes', message: 'admin is for administrators' }])
    if (projectIds) await requireRoles(tx, user.id, projectIds)
    if ((await countTokens(tx.db, { userId: user.id })) >= mostTokens)
      throw conflict(`A user has at most ${mostTokens} tokens; revoke one of them`)
    const row = { userId: user.id, name: input.name, scopes, projectIds, createdBy: maker.userId }
    const tokenTail = token.slice(-4)
    await insertToken(tx.db, { id, ...row, tokenHash: hashOf(token), tokenTail, expiresAt, createdAt: now })
    const { username, displayName, isService } = user
    const [createdAt, until] = [now.toISOString(), expiresAt?.toISOString() ?? null]
    const listed = { ...row, id, tail: `...${tokenTail}`, expiresAt: until, lastUsedAt: null, createdAt }
    return { ...listed, username, displayName, isService, token }
  })
}

/** Returns the scopes without duplicates. Throws VALIDATION_ERROR, naming the scope, for an unknown scope. */
function knownScopes({ scopes }: NewToken): TokenScope[] {
  return [...new Set(scopes)].map((scope) => {
    const typed = tokenScopes.find((one) => one === scope)
    if (typed !== undefined) return typed
    const message = `${JSON.stringify(scope)} is no scope; there are ${tokenScopes.join(', ')}`
    throw validation([{ field: `scopes.${scopes.indexOf(scope)}`, message }])
  })
}

/** Returns the expiry of a new token; null for none. Throws VALIDATION_ERROR for a time in the past or too far away. */
function expiryOf(ctx: Context, { expiresAt }: NewToken, now: Date): Date | null {
  const { maxDays } = ctx.config.tokens
  const refuse = (message: string) => validation([{ field: 'expiresAt', message }])
  if (expiresAt === undefined) return new Date(now.getTime() + Math.min(usualDays, maxDays || usualDays) * day)
  if (expiresAt === null) {
    if (maxDays === 0) return null
    throw refuse(`tokens expire after ${maxDays} days at the latest (TOKENS_MAX_DAYS)`)
  }
  const until = Date.parse(expiresAt)
  if (until <= now.getTime()) throw refuse('must be in the future')
  if (maxDays > 0 && until > now.getTime() + maxDays * day)
    throw refuse(`must be at most ${maxDays} days away (TOKENS_MAX_DAYS)`)
  return new Date(until)
}

/** Throws NOT_FOUND unless the user has a role in each of the projects. */
async function requireRoles({ db }: Context, userId: string, projectIds: readonly string[]): Promise<void> {
  const held = await selectMemberships(db, userId)
  const projects = new Set(held.filter(({ scope }) => scope === 'project').map(({ id }) => id))
  if (!projectIds.every((id) => projects.has(id))) throw notFound('Project')
}

/**
 * Revokes a token: the next request with it is refused, on every process. Throws NOT_FOUND for an unknown token, and
 * for that of another user unless `asAdmin`.
 */
export async function revokeToken(ctx: Context, id: string, whose: TokensOf = {}): Promise<void> {
  if (!(await deleteToken(ctx.db, id, ownerOf(ctx, whose)))) throw notFound('Token')
  noteDeleted(ctx, 'Token', [normalUuid(id)])
}
