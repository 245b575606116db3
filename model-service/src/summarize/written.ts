import { timeOf, type VideoFacts } from '../media/pictures.js'
import { analysisSize, decodeFrames } from '../media/frames.js'
import type { RunLimits } from '../media/run.js'
import type { ReadLine, TextReader } from '../reading/text-reader.js'
import { regionOf } from './region.js'
import { roundedBox, thinned, thousandths, type Told } from './told.js'
import { seconds } from './wording.js'

/** A text with the frames in which it was recognised. */
export interface WrittenText {
  /** The most complete of its readings. */
  text: string
  sightings: { frame: number; time: number; line: ReadLine }[]
}

/** The most frames of a summary in which text is recognised: about four seconds of work. */
const mostFrames = 8
/** The longest side of the pictures in pixels: larger ones take longer and are recognised no better. */
const longestSide = 1280
/** Most texts that a summary mentions. */
const mostTold = 8
/** Texts that differ in no more than this share of their letters are the same. */
const sameText = 0.25
/** The lowest confidence of a text that is recognised in one frame only. */
const sureAlone = 0.88

/**
 * Recognises the text in some frames (numbers ascending), eight at most. The same text in several frames is returned
 * once; the texts found in most frames come first. `frames` is the number of frames that were processed.
 */
export async function readFrames(
  video: VideoFacts,
  frames: readonly number[],
  reader: TextReader,
  limits: RunLimits,
): Promise<{ frames: number; texts: WrittenText[] }> {
  const size = analysisSize(video, longestSide)
  const texts: WrittenText[] = []
  const wanted = thinned(frames, mostFrames)
  let read = 0
  for (const frame of wanted) {
    const range = { ...size, format: 'gray' as const, from: frame, to: frame }
    for await (const { pixels } of decodeFrames(video, range, limits)) {
      read += 1
      for (const line of await reader.read({ ...size, pixels }, limits.signal)) {
        const sighting = { frame, time: timeOf(video, frame), line }
        const same = texts.find((one) => one.sightings.at(-1)!.frame !== frame && isSame(one, line))
        if (!same) texts.push({ text: line.text, sightings: [sighting] })
        else {
          same.sightings.push(sighting)
          same.text = fullest(same).line.text
        }
      }
    }
  }
  const kept = texts.filter((one) => one.sightings.length > 1 || surest(one).line.confidence >= sureAlone)
  return { frames: read, texts: kept.sort((a, b) => b.sightings.length - a.sightings.length).slice(0, mostTold) }
}

/** Returns sentences about the texts: the words, where and when. */
export function textsTold(texts: readonly WrittenText[]): Told[] {
  return texts.map((one) => {
    const { text, sightings } = one
    const [first, last] = [sightings[0]!, sightings.at(-1)!]
    const when =
      first === last
        ? `at ${seconds(first.time)} (frame ${first.frame})`
        : `from ${seconds(first.time)} to ${seconds(last.time)} (frames ${first.frame} to ${last.frame})`
    const where = regionOf(sightings.map(({ line }) => line.box))
    return {
      text: `A text${where ? ` ${where}` : ''} reads "${text}", ${when}.`,
      source: 'read' as const,
      confidence: thousandths(surest(one).line.confidence * (sightings.length > 1 ? 1 : 0.9)),
      start: thousandths(first.time),
      end: thousandths(last.time),
      frames: thinned(sightings).map(({ frame, time, line }) => ({
        frame_number: frame,
        timestamp: thousandths(time),
        boxes: [{ label: line.text, bounding_box: roundedBox(line.box), confidence: line.confidence }],
      })),
    }
  })
}

/** Returns the reading with most letters, weighted by its confidence. */
const fullest = ({ sightings }: WrittenText) => {
  const weight = ({ line }: WrittenText['sightings'][number]) => line.confidence * lettersOf(line.text).length
  return sightings.reduce((best, one) => (weight(one) > weight(best) ? one : best))
}

const surest = ({ sightings }: WrittenText) =>
  sightings.reduce((best, one) => (one.line.confidence > best.line.confidence ? one : best))

/**
 * Returns whether a line is another reading of a text: nearly the same letters, or a part of them at the same place.
 */
function isSame({ text, sightings }: WrittenText, line: ReadLine): boolean {
  const [a, b] = [lettersOf(text), lettersOf(line.text)]
  if (distance(a, b) <= sameText * Math.max(a.length, b.length)) return true
  return (a.includes(b) || b.includes(a)) && sightings.some((one) => overlap(one.line.box, line.box))
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const overlap = (a: ReadLine['box'], b: ReadLine['box']): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Returns the number of letters to insert, delete or substitute (Levenshtein distance). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]!
}
