import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { abilitiesOf, type Abilities } from '../../access/abilities.js'
import { managesWebhooks, onlyOwnIn } from '../../access/webhook-rules.js'
import { actorOf } from '../../accounts/session.service.js'
import { changingAs, contextFor, transaction, type Context, type Services } from '../../context.js'
import { observePlaces } from '../../lib/fairness/observe.js'
import { SharedPlaces } from '../../lib/fairness/places.js'
import { newId } from '../../lib/uuid.js'
import { attempt, mostChanges, switchOff, type Sending } from './webhook-attempt.service.js'
import type { Place } from '../log/entries.sql.js'
import { kindsWithin } from '../log/logged-kinds.js'
import type { Resolve } from './webhook-request.js'
import {
  claimWebhook,
  isTold,
  mayBeTold,
  moveHeld,
  moveOn,
  renewHeld,
  selectDue,
  selectEnd,
  selectNews,
  selectPending,
  selectTold,
  updateHeld,
  type About,
  type News,
  type SendRow,
} from './webhook-send.sql.js'
import { insertDelivery, type DeliveryRow } from './webhook.sql.js'

/**
 * The most webhooks that one process sends to at once, the most of these with the same maker, and the most of these
 * whose last attempt has failed. The last quarter of the places is for makers who hold no place.
 */
const mostAtOnce = 100
const mostOfMaker = 25
const mostFailingAtOnce = 50
/** The most webhooks that are checked at once for something to report. */
const mostLooksAtOnce = 8
/** The longest time for which one webhook is served before other webhooks have their turn. */
const turnMs = 20_000
/** A sender that has died is replaced after the time of its attempt and this time. */
const leaseMs = 5000
/** A place that lags so many transactions behind is moved on, although there is nothing to report. */
const mostLag = 1000
/** The most webhooks of which the process remembers that they have nothing to report. */
const mostLooked = 10_000

export interface SenderOptions {
  /** How often the sender looks for work, in milliseconds. */
  everyMs?: number
  /** Looks up host names, in place of the system. */
  resolve?: Resolve
}

/**
 * Sends to webhooks until it is stopped. Several processes may do so: each webhook has one sender at a time. A stop
 * breaks off messages that are being sent; the next sender sends them again.
 */
