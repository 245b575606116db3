import { frameAt } from '@parallax/shared/frame-clock.js'
import { abilitiesOf } from '../../access/abilities.js'
import type { Context } from '../../context.js'
import { textAt } from '../../database/rows/row-printer.js'
import { inPages } from '../../lib/fairness/budget.js'
import { AppError } from '../../lib/errors.js'
import { Turn } from '../../lib/fairness/turns.js'
import { frameOfVideo, probesOfVideos } from '../../videos/files/frame.service.js'
import { selectSequencesOn, type FrameWanted } from './boxes-at.sql.js'
import { boxAt } from '../sequences/sequence.js'

/** The maximum number of annotations that may span one frame; manual annotation stays below it. */
const mostAnnotations = 1000

const hint = inPages('annotations', 'videoId: …', 'filter: { visibleIn: … }')

/** A visible box on a frame, and the annotation to which it belongs. */
export interface AnnotationOnFrame {
  annotationId: string
  box: NonNullable<ReturnType<typeof boxAt>>
}

/**
 * Returns the visible boxes on each of the frames, one entry per frame, of the annotations that the actor may read,
 * oldest first. Throws COST_LIMIT when too many annotations span one frame.
 */
async function boxesOn(ctx: Context, wanted: readonly FrameWanted[]): Promise<AnnotationOnFrame[][]> {
  const found: AnnotationOnFrame[][] = wanted.map(() => [])
  const counts = wanted.map(() => 0)
  const input = { abilities: await abilitiesOf(ctx), wanted, limit: mostAnnotations + 1 }
  const rows = await selectSequencesOn(ctx, input)
  // Sequences differ widely in length, so the clock is checked after each of them.
  const turn = new Turn(ctx.budget)
  for (const row of rows) {
    const at = Number(textAt(row, 0)) - 1
    if (++counts[at]! > mostAnnotations)
      throw new AppError('COST_LIMIT', `More than ${mostAnnotations} annotations reach over this frame. ${hint}`, {
        extra: { limit: 'rows', maximum: mostAnnotations, hint },
      })
    const box = boxAt(JSON.parse(textAt(row, 2) ?? 'null'), wanted[at]!.frame)
    if (box?.visible) found[at]!.push({ annotationId: textAt(row, 1) ?? '', box })
    if (turn.isOver()) await turn.pause()
  }
  turn.end()
  return found
}

export interface TimeWanted {
  videoId: string
  /** In seconds. */
  time: number
}

/**
 * Returns the boxes that are visible at times of videos that the actor may see; null if the current file of the video
 * has not been probed yet.
 */
export async function boxesAtTimes(
  ctx: Context,
  wanted: readonly TimeWanted[],
): Promise<(AnnotationOnFrame[] | null)[]> {
  const probes = await probesOfVideos(
    ctx,
    wanted.map(({ videoId }) => videoId),
  )
  const frames = wanted.map(({ time }, i) => {
    const clock = probes[i]?.clock
    return clock ? frameAt(clock, time) : null
  })
  const onFrames = frames.flatMap((frame, i) => (frame === null ? [] : [{ videoId: wanted[i]!.videoId, frame }]))
  const boxes = await boxesOn(ctx, onFrames)
  return frames.map((frame) => (frame === null ? null : (boxes.shift() ?? [])))
}

/**
 * Returns the boxes that are visible on one frame, which is selected by its number or a time in seconds (by default the
 * start of the video). Throws what `frameOfVideo` throws.
 */
export async function boxesOfFrame(ctx: Context, videoId: string, wanted: { frame?: number; time?: number }) {
  const at = wanted.frame === undefined && wanted.time === undefined ? { time: 0 } : wanted
  const { frame } = await frameOfVideo(ctx, videoId, at)
  const [boxes = []] = await boxesOn(ctx, [{ videoId, frame: frame?.frame ?? 0 }])
  return { frame, boxes: boxes.map(({ annotationId, box }) => ({ annotationId, ...box })) }
}
