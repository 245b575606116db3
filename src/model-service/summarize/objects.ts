import { picturesAt } from '../detect/detect.js'
import type { RunLimits } from '../media/run.js'
import type { SeenObject } from '../objects/boxes.js'
import type { ObjectDetector } from '../objects/object-detector.js'
import { classesOf, type WrittenVocabulary } from '../objects/vocabulary.js'
import type { PictureFindings } from './picture.js'
import { timeOf } from './picture.js'
import { seconds } from './wording.js'

/** What was seen in a frame: nothing of less confidence than a summary tells of. */
export interface LookedAt {
  /** Position of the frame in the measures of the picture. */
  at: number
  objects: SeenObject[]
}

export interface ObjectFindings {
  frames: LookedAt[]
}

/** Frames of a summary that are looked at: three seconds of work on a slow processor. */
const mostFrames = 12
/** A summary tells of what is at least as sure as this. */
const sure = 0.5
const mostTold = 12

/** What the detector recognises in the key frames, evenly thinned to twelve. */
export async function analyseObjects(
  picture: PictureFindings,
  detector: ObjectDetector,
  limits: RunLimits,
): Promise<ObjectFindings> {
  const { keyFrames, measures, video } = picture
  const step = Math.max(1, keyFrames.length / mostFrames)
  const places = Array.from(
    { length: Math.min(mostFrames, keyFrames.length) },
    (_, n) => keyFrames[Math.floor(n * step)]!,
  )
  const placeOf = new Map(places.map(({ at }) => [measures[at]!.index, at]))
  const frames: LookedAt[] = []
  for await (const { index, pixels } of picturesAt(video, [...placeOf.keys()], detector.side, limits)) {
    const objects = (await detector.detect(pixels, limits.signal)).filter(({ confidence }) => confidence >= sure)
    frames.push({ at: placeOf.get(index)!, objects })
  }
  return { frames }
}

/**
 * Whom and what the frames show, how many at once, where and when: one sentence a class, those first that the
 * information need asks for, then those that are seen most.
 */
export function objectSentences(
  picture: PictureFindings,
  { frames }: ObjectFindings,
  need: string | undefined,
  vocabulary: WrittenVocabulary,
): string[] {
  const names = [...new Set(frames.flatMap(({ objects }) => objects.map(({ name }) => name)))]
  const looked = `of ${frames.length} frames looked at`
  if (!names.length) return [`No person, vehicle, animal or other everyday thing was recognised in any ${looked}.`]
  const asked = new Set((need ?? '').split(/[^\p{L}]+/u).flatMap((word) => (word ? classesOf(word, vocabulary) : [])))
  const told = names.map((name) => {
    const seen = frames.filter(({ objects }) => objects.some((one) => one.name === name))
    const numbers = frames.map(({ objects }) => objects.filter((one) => one.name === name).length)
    const most = Math.max(...numbers)
    const boxes = frames.flatMap(({ objects }) => objects.filter((one) => one.name === name))
    const when = seconds(timeOf(picture, frames[numbers.indexOf(most)]!.at))
    const text =
      most > 1
        ? `Up to ${most} ${pluralOf(name)} are seen at once (most at ${when}), in ${seen.length} ${looked}${place(boxes)}.`
        : `${capital(articleOf(name))} ${name} is seen in ${seen.length} ${looked}, first at ` +
          `${seconds(timeOf(picture, seen[0]!.at))}${place(boxes)}.`
    return { text, rank: (asked.has(name) ? 1000 : 0) + seen.length }
  })
  return told
    .sort((a, b) => b.rank - a.rank)
    .slice(0, mostTold)
    .map(({ text }) => text)
}

/** For example "5 people, 1 car"; undefined where a frame was not looked at or shows nothing. */
export function objectsOfFrame(findings: ObjectFindings, at: number): string | undefined {
  const objects = findings.frames.find((one) => one.at === at)?.objects ?? []
  const counts = new Map<string, number>()
  for (const { name } of objects) counts.set(name, (counts.get(name) ?? 0) + 1)
  if (!counts.size) return undefined
  return [...counts].map(([name, count]) => `${count} ${count > 1 ? pluralOf(name) : name}`).join(', ')
}

/** Where their middles mostly are; nothing where they are all over the picture. */
function place(objects: readonly SeenObject[]): string {
  const thirds = (middle: number, names: readonly string[]) => names[Math.min(2, Math.floor(middle * 3))]!
  const share = (list: string[]) => {
    const counts = new Map<string, number>()
    for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1)
    const [name, count] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))
    return count >= 0.7 * list.length ? name : undefined
  }
  const across = share(objects.map(({ box }) => thirds(box.x + box.width / 2, ['left', 'middle', 'right'])))
  return across ? `, mostly in the ${across} of the picture` : ''
}

const plurals: Record<string, string> = {
  person: 'people',
  sheep: 'sheep',
  skis: 'skis',
  scissors: 'scissors',
  knife: 'knives',
  mouse: 'mice',
}

const pluralOf = (name: string): string => plurals[name] ?? (/(?:s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`)
const articleOf = (name: string): string => (/^[aeiou]/.test(name) ? 'an' : 'a')
const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1)
