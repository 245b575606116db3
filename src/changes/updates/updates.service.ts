import { abilitiesOf, refreshAccess } from '../../access/abilities.js'
import type { Context } from '../../context.js'
import { AppError, validation } from '../../lib/errors.js'
import { asFollower } from '../feed/feed-follower.service.js'
import { requireLog } from '../log/log-on.js'
import { hearing } from './updates-heard.js'
import type { Update, Updates } from './updates.shape.js'
import {
  selectIsComplete,
  selectPosition,
  selectSharedThings,
  selectUpdates,
  type UpdatesPosition,
} from './updates.sql.js'
import { watchOf, type Batch } from './updates-watch.js'

const textOf = ({ log, snapshot }: UpdatesPosition) => `${log}-${snapshot}`

function readSince(text: string): UpdatesPosition {
  const [, log, snapshot] = /^([0-9a-f]{8})-(\d{1,15}:\d{1,15}:(?:\d{1,15}(?:,\d{1,15})*)?)$/.exec(text) ?? []
  if (log === undefined || snapshot === undefined)
    throw validation([{ field: 'since', message: 'must be the position of an answer of GET /api/updates' }])
  return { log, snapshot }
}

/**
 * Returns which things that the caller may read have changed since a position; waits up to `wait` seconds if none has.
 * Throws VALIDATION_ERROR for an invalid position, GONE if the log does not have everything that follows it, CONFLICT
 * if the log is switched off, and RATE_LIMITED if too many requests wait.
 */
export async function updatesSince(ctx: Context, since: string | undefined, wait: number): Promise<Updates> {
  requireLog(ctx)
  // A replica would miss changes that it does not have yet.
  ctx.route?.stay()
  if (since === undefined) {
    const position = textOf((await selectPosition.execute(ctx.db)).rows[0]!)
    return { position, everything: false, updates: [] }
  }
  const from = readSince(since)
  if (!(await selectIsComplete(ctx.db, from)))
    throw new AppError('GONE', 'The log of changes does not have everything that follows this position: read all again')
  const hears = await hearingOf(ctx)
  if (wait === 0) return answerOf(from.log, await selectUpdates(ctx.db, from.snapshot), hears)
  return asFollower(ctx, () => waitFor(ctx, from, hears, wait))
}

type Hears = ReturnType<typeof hearing>

/** Returns what the caller hears, by current rights. A change of these is heard, too, and ends the request. */
async function hearingOf(ctx: Context): Promise<Hears> {
  await refreshAccess(ctx)
  const abilities = await abilitiesOf(ctx)
  return hearing(abilities, await selectSharedThings(ctx.db, abilities))
}

async function waitFor(ctx: Context, { log, snapshot }: UpdatesPosition, hears: Hears, wait: number): Promise<Updates> {
  const until = performance.now() + wait * 1000
  const gone = ctx.clientGone()
  const watch = watchOf(ctx)
  // Listens before it reads for itself, so that nothing is missed in between.
  const listener = await watch.listen()
  try {
    let latest = snapshot
    let batch: Batch | null = await selectUpdates(ctx.db, latest)
    while (batch) {
      let answer = answerOf(log, batch, hears)
      // The batch also has changes that came before this request, of which it may have told already.
      if (isNews(answer) && batch.beganEarlier) {
        batch = await selectUpdates(ctx.db, latest)
        answer = answerOf(log, batch, hears)
      }
      if (isNews(answer)) return answer
      latest = batch.snapshot
      batch = await listener.next(until - performance.now(), gone)
    }
    return { position: textOf({ log, snapshot: latest }), everything: false, updates: [] }
  } finally {
    watch.stop(listener)
  }
}

const isNews = ({ everything, updates }: Updates) => everything || updates.length > 0

/** Returns what of a batch the caller is told. */
function answerOf(log: string, { snapshot, groups }: Batch, hears: Hears): Updates {
  const position = textOf({ log, snapshot })
  const heard = groups?.map(hears)
  if (!heard || heard.includes('rights')) return { position, everything: true, updates: [] }
  return {
    position,
    everything: false,
    updates: heard.filter((one): one is Update => one !== null && one !== 'rights'),
  }
}
