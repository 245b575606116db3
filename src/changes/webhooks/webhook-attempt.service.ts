import type { Context } from '../../context.js'
import { positionText } from '../../database/changes/position.js'
import { linesOfMessage, type LinesOfMessage } from './webhook-lines.service.js'
import { sendMessage, WebhookFault, type Resolve } from './webhook-request.js'
import { selectTold, updateDelivery, updateHeld, type About, type SendRow, type ToldRow } from './webhook-send.sql.js'
import { secretsOf } from './webhook.service.js'
import type { DeliveryRow } from './webhook.sql.js'

/** The most changes in one message. */
export const mostChanges = 100
/** The pauses after failures in a row, in seconds. */
const pauses = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200]
const dayMs = 86_400_000

/** How messages are sent: until the signal aborts, and by which look-ups of host names. */
export interface Sending {
  signal: AbortSignal
  resolve: Resolve | undefined
}

/** A message of a sender, with the entries that its webhook may report. */
interface Attempt {
  sender: string
  about: About
  /** The context of the user who made the webhook, whose rights decide which lines a message holds. */
  maker: Context
  log: string
  message: DeliveryRow
}

/** Sends a message once and notes the result; returns whether the webhook may go on with the next message. */
export async function attempt(
  ctx: Context,
  hook: SendRow,
  { sender, about, maker, log, message }: Attempt,
  { signal, resolve }: Sending,
): Promise<boolean> {
  const from = { tx: message.fromTx, seq: message.fromSeq }
  const rows = await selectTold(ctx.db, about, from, { tx: message.toTx, seq: message.toSeq }, mostChanges)
  // The entries of the message are no longer in the log, or the webhook is no longer about them.
  if (rows.length === 0) return settle(ctx, message, { status: 'failed', error: 'There is nothing left to tell' })
  const secrets = secretsOf(ctx, hook)
  if (secrets.length === 0) {
    await switchOff(ctx, hook, sender, 'Its secret cannot be decrypted: give it a new one')
    return false
  }
  const attemptedAt = ctx.now()
  const begun = performance.now()
  const { url, id: webhookId } = hook
  const content = hook.withContent ? await linesOfMessage(maker, about.projectId, rows) : undefined
  const body = bodyOf(webhookId, { about, log, message, rows, content })
  const sent = await sendMessage({ url, id: message.id, body, secrets, at: attemptedAt }, ctx.config.webhooks, {
    signal,
    resolve,
  })
    .catch((error: unknown) => {
      if (error instanceof WebhookFault) return error
      throw error
    })
    .catch((error: unknown) => {
      if (signal.aborted) return null
      throw error
    })
  if (sent === null) return false
  const noted = { attempts: message.attempts + 1, attemptedAt, ms: Math.round(performance.now() - begun) }
  if (typeof sent === 'number' && sent >= 200 && sent < 300) {
    await settle(ctx, message, {
      ...noted,
      status: 'delivered',
      responseStatus: sent,
      error: null,
      changes: rows.length,
    })
    if (hook.failures === 0) return true
    return updateHeld(ctx.db, webhookId, sender, { failures: 0, failingSince: null, retryAt: null })
  }
  const responseStatus = typeof sent === 'number' ? sent : null
  const error = typeof sent === 'number' ? refused(sent) : sent.message
  await settle(ctx, message, { ...noted, responseStatus, error })
  await noteFailure(ctx, hook, sender, responseStatus, error)
  return false
}

async function settle(
  ctx: Context,
  { id }: DeliveryRow,
  changes: Parameters<typeof updateDelivery>[2],
): Promise<boolean> {
  await updateDelivery(ctx.db, id, changes)
  return true
}

const refused = (status: number) =>
  status >= 300 && status < 400
    ? `The receiver answered ${status}; redirects are not followed`
    : `The receiver answered ${status}`

/** Notes a failure and when the next attempt is due; switches off a webhook that has failed for too long. */
async function noteFailure(
  ctx: Context,
  hook: SendRow,
  sender: string,
  status: number | null,
  error: string,
): Promise<void> {
  const now = ctx.now()
  const since = hook.failingSince === null ? now : new Date(hook.failingSince)
  if (status === 410) return switchOff(ctx, hook, sender, 'The receiver answered 410: it is gone')
  const { giveUpDays } = ctx.config.webhooks
  const failures = hook.failures + 1
  if (now.getTime() - since.getTime() >= giveUpDays * dayMs)
    return switchOff(ctx, hook, sender, `Every attempt has failed for ${giveUpDays} days. The last one: ${error}`)
  const pause = pauses[Math.min(failures, pauses.length) - 1]! * 1000 * (0.9 + 0.2 * Math.random())
  await updateHeld(ctx.db, hook.id, sender, { failures, failingSince: since, retryAt: new Date(now.getTime() + pause) })
}

/** Switches a webhook off, with the reason for the users who manage it; unsent messages stay to be sent. */
export async function switchOff(ctx: Context, { id }: SendRow, sender: string, note: string): Promise<void> {
  ctx.log.warn({ webhookId: id, note }, 'a webhook was switched off')
  await updateHeld(ctx.db, id, sender, { isActive: false, note, retryAt: null, updatedAt: ctx.now() })
}

interface Told extends Omit<Attempt, 'sender' | 'maker'> {
  rows: readonly ToldRow[]
  content: LinesOfMessage | undefined
}

/** Returns the body of a message: the changed things, and their lines only if these were asked for. */
function bodyOf(webhookId: string, { about, log, message, rows, content }: Told): string {
  const { projectId } = about
  const changes = rows.map(({ tx, seq, projectId: now, ...row }) => {
    // The thing has left the project: its new place does not concern the readers of the message.
    const left = projectId !== null && now !== projectId
    return { position: positionText({ log, tx, seq }), ...row, projectId: left ? null : now, ...(left && { left }) }
  })
  const next = positionText({ log, tx: message.toTx, seq: message.toSeq })
  const body = JSON.stringify({
    type: 'changes',
    timestamp: message.createdAt,
    data: { webhookId, projectId, isReplay: message.isReplay, changes, next },
  })
  // The lines are already JSON.
  return content ? `${body.slice(0, -2)},"lines":[${content.lines.join()}],"linesCut":${content.isCut}}}` : body
}
