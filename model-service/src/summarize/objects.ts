import { cutText } from '../text/cut-text.js'
import type { SeenObject } from '../objects/boxes.js'
import { classesOf, type WrittenVocabulary } from '../objects/vocabulary.js'
import type { LookedAt, ObjectFindings, Way } from './looks.js'
import { regionOf } from './region.js'
import { note, shown, thinned, thousandths, type ShownFrame, type Told } from './told.js'
import { motionOf, type Motion } from './ways.js'
import { articleOf, capital, counted, pluralOf, seconds } from './wording.js'

/** The reader for whom a summary is written. */
export interface Reader {
  need: string | undefined
  /** Names of the types of the persona's ontology. */
  types: readonly string[]
  vocabulary: WrittenVocabulary
}

const mostTold = 12
/** Most frames of evidence for one sentence. */
const mostShown = 12
/** The most types of the persona that one sentence names. */
const mostNamed = 8

/**
 * Returns sentences about the people and objects in the frames: how many at once, where, when, and how they move.
 * Classes that the reader's need or types ask for come first, then those seen most often. Requested objects that were
 * not seen are mentioned too. `aspect` is the height of the picture divided by its width.
 */
export function objectsTold(findings: ObjectFindings, aspect: number, reader: Reader): Told[] {
  const { frames } = findings
  const wanted = wantedBy(reader)
  const names = [...new Set(frames.flatMap(({ objects }) => objects.map(({ name }) => name)))]
  const seen = names
    .map((name) => ({ name, count: frames.filter(({ objects }) => objects.some((one) => one.name === name)).length }))
    .sort((a, b) => rank(b.name, wanted) - rank(a.name, wanted) || b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, mostTold)
  const things = seen.flatMap(({ name }) => [
    presence(name, frames),
    ...motion(
      name,
      findings.ways.filter((way) => way.name === name),
      aspect,
    ),
  ])
  return [...things, ...absence(frames, names, wanted)]
}

interface Wanted {
  /** The classes that words of the information need map to. */
  need: ReadonlySet<string>
  /** The classes that types of the persona map to. */
  types: ReadonlySet<string>
  /** The types of the persona that map to no class. */
  unseen: readonly string[]
}

function wantedBy({ need, types, vocabulary }: Reader): Wanted {
  const words = (need ?? '').split(/[^\p{L}]+/u).filter(Boolean)
  const ofTypes = new Set<string>()
  const unseen: string[] = []
  for (const type of types) {
    const classes = classesOf(type, vocabulary)
    if (!classes.length) unseen.push(type)
    for (const name of classes) ofTypes.add(name)
  }
  return { need: new Set(words.flatMap((word) => classesOf(word, vocabulary))), types: ofTypes, unseen }
}

const rank = (name: string, { need, types }: Wanted): number => (need.has(name) ? 2 : 0) + (types.has(name) ? 1 : 0)

function presence(name: string, frames: readonly LookedAt[]): Told {
  const inFrame = (look: LookedAt) => look.objects.filter((one) => one.name === name)
  const seen = frames.filter((look) => inFrame(look).length > 0)
  const [first, last] = [seen[0]!, seen.at(-1)!]
  const most = seen.reduce((best, look) => (inFrame(look).length > inFrame(best).length ? look : best))
  const count = inFrame(most).length
  const looked = `in ${seen.length} of ${frames.length} frames looked at`
  const when =
    first === last
      ? `at ${moment(first)}`
      : `from ${seconds(first.time)} to ${seconds(last.time)} (${range(first, last)})`
  const text =
    count > 1
      ? `Up to ${count} ${pluralOf(name)} are seen at once, most at ${moment(most)}; ${looked}, ${when}`
      : `${capital(articleOf(name))} ${name} is seen ${looked}, ${when}`
  const boxes = seen.flatMap(inFrame)
  const where = regionOf(boxes.map(({ box }) => box))
  const kept = [...new Set([most, ...thinned(seen, mostShown - 1)])].sort((a, b) => a.frame - b.frame)
  return {
    text: `${text}${where ? `, mostly ${where}` : ''}.`,
    source: 'seen',
    confidence: confidenceOf(boxes, seen.length),
    start: thousandths(first.time),
    end: thousandths(last.time),
    frames: kept.map((look) => showing(look, inFrame(look))),
  }
}

/** Returns the mean confidence of the three best boxes, lowered if only one or two frames show the class. */
function confidenceOf(boxes: readonly SeenObject[], frames: number): number {
  const surest = boxes
    .map(({ confidence }) => confidence)
    .sort((a, b) => b - a)
    .slice(0, 3)
  const mean = surest.reduce((sum, one) => sum + one, 0) / surest.length
  return thousandths(mean * (frames >= 3 ? 1 : frames === 2 ? 0.85 : 0.7))
}

