import { randomBytes } from 'node:crypto'
import type { Static } from '@sinclair/typebox'
import { abilitiesOf } from '../../access/abilities.js'
import { requireActor } from '../../access/actor.js'
import { refuseToken } from '../../access/scopes.js'
import { managesWebhooks, webhookProjects } from '../../access/webhook-rules.js'
import { decryptSecret, encryptSecret, type Encrypted } from '../../accounts/key-cipher.js'
import { type Context, transaction } from '../../context.js'
import { positionText, readPosition } from '../../database/changes/position.js'
import { noteDeleted } from '../../lib/deleted.js'
import { conflict, forbidden, notFound, validation } from '../../lib/errors.js'
import { listPage, newestFirst, type ListPage, type PageArguments } from '../../lib/page.js'
import { newId, normalUuid } from '../../lib/uuid.js'
import { projectsByIds } from '../../projects/project.service.js'
import { selectLogName } from '../log/entries.sql.js'
import { contentKinds, kindsOfProjects } from '../log/logged-kinds.js'
import { requireLog } from '../log/log-on.js'
import { refusalOf } from './webhook-request.js'
import type { createWebhookSchema, replaySchema, updateWebhookSchema } from './webhook.shape.js'
import {
  countDeliveries,
  countLockedWebhooks,
  countWebhooks,
  deleteWebhook as deleteRow,
  endPending,
  insertDelivery,
  isReplayPending,
  insertWebhook,
  selectDelivery,
  selectDeliveryPage,
  selectWebhook,
  selectWebhookPage,
  updateWebhook as updateRow,
  type DeliveryRow,
  type WebhookRow,
} from './webhook.sql.js'

/** The most webhooks of one project, and of the whole server. */
const mostWebhooks = 20
/** For how long messages are signed by the former secret, too. */
const rotationMs = 24 * 3600 * 1000

type Secret = 'encryptedSecret' | 'encryptionKeyId' | 'previousSecret' | 'previousKeyId'
type Hidden = Secret | 'tx' | 'seq' | 'firstTx' | 'runningTx' | 'leasedBy' | 'leasedUntil'

/** A webhook in the form that its managers see. */
export type WebhookView = Omit<WebhookRow, Hidden> & { position: string }
/** A message in the form that the managers of its webhook see. */
export type DeliveryView = Omit<DeliveryRow, 'fromTx' | 'fromSeq' | 'toTx' | 'toSeq'> & { from: string }

/**
 * Returns a webhook in the form that its managers see. Addresses often hold a secret of the receiver, so a token sees
 * the receiver of messages, but not the whole address.
 */
function shown({ actor }: Context, row: WebhookRow, log: string): WebhookView {
  const { encryptedSecret: _a, encryptionKeyId: _b, previousSecret: _c, previousKeyId: _d, ...rest } = row
  const { leasedBy: _e, leasedUntil: _f, firstTx: _g, runningTx: _h, tx, seq, ...view } = rest
  const url = actor?.token ? `${new URL(view.url).origin}/…` : view.url
  return { ...view, url, position: positionText({ log, tx, seq }) }
}

function shownDelivery({ fromTx, fromSeq, toTx: _a, toSeq: _b, ...row }: DeliveryRow, log: string): DeliveryView {
  return { ...row, from: positionText({ log, tx: fromTx, seq: fromSeq }) }
}

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The place to which a secret is bound: its ciphertext is of no use in the row of another webhook. */
export const placeOf = (id: string) => ({ id, userId: null, provider: 'webhook' })

/** Returns the secrets that sign messages now, newest first; empty if the newest secret cannot be decrypted. */
export function secretsOf(ctx: Context, row: WebhookRow): string[] {
  const open = (sealed: Encrypted) => decryptSecret(ctx.config.encryption, placeOf(row.id), sealed)
  const newest = open({ encryptedKey: row.encryptedSecret, encryptionKeyId: row.encryptionKeyId })
  if (newest === undefined) return []
  const { previousSecret, previousKeyId, previousUntil } = row
  if (previousSecret === null || previousKeyId === null || Date.parse(previousUntil ?? '') <= ctx.now().getTime())
    return [newest]
  const previous = open({ encryptedKey: previousSecret, encryptionKeyId: previousKeyId })
  return previous === undefined ? [newest] : [newest, previous]
}

const sealed = (ctx: Context, id: string, secret: string) => {
  const { encryptedKey, encryptionKeyId } = encryptSecret(ctx.config.encryption, placeOf(id), secret)
  return { encryptedSecret: encryptedKey, encryptionKeyId }
}

