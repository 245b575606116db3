import { setTimeout as sleep } from 'node:timers/promises'
import { refreshAccess } from '../../access/abilities.js'
import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import type { JobEffect, JobWork } from '../../jobs/job-type.js'
import { AppError, notFound } from '../../lib/errors.js'
import { Turn } from '../../lib/fairness/turns.js'
import { correspondencesBetween } from '../../personas/correspondences/correspondence.service.js'
import { requireProject } from '../../projects/project.service.js'
import { eachVideo, videosByIds } from '../../videos/video.service.js'
import { compareOnVideo, positionNow, type Compared, type Comparison } from '../comparison.service.js'
import type { ComparedType } from '../figures/type-classes.js'
import { meanF1, PairOverVideos, type PackedUnits } from '../figures/videos.js'
import { comparisonOf, inPlace, requirePersonas } from '../report.service.js'
import { inThread } from '../threads/agreement-threads.js'
import {
  mostLabels,
  type MeasuredArguments,
  type ProjectFigures,
  type VideoFigures,
} from './project-agreement.shape.js'
import { selectProjectAgreement, updateMeasured } from './project-agreement.sql.js'

type Work = Pick<JobWork<unknown>, 'progress' | 'signal'>

/** Milliseconds after which a job asks for a place again when other people's comparisons hold all of them. */
const askAgainMs = 2000

/**
 * Measures an agreement: compares the videos of the project one after the other with the rights that the actor has
 * then, each in a place for comparisons, which is free for other people in between. The effect records the figures.
 * Throws NOT_FOUND if the agreement, the project or a persona is gone, and what `compareOnVideo` throws, with the id
 * of the video.
 */
export async function measureAgreement(ctx: Context, id: string, { progress, signal }: Work): Promise<JobEffect> {
  const row = await selectProjectAgreement(ctx.db, requireActor(ctx), id)
  if (!row) throw notFound('Agreement')
  const { projectId } = row
  const comparison = comparisonOf(row.arguments as MeasuredArguments)
  await requireProject(ctx, projectId, 'read')
  await requirePersonas(ctx, comparison.personaIds)
  const position = await positionNow(ctx)
  const videos = await videosOf(ctx, projectId)
  const sums = new Sums(comparison)
  const own = { ...ctx, clientGone: () => signal }
  let reached = 0
  for (const [at, video] of videos.entries()) {
    const compared = await compareIfReadable(own, video.id, comparison, signal)
    if (compared) await sums.add(ctx, video, compared)
    const percent = Math.floor((99 * (at + 1)) / videos.length)
    if (percent > reached) await progress((reached = percent))
  }
  const result = await sums.figures(ctx, signal)
  return async (tx) => {
    const measured = { position, result: JSON.stringify(result), completedAt: tx.now() }
    if (!(await updateMeasured(tx.db, id, measured))) throw notFound('Agreement')
    return { agreementId: id, videos: result.videos }
  }
}

interface VideoOf {
  id: string
  name: string
}

/** Returns the videos of the project that the actor may see, in the order of their ids. */
async function videosOf(ctx: Context, projectId: string): Promise<VideoOf[]> {
  const videos: VideoOf[] = []
  for await (const page of eachVideo(ctx, { projectId }))
    for (const { id, filename } of page) videos.push({ id, name: filename })
  return videos.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * Compares the personas on one video; undefined for a video that is gone, or that the actor may not see any more. Waits
 * for a place as long as it takes.
 */
async function compareIfReadable(
  ctx: Context,
  videoId: string,
  comparison: Comparison,
  signal: AbortSignal,
): Promise<Compared | undefined> {
  for (;;) {
    signal.throwIfAborted()
    await refreshAccess(ctx)
    if (!(await videosByIds(ctx, [videoId]))[0]) return undefined
    try {
      return await inPlace(ctx, videoId, comparison.personaIds, (own, gone) =>
        compareOnVideo(own, videoId, comparison, gone),
      )
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'NOT_FOUND' && error.message === notFound('Video').message) return undefined
      if (error.code === 'COST_LIMIT')
        throw new AppError(error.code, `Video ${videoId}: ${error.message}`, { extra: error.extra })
      if (error.code !== 'RATE_LIMITED') throw error
      await sleep(askAgainMs, undefined, { signal })
    }
  }
}

/** What the figures of a project are made of, video by video. */
class Sums {
  private readonly perVideo: VideoFigures[] = []
  private readonly pairs: { personas: string[]; over: PairOverVideos }[]
  private readonly units: { types: PackedUnits; object: PackedUnits }[] = []
  private readonly groups = { units: 0, alone: 0 }
  private readonly leftOut = { otherStates: 0, withoutBoxes: 0 }
  private mixed = 0
  private labels = 0
  /** The types of all videos: those of the ontologies, and those that only labels name. */
  private readonly types: ComparedType[] = []
  private readonly numbersOfTypes = new Map<string, number>()
  private readonly used = new Set<number>()
  private readonly objects = new Map<string, number>()

