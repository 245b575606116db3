import type { Context } from '../context.js'
import { AppError } from '../lib/errors.js'
import { mostBoxes } from './agreement.shape.js'
import { selectSequenceTexts, type ComparedAnnotation } from './agreement.sql.js'
import type { ComparedFrames } from './figures/frames.js'
import type { Segments } from './figures/tracks.js'
import { inThread } from './threads/agreement-threads.js'

/** The boxes of one persona's annotations in memory that threads share, and the annotations that have a box. */
export interface PersonaTracks {
  segments: Segments
  annotations: ComparedAnnotation[]
}

/** How many annotations, and bytes of their sequences, are read by one statement. */
const mostRead = 1000
const mostBytes = 1 << 20

/**
 * Reads the boxes of annotations on the compared frames, in batches, which a worker thread parses. Annotations without
 * a box are left out. Throws COST_LIMIT, which names `step`, when `left.boxes` are used up.
 */
export async function readTracks(
  ctx: Context,
  annotations: readonly ComparedAnnotation[],
  frames: ComparedFrames,
  left: { boxes: number },
  signal: AbortSignal,
): Promise<PersonaTracks> {
  const parts: Segments[] = []
  const kept: ComparedAnnotation[] = []
  for (const batch of batchesOf(annotations)) {
    const texts = await selectSequenceTexts(
      ctx.db,
      batch.map(({ id }) => id),
    )
    // An annotation that was deleted meanwhile has no boxes.
    const read = batch.map(({ id }) => texts.get(id) ?? '{}')
    const segments = await inThread('readSequences', { texts: read, frames, most: left.boxes }, signal)
    if ('tooMany' in segments) throw tooManyBoxes()
    left.boxes -= segments.counts.reduce((sum, count) => sum + count, 0)
    parts.push(segments)
    kept.push(...batch.filter((_, at) => segments.counts[at]! > 0))
  }
  return { segments: joinSegments(parts), annotations: kept }
}

function tooManyBoxes(): AppError {
  const hint = 'A greater `step` compares fewer frames.'
  const message = `The compared tracks have more than 200 million boxes on the compared frames. ${hint}`
  return new AppError('COST_LIMIT', message, { extra: { limit: 'boxes', maximum: mostBoxes, hint } })
}

function* batchesOf(annotations: readonly ComparedAnnotation[]): Generator<ComparedAnnotation[]> {
  let [batch, bytes]: [ComparedAnnotation[], number] = [[], 0]
  for (const annotation of annotations) {
    if (batch.length === mostRead || (batch.length && bytes + annotation.framesSize > mostBytes)) {
      yield batch
      ;[batch, bytes] = [[], 0]
    }
    batch.push(annotation)
    bytes += annotation.framesSize
  }
  if (batch.length) yield batch
}

/** Joins segments into one set in shared memory, without the tracks that have no box. */
function joinSegments(parts: readonly Segments[]): Segments {
  const length = parts.reduce((sum, { first }) => sum + first.length, 0)
  const stretches = parts.reduce((sum, { stretchFirst }) => sum + stretchFirst.length, 0)
  const motions = parts.flatMap((part) => part.motions)
  const counts = parts.flatMap((part) => [...part.counts].filter((count) => count > 0))
  const areas = parts.flatMap((part) => [...part.areas].filter((_, track) => part.counts[track]! > 0))
  const joined: Segments = {
    tracks: new Int32Array(new SharedArrayBuffer(4 * (counts.length + 1))),
    first: new Int32Array(new SharedArrayBuffer(4 * length)),
    last: new Int32Array(new SharedArrayBuffer(4 * length)),
    since: new Float64Array(new SharedArrayBuffer(8 * length)),
    until: new Float64Array(new SharedArrayBuffer(8 * length)),
    boxes: new Float64Array(new SharedArrayBuffer(64 * length)),
    motion: new Int32Array(new SharedArrayBuffer(4 * length)),
    motions,
    still: new Uint8Array(new SharedArrayBuffer(length)),
    stretches: new Int32Array(new SharedArrayBuffer(4 * (counts.length + 1))),
    stretchFirst: new Int32Array(new SharedArrayBuffer(4 * stretches)),
    stretchLast: new Int32Array(new SharedArrayBuffer(4 * stretches)),
    bounds: new Float64Array(new SharedArrayBuffer(32 * stretches)),
    counts: sharedCopy(counts),
    areas: sharedCopy(areas),
    latest: parts.reduce((latest, part) => Math.max(latest, part.latest), -1),
  }
  let [segment, stretch, track, motion] = [0, 0, 0, 0]
  for (const part of parts) {
    joined.first.set(part.first, segment)
    joined.last.set(part.last, segment)
    joined.since.set(part.since, segment)
    joined.until.set(part.until, segment)
    joined.boxes.set(part.boxes, 8 * segment)
    for (const [at, own] of part.motion.entries()) joined.motion[segment + at] = own < 0 ? own : own + motion
    joined.still.set(part.still, segment)
    joined.stretchFirst.set(part.stretchFirst, stretch)
    joined.stretchLast.set(part.stretchLast, stretch)
    joined.bounds.set(part.bounds, 4 * stretch)
    for (const [at, count] of part.counts.entries()) {
      if (count === 0) continue
      joined.tracks[track] = segment + part.tracks[at]!
      joined.stretches[track] = stretch + part.stretches[at]!
      track += 1
    }
    segment += part.first.length
    stretch += part.stretchFirst.length
    motion += part.motions.length
  }
  joined.tracks[track] = segment
  joined.stretches[track] = stretch
  return joined
}

function sharedCopy(values: readonly number[]): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(8 * values.length))
  shared.set(values)
  return shared
}