function checkUrl(ctx: Context, url: string): void {
  const message = refusalOf(url, ctx.config.webhooks)
  if (message !== null) throw validation([{ field: 'url', message }])
}

/** Returns the kinds, each once; throws VALIDATION_ERROR for a kind that a project's webhook can never report. */
function checkKinds(projectId: string | null, kinds: readonly string[]): string[] {
  const wrong = projectId === null ? -1 : kinds.findIndex((kind) => !kindsOfProjects.includes(kind))
  if (wrong >= 0)
    throw validation([{ field: `kinds.${wrong}`, message: `is told of by webhooks about the whole server only` }])
  return [...new Set(kinds)]
}

const contentOf = (projectId: string | null) =>
  projectId === null ? contentKinds : contentKinds.filter((kind) => kindsOfProjects.includes(kind))

/**
 * Makes a webhook, and returns it with its secret. For users who manage the project; without a project, for
 * administrators. Throws FORBIDDEN if the actor may only read the project, NOT_FOUND if the actor may not read it,
 * VALIDATION_ERROR for an address that the server does not allow, and CONFLICT if there are already 20 webhooks or no
 * log of changes is kept.
 */
export async function createWebhook(
  ctx: Context,
  input: Static<typeof createWebhookSchema>,
): Promise<WebhookView & { secret: string }> {
  refuseToken(ctx)
  const { userId } = requireActor(ctx)
  requireLog(ctx)
  const projectId = input.projectId ? normalUuid(input.projectId) : null
  if (projectId !== null && !(await projectsByIds(ctx, [projectId]))[0]) throw notFound('Project')
  if (!managesWebhooks(await abilitiesOf(ctx), projectId)) throw forbidden()
  checkUrl(ctx, input.url)
  const kinds = checkKinds(projectId, input.kinds ?? contentOf(projectId))
  const [id, secret, now] = [newId(), newSecret(), ctx.now()]
  const row = await transaction(ctx, async (tx) => {
    if ((await countLockedWebhooks(tx.db, projectId)) >= mostWebhooks)
      throw conflict(`There are ${mostWebhooks} webhooks, which is the most there may be; delete one of them`)
    return insertWebhook(tx.db, {
      id,
      createdBy: userId,
      projectId,
      url: input.url,
      kinds,
      isActive: input.isActive ?? true,
      withContent: input.withContent ?? false,
      ...sealed(ctx, id, secret),
      createdAt: now,
      updatedAt: now,
    })
  })
  return { ...shown(ctx, row, await selectLogName(ctx.db)), secret }
}

/** Returns one page of the webhooks that the actor manages, newest first. */
export async function pageOfWebhooks(
  ctx: Context,
  args: PageArguments,
  { projectId = null }: { projectId?: string | null },
): Promise<ListPage<WebhookView>> {
  requireActor(ctx)
  const filter = { projects: webhookProjects(await abilitiesOf(ctx)), projectId }
  const log = await selectLogName(ctx.db)
  return listPage(args, {
    name: 'webhooks',
    filter: { projectId },
    ...newestFirst,
    select: async (page) => (await selectWebhookPage(ctx.db, filter, page)).map((row) => shown(ctx, row, log)),
    count: () => countWebhooks(ctx.db, filter),
  })
}

/** Returns a webhook that the actor manages; throws NOT_FOUND for any other webhook. */
async function requireWebhook(ctx: Context, id: string): Promise<WebhookRow> {
  const row = await selectWebhook(ctx.db, id)
  if (!row || !managesWebhooks(await abilitiesOf(ctx), row.projectId)) throw notFound('Webhook')
  return row
}

export async function getWebhook(ctx: Context, id: string): Promise<WebhookView> {
  return shown(ctx, await requireWebhook(ctx, id), await selectLogName(ctx.db))
}

/**
 * Changes a webhook. A webhook that is switched on continues where it stopped, and its next attempt is due at once. A
 * user who changes the address becomes its maker, whose rights decide what it reports: otherwise a manager could make
 * it report content that only the former maker may read. Throws NOT_FOUND and VALIDATION_ERROR as at its creation, and
 * FORBIDDEN for a token that changes the address or makes the webhook send content.
 */