export function startWebhooks(
  services: Services,
  { everyMs = 1000, resolve }: SenderOptions = {},
): { stop(): Promise<void> } {
  const log = services.log.child({ part: 'webhooks' })
  const origin = { actorId: null, via: 'schedule', viaId: 'webhooks', requestId: null } as const
  const ctx = changingAs(contextFor(services, null, log), origin)
  const sender = newSender(ctx, resolve)
  const stopped = new AbortController()
  // Each webhook that is served or waits for a place listens; Node would warn of a leak from the eleventh on.
  setMaxListeners(0, stopped.signal)
  const running = (async () => {
    while (!stopped.signal.aborted) {
      await sender.look(stopped.signal).catch((err: unknown) => log.warn({ err }, 'webhooks could not be looked up'))
      await sleep(everyMs, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
    await sender.idle()
  })()
  return {
    async stop() {
      stopped.abort(new Error('The sender stops'))
      await running
    },
  }
}

function newSender(ctx: Context, resolve: Resolve | undefined) {
  const places: Places = {
    looking: placesOf(mostLooksAtOnce, mostLooksAtOnce),
    sending: placesOf(mostAtOnce, mostOfMaker),
    failing: placesOf(mostFailingAtOnce, mostOfMaker),
  }
  const endObserving = observePlaces(() => [['webhook', places.sending.counts]])
  /** The webhooks that are being checked, wait for a place or are sent to. */
  const busy = new Map<string, Promise<void>>()
  /** The transaction up to which each webhook has nothing to report, and the state in which it was checked. */
  const looked = new Map<string, { state: string; tx: number }>()
  let seen = 0
  /** The end of the log when it last had new entries. */
  let newsUpTo = 0

  async function look(signal: AbortSignal): Promise<void> {
    const due = await selectDue(ctx.db, ctx.now())
    if (due.length === 0) return
    const end = await selectEnd(ctx.db)
    const newsBefore = newsUpTo
    const news = await selectNews(ctx.db, seen, end.tx)
    if (news?.length !== 0) newsUpTo = end.tx
    seen = end.tx
    const makers: Makers = new Map()
    for (const hook of due) {
      if (busy.has(hook.id)) continue
      const state = `${hook.tx}/${hook.seq}/${hook.updatedAt}`
      const lastLook = looked.get(hook.id)
      const isUnchanged = lastLook?.state === state
      if (!hook.hasPending && isUnchanged && lastLook.tx >= newsUpTo) continue
      // Entries that were checked already have nothing to report: only later entries are read, once for all webhooks.
      const from = isUnchanged ? { tx: lastLook.tx, seq: 0 } : hook
      const all = isUnchanged && lastLook.tx >= newsBefore ? news : null
      if (!hook.hasPending && all && !lags(hook, end) && !all.some((entry) => mayBeTold(hook, entry))) {
        looked.set(hook.id, { state, tx: end.tx })
        continue
      }
      const work = serve(ctx, hook, { ...end, from, news: all, makers, places }, { signal, resolve })
        .then((isDone) => void (isDone && looked.set(hook.id, { state, tx: end.tx })))
        .catch((err: unknown) => {
          if (!signal.aborted) ctx.log.error({ err, webhookId: hook.id }, 'a webhook could not be served')
        })
        .finally(() => busy.delete(hook.id))
      busy.set(hook.id, work)
    }
    if (looked.size > mostLooked) looked.clear()
  }
  return {
    look,
    idle: async () => {
      await Promise.all(busy.values())
      endObserving()
    },
  }
}

/** Makers whose rights were looked up in one look. */
type Makers = Map<string, Promise<Maker | null>>

const lags = (hook: SendRow, end: Pick<Place, 'tx'>) => end.tx - hook.tx > mostLag

/**
 * The end of the log, the place before which the webhook has nothing to report, and the makers looked up so far.
 */
interface Seen {
  log: string
  tx: number
  from: Place
  /** The entries after `from`, read for all webhooks; null if each webhook has to read them. */
  news: readonly News[] | null
  makers: Makers
  places: Places
}

/** The places that webhooks share; makers take turns. */
interface Places {
  /** Places for checking whether there is something to report. */
  looking: SharedPlaces
  sending: SharedPlaces
  /** Webhooks whose last attempt has failed need such a place in addition to a place for sending. */
  failing: SharedPlaces
}

/** The longest time that a timer can have, in milliseconds: webhooks wait for a place until the sender stops. */
const forEver = 2 ** 31 - 1

const placesOf = (inAll: number, perUser: number) =>
  new SharedPlaces({ inAll, perUser, waiting: { inAll: Infinity, perUser: Infinity }, waitMs: forEver })

async function inPlace<T>(
  places: SharedPlaces,
  { createdBy }: SendRow,
  { signal }: Sending,
  act: () => Promise<T>,
): Promise<T> {
  const place = await places.enter(createdBy, signal)
  try {
    return await act()
  } finally {
    place.leave()
  }
}

/**
 * Sends the messages of one webhook, for a while; does nothing if another sender has it. Returns whether there was
 * nothing to report.
 */
async function serve(
  ctx: Context,
  hook: SendRow & { hasPending: boolean },
  end: Seen,
  sending: Sending,
): Promise<boolean> {
  const { looking, failing, sending: toSend } = end.places
  if (!hook.hasPending && (await inPlace(looking, hook, sending, () => hasNothingToTell(ctx, hook, end)))) return true
  const send = () => inPlace(toSend, hook, sending, () => sendAll(ctx, hook, end.log, sending))
  await (hook.failures > 0 ? inPlace(failing, hook, sending, send) : send())
  return false
}

async function hasNothingToTell(ctx: Context, hook: SendRow, { tx, from, news, makers }: Seen): Promise<boolean> {
  const rights = await rightsOf(ctx, hook, makers)
  if (!rights) return false
  const { about } = rights
  const tells = news
    ? news.some((entry) => isTold(about, entry))
    : (await selectTold(ctx.db, about, from, { tx, seq: 0 }, 1)).length > 0
  if (tells) return false
  if (lags(hook, { tx })) await moveOn(ctx.db, hook.id, hook, { tx, seq: 0 })
  return true
}

async function sendAll(ctx: Context, hook: SendRow, log: string, sending: Sending): Promise<void> {
  const sender = newId()
  const until = () => new Date(ctx.now().getTime() + ctx.config.webhooks.timeoutMs + leaseMs)
  const begun = performance.now()
  let row = await claimWebhook(ctx.db, hook.id, { sender, now: ctx.now(), until: until() })
  try {
    while (row && !sending.signal.aborted && performance.now() - begun < turnMs) {
      // Read anew for each message: the rights of its maker, and the address, may have changed while the last message
      // was sent.
      const now = await rightsOf(ctx, row)
      if (!now) await switchOff(ctx, row, sender, 'Its maker may not have webhooks here any more')
      const message = now && ((await selectPending(ctx.db, row.id)) ?? (await nextMessage(ctx, row, sender, now.about)))
      if (!message || !(await attempt(ctx, row, { ...now, sender, log, message }, sending))) break
      row = await renewHeld(ctx.db, row.id, sender, until())
    }
  } finally {
    await updateHeld(ctx.db, hook.id, sender, { leasedBy: null, leasedUntil: null })
  }
}

/**
 * Returns the entries that the webhook reports, by the current rights of its maker, and the context of the maker; null
 * if the maker may no longer have the webhook.
 */
async function rightsOf(
  ctx: Context,
  { createdBy, projectId, kinds, firstTx, runningTx }: SendRow,
  makers: Makers = new Map(),
): Promise<{ about: About; maker: Context } | null> {
  const lookUp = makers.get(createdBy) ?? makerOf(ctx, createdBy)
  makers.set(createdBy, lookUp)
  const makerRights = await lookUp
  if (!makerRights) return null
  const { maker, abilities } = makerRights
  if (!managesWebhooks(abilities, projectId)) return null
  const ofMaker = kindsWithin(onlyOwnIn(abilities, projectId))
  return { about: { projectId, kinds, makerId: createdBy, ofMaker, firstTx, runningTx }, maker }
}

interface Maker {
  maker: Context
  abilities: Abilities
}

async function makerOf(ctx: Context, id: string): Promise<Maker | null> {
  const actor = await actorOf(ctx, id)
  if (!actor) return null
  const maker = { ...ctx, actor }
  return { maker, abilities: await abilitiesOf(maker) }
}

/**
 * Makes the next message and moves the place of the webhook after its changes, in one transaction; undefined if there
 * is nothing to report, or another request has moved the place.
 */
async function nextMessage(
  ctx: Context,
  hook: SendRow,
  sender: string,
  about: About,
): Promise<DeliveryRow | undefined> {
  const end = { tx: (await selectEnd(ctx.db)).tx, seq: 0 }
  const rows = await selectTold(ctx.db, about, hook, end, mostChanges)
  const last = rows.at(-1)
  if (!last) return undefined
  const next = rows.length === mostChanges ? { tx: last.tx, seq: last.seq + 1 } : end
  return transaction(ctx, async (tx) => {
    if (!(await moveHeld(tx.db, hook.id, sender, hook, next))) return undefined
    return insertDelivery(tx.db, {
      id: newId(),
      webhookId: hook.id,
      fromTx: hook.tx,
      fromSeq: hook.seq,
      toTx: next.tx,
      toSeq: next.seq,
      changes: rows.length,
      status: 'pending',
      createdAt: tx.now(),
    })
  })
}
