import { unpackTicks } from '@parallax/shared/frame-ticks.js'
import { together } from '@parallax/shared/together.js'
import { type Context, transaction } from '../../context.js'
import { createSystemJob, pageOfJobs } from '../../jobs/job.service.js'
import type { JobRow } from '../../jobs/job.sql.js'
import { AppError } from '../../lib/errors.js'
import { countDueFiles, saveProbe, selectDueFiles, type DueFile } from './probe.sql.js'
import { modelVideo } from '../video.service.js'

/** Name and attempts of the job in probe.job.ts, for creating it here. */
export const probing = { name: 'video-probing', attempts: 5 }

/** Schedules a job that probes the files that have not been probed since they last changed, if any. */
export async function probeSoon(ctx: Context): Promise<void> {
  const [one] = await selectDueFiles(ctx.db, { before: null, after: undefined, limit: 1 })
  if (one) await createSystemJob(ctx, probing, { idPrefix: probing.name, payload: {} })
}

/** Returns the newest job that probes files; undefined for a caller who may not see jobs of the system. */
export async function newestProbing(ctx: Context): Promise<JobRow | undefined> {
  return (await pageOfJobs(ctx, { first: 1 }, { queue: probing.name })).nodes[0]
}

export interface ProbeCounts {
  probed: number
  /** Files that are not readable videos; their rows contain the reason. */
  failed: number
  /**
   * Files that the model service cannot find, or that changed in the meantime; the next synchronisation schedules them
   * again.
   */
  skipped: number
}

const filesAtOnce = 2
const listed = 100
/** The number of consecutive faults of the model service after which the files are no longer considered the cause. */
const mostFaults = 5

/**
 * Probes every file that is due: first those that were never tried, then those that failed. Each result is saved
 * separately, so that no file is read twice, however the work ends. `progress` is called with the completed fraction, 0
 * to 1. Rejects when the model service is unavailable.
 */
export async function probeFiles(
  ctx: Context,
  { signal, progress }: { signal: AbortSignal; progress(share: number): Promise<void> },
): Promise<ProbeCounts> {
  const total = await countDueFiles(ctx.db)
  const counts: ProbeCounts = { probed: 0, failed: 0, skipped: 0 }
  const before = ctx.now()
  let [done, faults, after] = [0, 0, undefined as DueFile | undefined]
  for (;;) {
    const files = await selectDueFiles(ctx.db, { before, after, limit: listed })
    const next = () => files.shift()
    after = files.at(-1)
    if (!after) return counts
    const work = async (either: AbortSignal) => {
      for (let file = next(); file; file = next()) {
        either.throwIfAborted()
        const became = await probeFile(ctx, file, either).catch((error: unknown) => {
          if (either.aborted || !isOfFile(error) || ++faults >= mostFaults) throw error
          return noteFault(ctx, file!, error.message, null)
        })
        if (became === 'probed') faults = 0
        counts[became] += 1
        done += 1
        await progress(Math.min(1, done / Math.max(1, total)))
      }
    }
    await together(signal, Array<typeof work>(filesAtOnce).fill(work))
  }
}

/** Returns whether a single file may have caused the error, unlike an unavailable service. */
function isOfFile(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    ['MODEL_SERVICE_ERROR', 'MODEL_SERVICE_TIMEOUT', 'MODEL_SERVICE_BAD_RESPONSE'].includes(error.code)
  )
}

async function examine(ctx: Context, file: DueFile, signal: AbortSignal) {
  const request = { video_id: file.id, ...(await modelVideo(ctx, file)) }
  return ctx.modelService.ask('examineVideo', request, { signal })
}

async function probeFile(ctx: Context, file: DueFile, signal: AbortSignal): Promise<keyof ProbeCounts> {
  try {
    return await save(ctx, file, await examine(ctx, file, signal))
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return 'skipped'
    if (error instanceof AppError && (error.code === 'VALIDATION_ERROR' || error.extra?.upstreamStatus === 413))
      return noteFault(ctx, file, error.message, file.fileVersion)
    throw error
  }
}

async function save(
  ctx: Context,
  file: DueFile,
  examined: Awaited<ReturnType<typeof examine>>,
): Promise<'probed' | 'failed' | 'skipped'> {
  const ticks = examined.ticks === null ? null : Buffer.from(examined.ticks, 'base64')
  try {
    if (ticks) unpackTicks(ticks, examined.first_tick, examined.frame_count)
  } catch (cause) {
    throw new AppError('MODEL_SERVICE_BAD_RESPONSE', 'The times of the frames cannot be read', { cause })
  }
  const facts = {
    probedVersion: file.fileVersion,
    probedAt: ctx.now(),
    probeFault: null,
    sha256: examined.sha256,
    codec: examined.codec,
    rotation: examined.rotation,
    mirrored: examined.mirrored ?? null,
    width: examined.width,
    height: examined.height,
    probedDuration: examined.duration,
    frameCount: examined.frame_count,
    rateNumerator: examined.frame_rate.numerator,
    rateDenominator: examined.frame_rate.denominator,
    tickNumerator: examined.time_base.numerator,
    tickDenominator: examined.time_base.denominator,
    firstTick: examined.first_tick,
    isVariableRate: examined.is_variable,
  }
  return (await transaction(ctx, (tx) => saveProbe(tx.db, file, facts, ticks))) ? 'probed' : 'skipped'
}

const nothing = {
  sha256: null,
  codec: null,
  rotation: null,
  mirrored: null,
  width: null,
  height: null,
  probedDuration: null,
  frameCount: null,
  rateNumerator: null,
  rateDenominator: null,
  tickNumerator: null,
  tickDenominator: null,
  firstTick: null,
  isVariableRate: null,
}

/** Stores a fault. With a version, the file is not tried again before it changes. */
async function noteFault(
  ctx: Context,
  file: DueFile,
  fault: string,
  probedVersion: string | null,
): Promise<'failed' | 'skipped'> {
  const facts = { ...nothing, probedVersion, probedAt: ctx.now(), probeFault: fault.replaceAll('\0', '') }
  return (await transaction(ctx, (tx) => saveProbe(tx.db, file, facts, null))) ? 'failed' : 'skipped'
}