/** Returns a sentence on how the objects of a class move; none if no object could be tracked. */
function motion(name: string, ways: readonly Way[], aspect: number): Told[] {
  if (!ways.length) return []
  const moved = ways.map((way) => ({ way, motion: motionOf(way, aspect) }))
  const text = moved.length === 1 ? oneWay(name, moved[0]!) : manyWays(name, moved)
  const looks = ways.flatMap(({ sightings }) => [sightings[0]!, sightings.at(-1)!])
  const byFrame = new Map<number, ShownFrame>()
  for (const look of looks) {
    const frame = byFrame.get(look.frame) ?? showing(look, [])
    byFrame.set(look.frame, { ...frame, boxes: [...frame.boxes, shown(look.object)] })
  }
  const times = looks.map(({ time }) => time)
  const sightings = ways.flatMap((way) => way.sightings)
  const sureness = sightings.reduce((sum, { object }) => sum + object.confidence, 0) / sightings.length
  const followed = Math.max(...ways.map((way) => way.sightings.length))
  return [
    {
      text,
      source: 'seen',
      confidence: thousandths(sureness * Math.min(1, 0.6 + 0.1 * (followed - 2))),
      start: thousandths(Math.min(...times)),
      end: thousandths(Math.max(...times)),
      frames: thinned([...byFrame.values()].sort((a, b) => a.frame_number - b.frame_number)),
    },
  ]
}

function oneWay(name: string, { way, motion: { direction, speed, seconds: lasted } }: { way: Way; motion: Motion }) {
  const [first, last] = [way.sightings[0]!, way.sightings.at(-1)!]
  const does = direction ? `moves ${direction} at ${share(speed)} of the picture's width a second` : 'stands still'
  return (
    `${capital(articleOf(name))} ${name} that was followed for ${seconds(lasted)} (${range(first, last)}) ${does} in ` +
    'the picture.'
  )
}

function manyWays(name: string, moved: readonly { motion: Motion }[]): string {
  const groups = new Map<string | null, number[]>()
  for (const { motion } of moved) groups.set(motion.direction, [...(groups.get(motion.direction) ?? []), motion.speed])
  const parts = [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([direction, speeds]) => {
      const does = speeds.length === 1 ? ['moves', 'stands'] : ['move', 'stand']
      return direction === null
        ? `${speeds.length} ${does[1]} still`
        : `${speeds.length} ${does[0]} ${direction} (${speedsOf(speeds)})`
    })
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts[0]!
  return `Of ${moved.length} tracks of ${pluralOf(name)}, ${list}.`
}

function speedsOf(speeds: readonly number[]): string {
  const [slowest, fastest] = [share(Math.min(...speeds)), share(Math.max(...speeds))]
  const both = slowest === fastest ? slowest : `${slowest} to ${fastest}`
  return `${both} of the picture's width a second`
}

/** Returns sentences on objects that were looked for but not seen, and on types that the detector cannot look for. */
function absence(frames: readonly LookedAt[], names: readonly string[], { need, types, unseen }: Wanted): Told[] {
  const looked = frames.length === 1 ? 'the frame looked at' : `any of ${counted(frames.length, 'frame')} looked at`
  const plain = (text: string): Told => ({
    text,
    source: 'seen',
    confidence: 0.5,
    start: null,
    end: null,
    frames: thinned(frames).map((look) => showing(look, [])),
  })
  const missed = [...new Set([...need, ...types])].filter((name) => !names.includes(name))
  return [
    ...(names.length
      ? []
      : [
          {
            ...plain(`No person, vehicle, animal or other everyday thing was recognised in ${looked}.`),
            source: 'note' as const,
          },
        ]),
    ...(names.length && missed.length && missed.length <= 4
      ? [plain(`No ${missed.join(' and no ')} was recognised in ${looked}.`)]
      : []),
    ...(unseen.length
      ? [note(`The detector has no class for ${quoted(unseen.slice(0, mostNamed))} of the ontology.`)]
      : []),
  ]
}

/** Returns counts such as "5 people, 1 car"; undefined if no object is seen. */
export function countsOf(objects: readonly SeenObject[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { name } of objects) counts.set(name, (counts.get(name) ?? 0) + 1)
  if (!counts.size) return undefined
  return [...counts].map(([name, count]) => `${count} ${count > 1 ? pluralOf(name) : name}`).join(', ')
}

const showing = ({ frame, time }: LookedAt, objects: readonly SeenObject[]): ShownFrame => ({
  frame_number: frame,
  timestamp: thousandths(time),
  boxes: objects.map(shown),
})

const moment = ({ time, frame }: LookedAt): string => `${seconds(time)} (frame ${frame})`
const range = (first: LookedAt, last: LookedAt): string => `frames ${first.frame} to ${last.frame}`
const share = (value: number): string => `${Math.max(1, Math.round(100 * value))} %`
const quoted = (names: readonly string[]): string => names.map((name) => `"${cutText(name, 60)}"`).join(', ')
