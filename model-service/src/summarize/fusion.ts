import { startOf } from '@parallax/shared/frame-clock.js'
import { lookAround, timeOf } from './picture.js'
import type { PictureFindings } from './picture.js'
import { levelAt, levelText, soundSentences } from './sound.js'
import type { SoundFindings } from './sound.js'
import { measured, note, thousandths, type Told } from './told.js'
import { lookOf, seconds } from './wording.js'

export type FusionStrategy = 'sequential' | 'timestamp_aligned' | 'native_multimodal' | 'hybrid'

export interface Fused {
  /** Sentences that combine the measures of picture and sound. */
  sentences: Told[]
  keyFrames: { frame_number: number; timestamp: number; description: string; confidence: number }[]
}

/** The weight of motion relative to loudness in `weigh`. */
const motionWeight = 0.6
const mostListed = 12

/** Combines the measures of picture and sound; without sound every strategy describes only the picture. */
export function fuse(strategy: FusionStrategy, picture: PictureFindings, sound: SoundFindings | null): Fused {
  if (!sound) return { sentences: [], keyFrames: keyFramesOf(picture) }
  if (strategy === 'timestamp_aligned') return alignByTime(picture, sound)
  if (strategy === 'hybrid') return weigh(picture, sound)
  const fallback = note(
    'Joint analysis of picture and sound needs a multimodal model, which the baseline does not have: both were measured one ' +
      'after the other.',
  )
  return {
    sentences: [
      ...(strategy === 'native_multimodal' ? [fallback] : []),
      ...soundSentences(sound).map((one) => measured(one)),
    ],
    keyFrames: keyFramesOf(picture),
  }
}

function keyFramesOf(picture: PictureFindings): Fused['keyFrames'] {
  return picture.keyFrames.map(({ at, confidence }) => {
    const shot = picture.shots.findIndex((one) => one.from <= at && at <= one.to)
    const place = picture.shots[shot]!.from === at ? 'Start' : 'Part'
    return {
      frame_number: picture.measures[at]!.index,
      timestamp: thousandths(timeOf(picture, at)),
      description: `${place} of shot ${shot + 1} of ${picture.shots.length}: ${lookOf(lookAround(picture, at))}.`,
      confidence,
    }
  })
}

/**
 * Describes each shot with the highest sound level of its seconds, and adds the level of its second to each key frame.
 */
function alignByTime(picture: PictureFindings, sound: SoundFindings): Fused {
  const sentences = picture.shots.slice(0, mostListed).map((shot): Told => {
    const start = timeOf(picture, shot.from)
    const end = startOf(picture.video.clock, picture.measures[shot.to]!.index + 1)
    const [from, to] = [Math.max(0, Math.floor(start - sound.begins)), Math.ceil(end - sound.begins - 1e-6)]
    const levels = sound.levels.slice(from, Math.max(from + 1, to))
    const peak = levels.length > 0 ? `sound up to ${levelText(Math.max(...levels))}` : 'no sound'
    const text = `From ${seconds(start)} to ${seconds(end)}: ${lookOf(shot)}, ${peak}.`
    return { ...measured(text), start: thousandths(start), end: thousandths(end) }
  })
  const left = picture.shots.length - sentences.length
  if (left > 0) sentences.push(note(`${left} later shots are left out here.`))
  const keyFrames = keyFramesOf(picture).map((frame) => {
    const level = levelAt(sound, frame.timestamp)
    return level === undefined ? frame : { ...frame, description: `${frame.description} Sound: ${levelText(level)}.` }
  })
  return { sentences, keyFrames }
}

/**
 * Ranks seconds by 0.6 motion + 0.4 loudness, both relative to the video's own range. The confidence of a key frame is
 * 0.3 + 0.7 times the weight of its second.
 */
function weigh(picture: PictureFindings, sound: SoundFindings): Fused {
  const motions = secondsOfMotion(picture)
  const most = Math.max(...motions, 1e-9)
  const floor = Math.min(...sound.levels)
  const range = Math.max(...sound.levels) - floor || 1
  const weights = motions.map((motion, second) => {
    const level = levelAt(sound, second)
    return (motionWeight * motion) / most + (1 - motionWeight) * (level === undefined ? 0 : (level - floor) / range)
  })
  const top = weights
    .map((weight, second) => ({ weight, second }))
    .sort((a, b) => b.weight - a.weight || a.second - b.second)
    .slice(0, 3)
  const moments = top.map(({ weight, second }) => `${seconds(second)} (${weight.toFixed(2)})`).join(', ')
  const keyFrames = keyFramesOf(picture).map((frame) => {
    const weight = weights[Math.min(weights.length - 1, Math.floor(frame.timestamp))] ?? 0
    return { ...frame, confidence: thousandths(0.3 + 0.7 * weight) }
  })
  return {
    sentences: [
      ...soundSentences(sound),
      `Weighing motion 60 % and loudness 40 %, the most active moments begin at ${moments}.`,
    ].map((one) => measured(one)),
    keyFrames,
  }
}

/** Returns the mean motion in each second of the video, without the first frames of shots. */
function secondsOfMotion(picture: PictureFindings): number[] {
  const starts = new Set(picture.shots.map((shot) => shot.from))
  const sums: { sum: number; count: number }[] = []
  picture.measures.forEach((measure, at) => {
    const slot = (sums[Math.floor(timeOf(picture, at))] ??= { sum: 0, count: 0 })
    if (starts.has(at)) return
    slot.sum += measure.motion
    slot.count += 1
  })
  return Array.from(sums, (slot) => (slot && slot.count > 0 ? slot.sum / slot.count : 0))
}