  constructor(private readonly comparison: Comparison) {
    const { personaIds } = comparison
    this.pairs = personaIds.flatMap((one, at) =>
      personaIds.slice(at + 1).map((other) => ({ personas: [one, other], over: new PairOverVideos() })),
    )
  }

  async add(ctx: Context, { id, name }: VideoOf, compared: Compared): Promise<void> {
    const { pairs, tracks, labels, conclusion, leftOut } = compared
    const types = await this.typesOf(ctx, compared.types)
    const objects = compared.objects.map(({ key }) => numberOf(this.objects, key))
    tracks.isObject.forEach((isObject, track) => isObject || this.used.add(types[labels[tracks.label[track]!]!.value]!))
    const units = { types: await unitsOf(ctx, compared, 0, types), object: await unitsOf(ctx, compared, 1, objects) }
    this.labels += units.types.values.length + units.object.values.length
    if (this.labels > mostLabels) throw tooManyLabels()
    this.units.push(units)
    this.pairs.forEach(({ over }, at) => over.add(pairs[at]!))
    this.groups.units += conclusion.groups.units
    this.groups.alone += conclusion.groups.alone
    this.mixed += conclusion.mixed
    this.leftOut.otherStates += leftOut.otherStates
    this.leftOut.withoutBoxes += leftOut.withoutBoxes
    this.perVideo.push({
      videoId: id,
      name,
      tracks: tracks.persona.length,
      units: conclusion.groups.units,
      f1: meanF1(pairs),
      alpha: conclusion.types.alpha,
    })
  }

  /** Returns the number of each type of a video among those of all videos. */
  private async typesOf(ctx: Context, types: readonly ComparedType[]): Promise<number[]> {
    const met = new Map<string, number>()
    const numbers: number[] = []
    const turn = new Turn(ctx.budget)
    for (const type of types) {
      const key = JSON.stringify([type.personaId, type.kind, type.typeId])
      // Several types with one id count apart, as in the report of a video.
      const often = met.get(key) ?? 0
      met.set(key, often + 1)
      const number = numberOf(this.numbersOfTypes, `${often} ${key}`)
      if (number === this.types.length) this.types.push(type)
      numbers.push(number)
      if (turn.isOver()) await turn.pause()
    }
    turn.end()
    return numbers
  }

  /** Computes the figures of the labels of all videos, and returns these and the others. */
  async figures(ctx: Context, signal: AbortSignal): Promise<ProjectFigures> {
    const { personaIds, seed } = this.comparison
    const correspondences = await correspondencesBetween(ctx, personaIds)
    const { types, object, unmapped, conflicts } = await inThread(
      'concludeVideos',
      { seed, types: this.types, correspondences, used: [...this.used], videos: this.units },
      signal,
    )
    return {
      videos: this.perVideo.length,
      pairs: this.pairs.map(({ personas, over }) => ({ personas, ...over.figures })),
      groups: this.groups,
      types,
      object,
      mixed: this.mixed,
      unmapped,
      conflicts,
      perVideo: this.perVideo,
      leftOut: this.leftOut,
    }
  }
}

/** Returns the units of a video whose tracks are all of types (0), or all of objects (1), with other values. */
async function unitsOf(
  ctx: Context,
  { conclusion, tracks, labels }: Compared,
  isObject: 0 | 1,
  values: readonly number[],
): Promise<PackedUnits> {
  const found: number[] = []
  const ends: number[] = []
  const turn = new Turn(ctx.budget)
  for (const unit of conclusion.units) {
    if (unit.every((track) => tracks.isObject[track] === isObject)) {
      for (const track of unit) found.push(values[labels[tracks.label[track]!]!.value]!)
      ends.push(found.length)
    }
    if (turn.isOver()) await turn.pause()
  }
  turn.end()
  return { values: Int32Array.from(found), ends: Int32Array.from(ends) }
}

/** Returns the number of a key, a new one if it has none yet. */
function numberOf(numbers: Map<string, number>, key: string): number {
  const number = numbers.get(key) ?? numbers.size
  numbers.set(key, number)
  return number
}

function tooManyLabels(): AppError {
  const hint = 'Fewer personas or review states compare fewer of them.'
  const message = `The units of the videos have more than ${mostLabels} labels. ${hint}`
  return new AppError('COST_LIMIT', message, { extra: { limit: 'labels', maximum: mostLabels, hint } })
}