export async function updateWebhook(
  ctx: Context,
  id: string,
  { url, kinds, isActive, withContent }: Static<typeof updateWebhookSchema>,
): Promise<WebhookView> {
  if (url !== undefined || withContent) refuseToken(ctx)
  const { userId } = requireActor(ctx)
  const row = await requireWebhook(ctx, id)
  const isMoved = url !== undefined && url !== row.url
  if (url !== undefined) checkUrl(ctx, url)
  const changes = {
    ...(isMoved && { url, createdBy: userId }),
    ...(kinds && { kinds: checkKinds(row.projectId, kinds) }),
    ...(isActive !== undefined && { isActive }),
    ...(withContent !== undefined && { withContent }),
  }
  const log = await selectLogName(ctx.db)
  if (Object.keys(changes).length === 0) return shown(ctx, row, log)
  const anew = isActive === true || isMoved ? { note: null, failures: 0, failingSince: null, retryAt: null } : {}
  const updated = await updateRow(ctx.db, id, { ...changes, ...anew, updatedAt: ctx.now() })
  if (!updated) throw notFound('Webhook')
  return shown(ctx, updated, log)
}

/** Deletes a webhook with its messages; throws NOT_FOUND for a webhook that the actor does not manage. */
export async function deleteWebhook(ctx: Context, id: string): Promise<void> {
  await requireWebhook(ctx, id)
  if (!(await deleteRow(ctx.db, id))) throw notFound('Webhook')
  noteDeleted(ctx, 'Webhook', [normalUuid(id)])
}

/** Gives a webhook a new secret and returns it. For a day, the former secret signs messages as well. */
export async function rotateSecret(ctx: Context, id: string): Promise<WebhookView & { secret: string }> {
  refuseToken(ctx)
  const row = await requireWebhook(ctx, id)
  const [secret, now] = [newSecret(), ctx.now()]
  const updated = await updateRow(ctx.db, id, {
    ...sealed(ctx, row.id, secret),
    previousSecret: row.encryptedSecret,
    previousKeyId: row.encryptionKeyId,
    previousUntil: new Date(now.getTime() + rotationMs),
    updatedAt: now,
  })
  if (!updated) throw notFound('Webhook')
  return { ...shown(ctx, updated, await selectLogName(ctx.db)), secret }
}

/** Returns one page of the messages of a webhook, newest first. */
export async function pageOfDeliveries(ctx: Context, id: string, args: PageArguments): Promise<ListPage<DeliveryView>> {
  const { id: webhookId } = await requireWebhook(ctx, id)
  const log = await selectLogName(ctx.db)
  return listPage(args, {
    name: 'webhookDeliveries',
    filter: { webhookId },
    ...newestFirst,
    select: async (page) => (await selectDeliveryPage(ctx.db, webhookId, page)).map((row) => shownDelivery(row, log)),
    count: () => countDeliveries(ctx.db, webhookId),
  })
}

/**
 * Sends changes again: everything from a position on, or one message, which is sent before all unsent messages. If the
 * same message is asked for again before it was sent, it is sent once. Throws VALIDATION_ERROR unless exactly one of
 * the two is given, and for a position that is not of this server or lies ahead of the webhook's position; NOT_FOUND
 * for an unknown message.
 */
export async function replayWebhook(
  ctx: Context,
  id: string,
  { since, deliveryId }: Static<typeof replaySchema>,
): Promise<WebhookView> {
  return transaction(ctx, async (tx) => {
    const row = await requireWebhook(tx, id)
    if (Boolean(since) === Boolean(deliveryId))
      throw validation([{ field: 'since', message: 'exactly one of since and deliveryId is required' }])
    const log = await selectLogName(tx.db)
    if (deliveryId) {
      const one = await selectDelivery(tx.db, row.id, deliveryId)
      if (!one) throw notFound('Message')
      const { fromTx, fromSeq, toTx, toSeq, changes } = one
      const range = { fromTx, fromSeq, toTx, toSeq, changes }
      // A waiting message already sends the same changes, however often this is asked for.
      if (await isReplayPending(tx.db, row.id, range)) return shown(ctx, row, log)
      await insertDelivery(tx.db, {
        id: newId(),
        webhookId: row.id,
        ...range,
        isReplay: true,
        status: 'pending',
        createdAt: tx.now(),
      })
      return shown(ctx, row, log)
    }
    const place = readPosition(since ?? '')
    if (place?.log !== log) throw validation([{ field: 'since', message: 'is no position in the log of this server' }])
    if (place.tx > row.tx || (place.tx === row.tx && place.seq > row.seq))
      throw validation([{ field: 'since', message: 'lies ahead of what has been sent' }])
    await endPending(tx.db, row.id, 'Replaced: everything from an earlier position on is sent again')
    // Everything after the position is sent again, also what was changed before the webhook was made.
    const updated = await updateRow(tx.db, row.id, { tx: place.tx, seq: place.seq, firstTx: 0, updatedAt: tx.now() })
    if (!updated) throw notFound('Webhook')
    return shown(ctx, updated, log)
  })
}
