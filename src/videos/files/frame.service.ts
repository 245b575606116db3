import type { Static } from '@sinclair/typebox'
import { frameAt, middleOf, startOf, type FrameClock, type Ratio } from '@parallax/shared/frame-clock.js'
import { unpackTicks } from '@parallax/shared/frame-ticks.js'
import type { SentClock } from '@parallax/shared/sent-clock.js'
import type { Context } from '../../context.js'
import { AppError, notFound } from '../../lib/errors.js'
import { indexBy } from '../../lib/group-by.js'
import type { videoProbe } from './probe.shape.js'
import { selectProbes } from './probe.sql.js'
import { getVideo } from '../video.service.js'

export type Probe = Static<typeof videoProbe>

export interface ProbedVideo {
  probe: Probe
  /** The time of each frame; null for a file that is not a readable video. */
  clock: FrameClock | null
}

/**
 * Returns the probes of the files of videos, one entry per id in the order of the ids; null while the current file has
 * not been probed.
 */
export async function probesOfVideos(ctx: Context, ids: readonly string[]): Promise<(ProbedVideo | null)[]> {
  const rows = indexBy(await selectProbes(ctx.db, ids), (row) => row.id)
  return ids.map((id) => {
    const row = rows.get(id)
    return row ? probedVideo(row) : null
  })
}

/**
 * Returns the member of a request to the model service with the times of the frames; empty before the file has been
 * probed.
 */
export async function clockMember(ctx: Context, videoId: string): Promise<{ frame_clock?: SentClock }> {
  const [row] = await selectProbes(ctx.db, [videoId])
  const rate = row && ratioOf(row.rateNumerator, row.rateDenominator)
  const timeBase = row && ratioOf(row.tickNumerator, row.tickDenominator)
  if (!row || row.frameCount === null || row.firstTick === null || !rate || !timeBase) return {}
  const { frameCount: count, firstTick, ticks } = row
  const times = { first_tick: firstTick, ticks: ticks && ticks.toString('base64') }
  return { frame_clock: { count, rate, time_base: timeBase, ...times } }
}

function probedVideo(row: Awaited<ReturnType<typeof selectProbes>>[number]): ProbedVideo {
  const { probeFault: fault, probedDuration: duration, frameCount, firstTick, ticks } = row
  const { probedAt, sha256, codec, rotation, mirrored, width, height, isVariableRate } = row
  const frameRate = ratioOf(row.rateNumerator, row.rateDenominator)
  const timeBase = ratioOf(row.tickNumerator, row.tickDenominator)
  return {
    probe: {
      ...{ probedAt: probedAt ?? '', fault, sha256, codec, rotation, mirrored, width, height, duration, frameCount },
      ...{ frameRate, timeBase, isVariableRate },
    },
    clock:
      frameCount === null || firstTick === null || !frameRate || !timeBase
        ? null
        : {
            ...{ count: frameCount, rate: frameRate, timeBase, firstTick },
            ticks: ticks && unpackTicks(ticks, firstTick, frameCount),
          },
  }
}

function ratioOf(numerator: number | null, denominator: number | null): Ratio | null {
  return numerator === null || denominator === null ? null : { numerator, denominator }
}

/** The time span of a frame. */
export interface FrameTime {
  /** Counted from 0. */
  frame: number
  /** `start` is the beginning of the frame, `end` that of the next one; in seconds. */
  start: number
  end: number
  /** The time to seek to, in seconds: the middle of the frame. */
  time: number
}

/**
 * Returns the probe of a video's file and, if a frame number or a time in seconds is passed, the frame. Throws
 * VALIDATION_ERROR if both are passed, NOT_FOUND for a video that the actor may not see and for a frame after the last,
 * and CONFLICT while the current file has not been probed or, if a frame is requested, if it is not a readable video.
 */
export async function frameOfVideo(
  ctx: Context,
  videoId: string,
  wanted: { frame?: number; time?: number },
): Promise<{ probe: Probe; frame: FrameTime | null }> {
  if (wanted.frame !== undefined && wanted.time !== undefined)
    throw new AppError('VALIDATION_ERROR', 'Only one of frame and time may be given')
  const { id } = await getVideo(ctx, videoId)
  const [probed] = await probesOfVideos(ctx, [id])
  if (!probed) throw new AppError('CONFLICT', 'The file of the video has not been read yet')
  const { probe, clock } = probed
  if (wanted.frame === undefined && wanted.time === undefined) return { probe, frame: null }
  if (!clock) throw new AppError('CONFLICT', `The file is no video that can be read: ${probe.fault}`)
  const frame = wanted.frame ?? frameAt(clock, wanted.time ?? 0)
  if (frame >= clock.count) throw notFound('Frame')
  return { probe, frame: timeOfFrame(clock, frame) }
}

function timeOfFrame(clock: FrameClock, frame: number): FrameTime {
  return { frame, start: startOf(clock, frame), end: startOf(clock, frame + 1), time: middleOf(clock, frame) }
}
