import type { Static } from '@sinclair/typebox'
import { decided, roleOf } from '../access/measure.js'
import { abilitiesOf } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { idOfUserIfNamed } from '../accounts/find-user.service.js'
import { kinds } from '../access/kinds.js'
import { type Context, transaction } from '../context.js'
import { noteDeleted } from '../lib/deleted.js'
import { forbidden, notFound, validation } from '../lib/errors.js'
import { dateOf } from '../lib/moment.js'
import { newestFirst, type ListOf } from '../lib/page.js'
import { newId, normalUuid } from '../lib/uuid.js'
import type { shareSchema } from './share.shape.js'
import {
  countShares,
  receivedBy,
  selectReceived,
  selectSent,
  sentBy,
  type ReceivedShareRow,
  type SentShareRow,
  type ShareFilter,
} from './share-list.sql.js'
import {
  deleteShare,
  isOfOwnThing,
  limitPassedOn,
  groupExists,
  lockPassedOn,
  roleForks,
  selectShare,
  selectShareRight,
  upsertShare,
  type ShareRow,
} from './share.sql.js'

/**
 * Shares a resource with a user or a group, or changes the existing share (SH-01 to SH-05). Owners, administrators,
 * holders of a project's share grant and recipients of a forkable share may do so; a share that a recipient passed on
 * ends with the share from which it was passed on. Throws VALIDATION_ERROR for an invalid target or expiry, FORBIDDEN
 * if the actor may only read the resource, and NOT_FOUND for all other users and for an unknown target.
 */
export async function shareResource(ctx: Context, input: Static<typeof shareSchema>): Promise<ShareRow> {
  const { userId } = requireActor(ctx)
  const { resourceType: type, resourceId, sharedWithUserId, sharedWithGroupId: withGroup = null, username } = input
  if ([sharedWithUserId, username, withGroup].filter(Boolean).length !== 1) {
    const message = 'exactly one of sharedWithUserId, username and sharedWithGroupId is required'
    throw validation([{ field: 'sharedWithUserId', message }])
  }
  if (sharedWithUserId && normalUuid(sharedWithUserId) === userId) throw isCaller('sharedWithUserId')
  const expiry = input.expiresAt ? dateOf(input.expiresAt) : null
  if (expiry && expiry <= ctx.now()) throw validation([{ field: 'expiresAt', message: 'must lie in the future' }])
  const abilities = await abilitiesOf(ctx)
  const since = performance.now()
  const right = await selectShareRight(ctx.db, abilities, type, resourceId)
  const mayPassOn = right !== undefined && (right.mayShare || right.forkableUntil !== null)
  decided({ action: 'share', resource: type, role: roleOf(abilities) }, mayPassOn, since)
  if (!right || !(right.readable || right.mayShare)) throw notFound(kinds[type].thing)
  if (!mayPassOn) throw noRight()
  const withUser = await idOfUserIfNamed(ctx, { userId: sharedWithUserId, username }, 'sharedWithUserId')
  if (withUser === userId) throw isCaller('username')
  if (withGroup && !(await groupExists(ctx.db, withGroup))) throw notFound('Group')
  const level = input.permissionLevel ?? 'read_only'
  return transaction(ctx, async (tx) => {
    // The parent share stays locked until the transaction ends. A concurrent request that revokes or shortens it either
    // sees the share made here, or has finished, and then no parent is found.
    const parent = right.mayShare ? null : await lockPassedOn(tx.db, abilities, type, resourceId)
    if (!right.mayShare && !parent) throw noRight()
    const until = parent?.expiresAt ? new Date(parent.expiresAt) : null
    const expiresAt = until && (!expiry || expiry > until) ? until : expiry
    const share = await upsertShare(tx.db, {
      id: newId(),
      parentId: parent?.id ?? null,
      type,
      resourceId,
      by: userId,
      withUser,
      withGroup,
      level,
      expiresAt,
      at: ctx.now(),
    })
    await limitPassedOn(tx.db, share.id, level, expiresAt)
    return share
  })
}

const isCaller = (field: string) => validation([{ field, message: 'must be somebody else' }])

const noRight = () => forbidden('You do not have permission to share this resource')

