import { abilitiesOf } from '../access/abilities.js'
import type { ReviewState } from '../access/review.shape.js'
import { visible } from '../access/rules.js'
import type { Context } from '../context.js'
import { correspondencesBetween } from '../personas/correspondences/correspondence.service.js'
import { positionText, selectHorizon } from '../database/changes/position.js'
import { AppError } from '../lib/errors.js'
import { probesOfVideos } from '../videos/files/frame.service.js'
import { mostAnnotations, mostBoxes } from './agreement.shape.js'
import { countOtherStates, selectCompared } from './agreement.sql.js'
import { comparedTypes, labelsOf } from './compared-labels.service.js'
import { readTracks, type PersonaTracks } from './compared-tracks.service.js'
import { countOf, type ComparedFrames } from './figures/frames.js'
import { mostRuns } from './figures/meeting-tracks.js'
import { inThread, inThreads } from './threads/agreement-threads.js'

/** What is compared, from the parameters of both interfaces. */
export interface Comparison {
  personaIds: string[]
  states: readonly ReviewState[]
  minIou: number
  seed: number
  step: number
  from: number
  /** Undefined for the last frame. */
  to: number | undefined
}

/**
 * Returns the position in the log of changes for figures that are made of what is read from now on: changes after it
 * may be in them, but never one before it that is not.
 */
export async function positionNow({ db }: Pick<Context, 'db'>): Promise<string> {
  return positionText({ ...(await selectHorizon.execute(db)).rows[0]!, seq: 0 })
}

/**
 * Compares what personas drew on a video. Callers have checked that the actor may read the video and the personas, and
 * hold a place for the comparison.
 */
export async function compareOnVideo(
  ctx: Context,
  videoId: string,
  { personaIds, states, minIou, seed, step, from, to }: Comparison,
  signal: AbortSignal,
) {
  const position = await positionNow(ctx)
  const place = { videoId, personaIds, readable: visible(await abilitiesOf(ctx), 'annotation', 'a') }
  const annotations = await selectCompared(ctx.db, place, states)
  if (annotations.length > mostAnnotations) throw tooManyAnnotations()
  const open: ComparedFrames = { from, to: to ?? 2 ** 31 - 1, step }
  const left = { boxes: mostBoxes }
  const tracks: PersonaTracks[] = []
  for (const personaId of personaIds)
    tracks.push(
      await readTracks(
        ctx,
        annotations.filter((one) => one.personaId === personaId),
        open,
        left,
        signal,
      ),
    )
  const last = to ?? (await lastFrame(ctx, videoId, tracks))
  const frames = { from, to: last ?? from - 1, step }
  const compared = inOrder(annotations, tracks)
  const { pairs, matches } = await comparePairs(personaIds, tracks, compared.ages, frames, minIou, signal)
  const { labels, of, types, objects } = await labelsOf(ctx, compared.annotations, await comparedTypes(ctx, personaIds))
  const conclusion = await inThread(
    'conclude',
    {
      personaIds,
      frames,
      seed,
      tracks: { ...compared.tracks, label: of },
      labels,
      types,
      correspondences: await correspondencesBetween(ctx, personaIds),
      matches,
      segments: tracks.map(({ segments }) => segments),
    },
    signal,
  )
  return {
    frames: { from, to: last, step, count: countOf(frames) },
    range: frames,
    /** The compared annotations of all personas, from the oldest; tracks are numbered by it. */
    annotations: compared.annotations,
    tracks: { ...compared.tracks, label: of },
    segments: tracks.map(({ segments }) => segments),
    ages: compared.ages,
    pairs,
    matches,
    types,
    labels,
    objects,
    conclusion,
    leftOut: {
      otherStates: await countOtherStates(ctx.db, place, states),
      withoutBoxes: annotations.length - compared.annotations.length,
    },
    position,
  }
}

/** Returns the last frame of the file, or the last frame with a box if that is later; null without either. */
async function lastFrame(ctx: Context, videoId: string, tracks: readonly PersonaTracks[]): Promise<number | null> {
  const [probed] = await probesOfVideos(ctx, [videoId])
  const ofFile = probed?.clock ? probed.clock.count - 1 : -1
  const last = Math.max(ofFile, ...tracks.map(({ segments }) => segments.latest))
  return last < 0 ? null : last
}

/** Returns the compared tracks of all personas from the oldest, and the ages of the tracks of each persona. */
function inOrder(annotations: readonly { id: string }[], tracks: readonly PersonaTracks[]) {
  const placeOf = new Map<string, { persona: number; place: number }>()
  tracks.forEach((own, persona) => own.annotations.forEach(({ id }, place) => placeOf.set(id, { persona, place })))
  const compared = annotations.flatMap(({ id }) => {
    const at = placeOf.get(id)
    return at ? [at] : []
  })
  const ages = tracks.map((own) => new Int32Array(own.annotations.length))
  compared.forEach(({ persona, place }, age) => (ages[persona]![place] = age))
  const ordered = compared.map(({ persona, place }) => tracks[persona]!.annotations[place]!)
  return {
    annotations: ordered,
    ages,
    tracks: {
      persona: Int32Array.from(compared, ({ persona }) => persona),
      place: Int32Array.from(compared, ({ place }) => place),
      isObject: Uint8Array.from(ordered, ({ isObject }) => Number(isObject)),
    },
  }
}

/** Compares the tracks of each pair of personas. Returns the figures, and the matched tracks by their ages. */
async function comparePairs(
  personaIds: readonly string[],
  tracks: readonly PersonaTracks[],
  ages: readonly Int32Array[],
  frames: ComparedFrames,
  minIou: number,
  signal: AbortSignal,
) {
  const all = personaIds.flatMap((_, p) => personaIds.slice(p + 1).map((_other, at) => [p, p + 1 + at] as const))
  const side = (at: number) => ({ segments: tracks[at]!.segments, ages: ages[at]! })
  const compared = await inThreads(
    'comparePair',
    all.map(([p, q]) => ({ first: side(p), second: side(q), frames, minIou })),
    signal,
  )
  const results = compared.map((result) => {
    if ('tooManyPairs' in result) throw tooManyPairs()
    return result
  })
  const matches = results.flatMap((result, pair) =>
    result.matches.map(({ first, second, tubeIou, temporalIou }) => {
      const [p, q] = all[pair]!
      return { one: ages[p]![first]!, other: ages[q]![second]!, tubeIou, temporalIou }
    }),
  )
  const pairs = results.map(({ figures }, pair) => {
    const [p, q] = all[pair]!
    return { personas: [personaIds[p]!, personaIds[q]!], ...figures }
  })
  return { pairs, matches }
}

/** What a comparison found. */
export type Compared = Awaited<ReturnType<typeof compareOnVideo>>

function tooManyPairs(): AppError {
  const hint = 'A range of frames (`from`, `to`) or fewer review states compare fewer tracks.'
  const message = `Tracks of two personas come near each other more than 2 million times. ${hint}`
  return new AppError('COST_LIMIT', message, { extra: { limit: 'pairs', maximum: mostRuns, hint } })
}

function tooManyAnnotations(): AppError {
  const hint = 'Fewer personas or review states compare fewer of them.'
  const message = `The personas have more than ${mostAnnotations} annotations of the video. ${hint}`
  return new AppError('COST_LIMIT', message, { extra: { limit: 'annotations', maximum: mostAnnotations, hint } })
}
