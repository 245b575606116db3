import type { ComparedFrames } from './frames.js'
import { groupsOf, type MatchedPair } from './groups.js'
import { agreementInTime, presenceOf } from './presence.js'
import { reliabilityOf, type Reliability } from './reliability.js'
import type { Segments } from './tracks.js'
import {
  classesOf,
  personasOfClasses,
  unmappedOf,
  type ComparedType,
  type Correspondence,
  type NamedType,
  type TypeConflict,
} from './type-classes.js'

/** All compared tracks, from the oldest; entry i of the arrays belongs to track i. */
export interface AllTracks {
  /** Its persona, as an index of `personaIds`, and its place among the tracks of that persona. */
  persona: Int32Array
  place: Int32Array
  /** 1 for an annotation of an object. */
  isObject: Uint8Array
  /** Its label as an index of `labels`. */
  label: Int32Array
}

/** A label as its annotation has it, and what it means. */
export interface Label {
  /** ID of the type or object. */
  id: string
  /** The type as an index of `types`, or the number of the object, which is the same for the same object. */
  value: number
}

export interface Concluding {
  personaIds: readonly string[]
  frames: ComparedFrames
  seed: number
  tracks: AllTracks
  labels: readonly Label[]
  types: readonly ComparedType[]
  correspondences: readonly Correspondence[]
  matches: readonly MatchedPair[]
  segments: readonly Segments[]
}

export interface Confusion {
  personas: [first: string, second: string]
  counts: { first: string; second: string; units: number }[]
}

export type LabelFigures = Reliability & { confusion: Confusion[] }

export interface TimeFigures {
  typeIds: string[]
  name: string
  alpha: number | null
  temporalIou: number | null
}

export interface Conclusion {
  groups: { units: number; alone: number }
  types: LabelFigures
  object: LabelFigures
  mixed: number
  time: TimeFigures[]
  unmapped: NamedType[]
  conflicts: TypeConflict[]
  /** The groups with tracks of at least two personas, each in the order of age, by their oldest tracks. */
  units: number[][]
  /** The class of each type; types of one class are the same. */
  classes: Int32Array
}

/** Computes what follows from the matched tracks of all pairs of personas: groups, and the figures of their labels. */
export function conclude(input: Concluding): Conclusion {
  const { personaIds, tracks, labels, types } = input
  const { classes, conflicts, lenient } = classesOf(types, input.correspondences)
  const groups = groupsOf(input.matches, tracks.persona)
  const ofTypes = groups.filter((group) => group.every((track) => !tracks.isObject[track]))
  const ofObjects = groups.filter((group) => group.every((track) => tracks.isObject[track]))
  const labelOf = (track: number) => labels[tracks.label[track]!]!
  const figures = (
    units: readonly number[][],
    valueOf: (track: number) => number,
    pairs: readonly [number, number][],
  ) => ({
    ...reliabilityOf(
      units.map((unit) => unit.map(valueOf)),
      pairs,
      input.seed,
    ),
    confusion: confusionOf(personaIds, units, tracks, (track) => labelOf(track).id),
  })
  const inGroups = groups.reduce((sum, group) => sum + group.length, 0)
  const used = new Set<number>()
  tracks.label.forEach((label, track) => {
    if (!tracks.isObject[track]) used.add(labels[label]!.value)
  })
  const shared = personasOfClasses(types, classes)
  return {
    groups: { units: groups.length, alone: tracks.persona.length - inGroups },
    types: figures(ofTypes, (track) => classes[labelOf(track).value]!, lenient),
    object: figures(ofObjects, (track) => labelOf(track).value, []),
    mixed: groups.length - ofTypes.length - ofObjects.length,
    time: timeOf(input, classes, shared),
    unmapped: unmappedOf(types, classes, shared, used),
    conflicts,
    units: groups,
    classes,
  }
}

/** Counts, for each pair of personas, how often they gave which labels to one unit. */
function confusionOf(
  personaIds: readonly string[],
  units: readonly (readonly number[])[],
  { persona }: AllTracks,
  idOf: (track: number) => string,
): Confusion[] {
  const counts = new Map<number, Map<string, { first: string; second: string; units: number }>>()
  for (const unit of units)
    for (const one of unit)
      for (const other of unit) {
        if (persona[one]! >= persona[other]!) continue
        const pair = persona[one]! * personaIds.length + persona[other]!
        const ofPair = counts.get(pair) ?? new Map<string, { first: string; second: string; units: number }>()
        counts.set(pair, ofPair)
        const [first, second] = [idOf(one), idOf(other)]
        const key = `${first}\0${second}`
        const entry = ofPair.get(key) ?? { first, second, units: 0 }
        entry.units += 1
        ofPair.set(key, entry)
      }
  const inOrder = [...counts].sort(([a], [b]) => a - b)
  return inOrder.map(([pair, ofPair]) => ({
    personas: [personaIds[Math.floor(pair / personaIds.length)]!, personaIds[pair % personaIds.length]!],
    counts: [...ofPair.values()].sort(
      (a, b) => b.units - a.units || compare(a.first, b.first) || compare(a.second, b.second),
    ),
  }))
}

const compare = (a: string, b: string) => Number(a > b) - Number(a < b)

/** Returns how far the personas agree on when types are visible, for each class that at least two of them have. */
function timeOf(
  { personaIds, frames, tracks, labels, types, segments }: Concluding,
  classes: Int32Array,
  shared: ReadonlyMap<number, ReadonlySet<string>>,
): TimeFigures[] {
  const members = new Map<number, number[]>()
  types.forEach((_, type) => {
    const own = members.get(classes[type]!) ?? []
    members.set(classes[type]!, own)
    own.push(type)
  })
  /** The tracks of each persona that show a class, by their places. */
  const shown = new Map<string, number[]>()
  tracks.label.forEach((label, track) => {
    if (tracks.isObject[track]) return
    const key = `${classes[labels[label]!.value]} ${tracks.persona[track]}`
    const places = shown.get(key) ?? []
    shown.set(key, places)
    places.push(tracks.place[track]!)
  })
  return [...members].flatMap(([number, own]) => {
    const personas = shared.get(number)!
    if (personas.size < 2) return []
    const observers = personaIds.flatMap((personaId, at) =>
      personas.has(personaId) ? [presenceOf(segments[at]!, shown.get(`${number} ${at}`) ?? [], frames.step)] : [],
    )
    const typeIds = own.map((type) => types[type]!.typeId)
    const first = own.reduce((a, b) =>
      personaIds.indexOf(types[b]!.personaId) < personaIds.indexOf(types[a]!.personaId) ? b : a,
    )
    return [{ typeIds, name: types[first]!.name, ...agreementInTime(observers, frames) }]
  })
}