/**
 * Returns the list of the unexpired shares that the actor, or a group of the actor, received from other users and that
 * match the filter, newest first (SH-06).
 */
export async function listReceived(ctx: Context, filter: ShareFilter = {}): Promise<ListOf<ReceivedShareRow>> {
  const where = receivedBy(await abilitiesOf(ctx), filter)
  return {
    name: 'sharesReceived',
    filter,
    ...newestFirst,
    select: (page) => selectReceived(ctx.db, where, page),
    count: () => countShares(ctx.db, where),
  }
}

/**
 * Returns the list of the shares that the actor made and the shares that other users made of the actor's resources,
 * expired shares included, as far as they match the filter, newest first.
 */
export async function listSent(ctx: Context, filter: ShareFilter = {}): Promise<ListOf<SentShareRow>> {
  const abilities = await abilitiesOf(ctx)
  return {
    name: 'sharesSent',
    filter,
    ...newestFirst,
    select: (page) => selectSent(ctx.db, abilities, filter, page),
    count: () => countShares(ctx.db, sentBy(abilities, filter)),
  }
}

/**
 * Deletes a share together with all shares passed on from it (SH-08). The sharer, the owner of the resource and
 * administrators may do so. Throws NOT_FOUND for an unknown share and FORBIDDEN for other users.
 */
export async function revokeShare(ctx: Context, id: string): Promise<void> {
  const { userId, isAdmin } = requireActor(ctx)
  const share = await selectShare(ctx.db, id)
  if (!share) throw notFound('Share')
  if (share.sharedByUserId !== userId && !isAdmin && !(await isOfOwnThing(ctx.db, await abilitiesOf(ctx), id)))
    throw forbidden()
  noteDeleted(ctx, 'Share', await deleteShare(ctx.db, id))
}

/**
 * Returns a share through which the actor may read the resource: as its recipient until it expires, as its sharer, or
 * as an administrator. Throws NOT_FOUND for an unknown share and FORBIDDEN for other users.
 */
export async function getReadableShare(ctx: Context, id: string): Promise<ShareRow> {
  const { userId, isAdmin } = requireActor(ctx)
  const share = await selectShare(ctx.db, id)
  if (!share) throw notFound('Share')
  if (share.sharedByUserId === userId || isAdmin) return share
  await requireRecipient(ctx, share)
  return share
}

/**
 * Returns a share that the actor's lists show: a share of getReadableShare, or a share that another user made of the
 * actor's own resource (SH-07). Throws as getReadableShare does.
 */
export async function getListedShare(ctx: Context, id: string): Promise<ShareRow> {
  requireActor(ctx)
  if (!(await isOfOwnThing(ctx.db, await abilitiesOf(ctx), id))) return getReadableShare(ctx, id)
  const share = await selectShare(ctx.db, id)
  if (!share) throw notFound('Share')
  return share
}

/**
 * Returns a share that the actor may fork. Throws NOT_FOUND for an unknown share, and FORBIDDEN unless the actor is the
 * recipient of an unexpired share that is forkable (SH-10) or whose resource is in a project where the actor's role may
 * fork.
 */
export async function getForkableShare(ctx: Context, id: string): Promise<ShareRow> {
  const share = await selectShare(ctx.db, id)
  if (!share) throw notFound('Share')
  await requireRecipient(ctx, share)
  if (share.permissionLevel !== 'forkable' && !(await roleForks(ctx.db, await abilitiesOf(ctx), share)))
    throw forbidden('Share is not forkable')
  return share
}

/**
 * Throws FORBIDDEN unless the recipient of the share is the actor, or a group of the actor, and the share has not
 * expired.
 */
async function requireRecipient(ctx: Context, share: ShareRow & { isExpired: boolean }): Promise<void> {
  const abilities = await abilitiesOf(ctx)
  const { sharedWithUserId, sharedWithGroupId, resourceType: resource } = share
  const recipient =
    sharedWithUserId === abilities.userId ||
    (sharedWithGroupId !== null && abilities.groupIds.includes(sharedWithGroupId))
  const labels = { action: 'fork', resource, role: roleOf(abilities) }
  if (!decided(labels, recipient && !share.isExpired) && !recipient) throw forbidden()
  if (share.isExpired) throw forbidden('Share has expired')
}
