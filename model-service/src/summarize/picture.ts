import { timeOf as timeOfFrame, type VideoFacts } from '../media/pictures.js'
import type { RunLimits } from '../media/run.js'
import { measurePicture } from '../vision/picture-track.js'
import type { FrameMeasure } from '../vision/picture-track.js'
import { averages, shotsOf } from '../vision/shots.js'
import type { Shot } from '../vision/shots.js'
import { thousandths } from './told.js'

/** The measurements of the pictures of a video. */
export interface PictureFindings {
  video: VideoFacts
  measures: FrameMeasure[]
  shots: Shot[]
  /** The frames that represent the video: positions in `measures`, ascending, each with how distinct it is, 0-1. */
  keyFrames: { at: number; confidence: number }[]
  /** Whether only the codec's key frames were decoded. */
  coarse: boolean
}

/**
 * The most pixels that are decoded: ten minutes of 1080p at 30 frames a second, about a minute of decoding. Of longer
 * videos only the codec's key frames are measured.
 */
const mostPixels = 18_000 * 1920 * 1080
const coarseFps = 2
const leastShotFrames = 8

/**
 * Measures a video and picks its key frames: the first frame of each shot, then samples at `samplesPerSecond`, at most
 * `maxFrames`.
 */
export async function analysePicture(
  video: VideoFacts,
  wanted: KeyFramesWanted & { keyFramesOnly: boolean },
  limits: RunLimits,
): Promise<PictureFindings> {
  const coarse = wanted.keyFramesOnly || video.frameCount * video.width * video.height > mostPixels
  const measures = await measurePicture(video, coarse ? coarseFps : null, limits)
  const shots = shotsOf(measures, coarse ? 1 : leastShotFrames)
  return { video, measures, shots, keyFrames: chooseKeyFrames({ video, measures, shots }, wanted), coarse }
}

/** Returns the position of the last measured frame that is not after this frame number. */
export function positionOf({ measures }: Pick<PictureFindings, 'measures'>, frame: number): number {
  const at = measures.findIndex(({ index }) => index > frame)
  return at < 0 ? measures.length - 1 : Math.max(0, at - 1)
}

/** Returns the index of the shot that contains this frame number. */
export function shotAt(picture: Pick<PictureFindings, 'measures' | 'shots'>, frame: number): number {
  const at = positionOf(picture, frame)
  return picture.shots.findIndex(({ from, to }) => from <= at && at <= to)
}

/** Returns the time of a measured frame, in seconds. */
export function timeOf(findings: Pick<PictureFindings, 'video' | 'measures'>, at: number): number {
  return timeOfFrame(findings.video, findings.measures[at]!.index)
}

/** Returns the mean measures of the second around a measured frame, within its shot. */
export function lookAround(findings: PictureFindings, at: number): ReturnType<typeof averages> {
  const shot = findings.shots.find((one) => one.from <= at && at <= one.to)!
  const reach = Math.max(1, Math.round((findings.coarse ? coarseFps : findings.video.fps) / 2))
  return averages(findings.measures.slice(Math.max(shot.from, at - reach), Math.min(shot.to, at + reach) + 1))
}

/**
 * Chooses key frames, ascending: first the first frames of shots, the strongest cuts before others; then frames in
 * which objects appear or disappear (`changes`, the strongest first, at most half as many as samples are wanted); then
 * evenly spaced samples. A sample is moved to a frame that was given to the detector (`looked`) if one is near.
 */
export function chooseKeyFrames(
  { video, measures, shots }: Pick<PictureFindings, 'measures' | 'shots'> & { video: Pick<VideoFacts, 'length'> },
  wanted: KeyFramesWanted,
  changes: readonly { at: number; strength: number }[] = [],
  looked: readonly number[] = [],
): PictureFindings['keyFrames'] {
  // The first shot always ranks highest.
  const ranked = [...shots]
    .sort((a, b) => strength(b, measures) - strength(a, measures) || a.from - b.from)
    .slice(0, wanted.maxFrames)
  const chosen = new Map(ranked.map((shot) => [shot.from, Math.min(1, 0.6 + strength(shot, measures) / 2)]))
  const samples = sampleCount(video, wanted)
  const spacing = measures.length / samples
  const distance = (at: number) => Math.min(...[...chosen.keys()].map((other) => Math.abs(other - at)))
  const most = Math.min(wanted.maxFrames, chosen.size + Math.ceil(samples / 2))
  for (const { at, strength: change } of changes) {
    // Changes at nearly the same time count as one.
    if (chosen.size < most && distance(at) * 2 >= spacing) chosen.set(at, 0.5 + 0.4 * change)
  }
  const fullest = Math.min(wanted.maxFrames, Math.max(samples, chosen.size))
  for (let number = 0; number < samples && chosen.size < fullest; number += 1) {
    const at = nearest(looked, Math.floor(number * spacing), spacing / 2)
    const shot = shots.find((one) => one.from <= at && at <= one.to)!
    // Skip a sample close to a chosen frame, such as the first of its shot: it would show the same picture again.
    if (distance(at) * 2 < spacing) continue
    // Not Math.max(...): a shot may have more frames than a call may have arguments.
    const peak = measures.slice(shot.from + 1, shot.to + 1).reduce((most, { motion }) => Math.max(most, motion), 1e-6)
    chosen.set(at, 0.4 + 0.2 * Math.min(1, measures[at]!.motion / peak))
  }
  return [...chosen]
    .map(([at, confidence]) => ({ at, confidence: thousandths(confidence) }))
    .sort((a, b) => a.at - b.at)
}

export interface KeyFramesWanted {
  samplesPerSecond: number
  maxFrames: number
}

function nearest(numbers: readonly number[], to: number, reach: number): number {
  const near = numbers.filter((one) => Math.abs(one - to) <= reach)
  return near.length ? near.reduce((best, one) => (Math.abs(one - to) < Math.abs(best - to) ? one : best)) : to
}

function sampleCount(video: Pick<VideoFacts, 'length'>, wanted: KeyFramesWanted): number {
  return Math.max(1, Math.min(wanted.maxFrames, Math.ceil(video.length * wanted.samplesPerSecond)))
}

function strength(shot: Shot, measures: FrameMeasure[]): number {
  return shot.from === 0 ? 1 : measures[shot.from]!.change
}
