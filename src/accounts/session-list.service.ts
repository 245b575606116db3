import { requireActor } from '../access/actor.js'
import { requireAdmin } from '../access/require.js'
import type { Context } from '../context.js'
import { noteDeleted } from '../lib/deleted.js'
import { forbidden, notFound } from '../lib/errors.js'
import { allOf, newestFirst, type ListOf } from '../lib/page.js'
import { normalUuid } from '../lib/uuid.js'
import {
  countSessions,
  deleteSession,
  selectSessionOwner,
  selectSessionPage,
  type SessionFilter,
  type SessionRow,
} from './session.sql.js'

/** A session in answers: only the last eight characters of its token. */
export type ListedSession = Omit<SessionRow, 'tokenTail'> & { token: string; isCurrent: boolean }

export interface Whose {
  /** True for the sessions of all users, for administrators only; by default the actor's own. */
  asAdmin?: boolean
}

function shown(ctx: Context) {
  const current = requireActor(ctx).sessionId
  return ({ tokenTail, ...session }: SessionRow): ListedSession => ({
    ...session,
    token: `...${tokenTail}`,
    isCurrent: session.id === current,
  })
}

function ownerOf(ctx: Context, { asAdmin = false }: Whose): string | null {
  return asAdmin ? (requireAdmin(ctx), null) : requireActor(ctx).userId
}

/** Returns the list of the sessions that have not expired and match the filter, newest first (SE-01, SE-04). */
export function listSessions(ctx: Context, whose: Whose = {}, filters: SessionFilter = {}): ListOf<ListedSession> {
  const [owner, now] = [ownerOf(ctx, whose), ctx.now()]
  const filter = { ...filters, owner }
  return {
    name: owner ? 'sessions' : 'allSessions',
    filter: filters,
    ...newestFirst,
    select: async (page) => (await selectSessionPage(ctx.db, now, filter, page)).map(shown(ctx)),
    count: () => countSessions(ctx.db, now, filter),
  }
}

/** Returns a session of the actor's own; throws NOT_FOUND for any other. */
export async function getSession(ctx: Context, id: string): Promise<ListedSession> {
  const session = (await allOf(listSessions(ctx))).find((one) => one.id === id)
  if (!session) throw notFound('Session')
  return session
}

/**
 * Ends a session and returns whether it was the caller's current session, whose cookie the caller of this function then
 * clears (SE-03). Throws NOT_FOUND for an unknown session, and FORBIDDEN for a session of another user unless `asAdmin`
 * (SE-02).
 */
export async function revokeSession(ctx: Context, id: string, whose: Whose = {}): Promise<boolean> {
  const owner = ownerOf(ctx, whose)
  const session = await selectSessionOwner(ctx.db, id)
  if (!session) throw notFound('Session')
  if (owner && session.userId !== owner) throw forbidden()
  if (!(await deleteSession(ctx.db, id))) throw notFound('Session')
  noteDeleted(ctx, 'Session', [normalUuid(id)])
  return normalUuid(id) === requireActor(ctx).sessionId
}
