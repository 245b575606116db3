import type { AllTracks, Label } from './conclusion.js'
import type { MatchedPair } from './groups.js'
import type { Segments } from './tracks.js'

/** The kinds of disagreements between tracks. */
export const trackKinds = ['missing', 'type', 'object', 'place', 'time'] as const
export type TrackKind = (typeof trackKinds)[number]

export interface Disagreement<Kind extends string = TrackKind> {
  kind: Kind
  /** The product of `extent` and `severity`, each from 0 to 1. */
  weight: number
  extent: number
  severity: number
  /** The order of disagreements of one weight: the kind, then the ids. */
  key: string
}

/** A disagreement between tracks, which are numbered by age. */
export interface TrackDisagreement extends Disagreement {
  tracks: number[]
  /** The personas that have no track of it, as indexes. */
  missing: number[]
  /** The first and last frame on which one of the tracks is visible. */
  first: number
  last: number
}

/** Which disagreements are wanted. */
export interface WantedDisagreements {
  kinds: readonly TrackKind[]
  /** Only those that concern this persona, as an index; null for all. */
  persona: number | null
  /** Only those that are settled, or only those that are not; null for all. */
  isSettled: boolean | null
  /** The keys of those that are settled. */
  settled: readonly string[]
  page: DisagreementPage
}

/** The part of the list between two places, each by weight and key; from the end if `backward`. */
export interface DisagreementPage {
  after: readonly [weight: number, key: string] | null
  before: readonly [weight: number, key: string] | null
  backward: boolean
  limit: number
}

export interface Disagreeing {
  tracks: AllTracks
  /** The id of each track. */
  ids: readonly string[]
  labels: readonly Label[]
  classes: Int32Array
  units: readonly (readonly number[])[]
  matches: readonly (MatchedPair & { temporalIou: number })[]
  segments: readonly Segments[]
  /** The number of compared frames. */
  frames: number
  wanted: WantedDisagreements
}

/** Severities below are rounding errors. */
const tolerance = 1e-9

/**
 * Returns the wanted part of the list of disagreements between tracks, the heaviest first, and the length of the list.
 * The weight is extent times severity. The extent is the number of frames of the longest of the tracks as a share of
 * the compared frames. The severity is 1 for a track that others do not have, 1 minus the share of the most frequent
 * label of a unit, 1 minus the tube IoU (`place`) or temporal IoU (`time`) of two matched tracks.
 */
export function disagreementsOf(input: Disagreeing): { rows: TrackDisagreement[]; count: number } {
  const { wanted } = input
  const settled = new Set(wanted.settled)
  const all = [...found(input)].filter(
    (one) => concerns(input, one) && (wanted.isSettled === null || settled.has(one.key) === wanted.isSettled),
  )
  return { rows: onPage(all, wanted.page), count: all.length }
}

/** Returns the disagreements of a page in the order of the list, from the end if the page is read backward. */
export function onPage<D extends Pick<Disagreement, 'weight' | 'key'>>(all: readonly D[], page: DisagreementPage): D[] {
  const { after, before, backward, limit } = page
  const within = all.filter(
    (one) => (!after || heaviestFirst(one, placed(after)) > 0) && (!before || heaviestFirst(one, placed(before)) < 0),
  )
  const chosen = foremost(within, page).sort(heaviestFirst)
  return (backward ? chosen.reverse() : chosen).slice(0, limit)
}

const placed = ([weight, key]: readonly [number, string]) => ({ weight, key })

/** The order of the list: the heaviest first, then by kind and ids. */
export function heaviestFirst(
  a: Pick<Disagreement, 'weight' | 'key'>,
  b: Pick<Disagreement, 'weight' | 'key'>,
): number {
  return b.weight - a.weight || Number(a.key > b.key) - Number(a.key < b.key)
}

/** Returns the disagreements that can be on the page, so that not all of a long list are sorted by their keys. */
function foremost<D extends { weight: number }>(rows: D[], { backward, limit }: DisagreementPage): D[] {
  if (rows.length <= 2 * limit) return rows
  const weights = Float64Array.from(rows, ({ weight }) => weight).sort()
  const edge = backward ? weights[limit - 1]! : weights[weights.length - limit]!
  return rows.filter(({ weight }) => (backward ? weight <= edge : weight >= edge))
}

function concerns({ tracks, wanted: { persona } }: Disagreeing, one: TrackDisagreement): boolean {
  if (persona === null || one.missing.includes(persona)) return true
  return one.tracks.some((track) => tracks.persona[track] === persona)
}

function* found(input: Disagreeing): Generator<TrackDisagreement> {
  const { tracks, units, wanted, segments } = input
  const wants = new Set(wanted.kinds)
  const unitOf = new Int32Array(tracks.persona.length).fill(-1)
  units.forEach((unit, at) => unit.forEach((track) => (unitOf[track] = at)))
  if (wants.has('missing')) {
    for (const unit of units) if (unit.length < segments.length) yield disagreement(input, 'missing', unit, 1)
    for (const [track, unit] of unitOf.entries()) if (unit < 0) yield disagreement(input, 'missing', [track], 1)
  }
  for (const unit of units) {
    const objects = unit.filter((track) => tracks.isObject[track]).length
    if (objects > 0 && objects < unit.length) continue
    const kind = objects ? 'object' : 'type'
    const severity = wants.has(kind) ? 1 - greatestShare(unit.map((track) => valueOf(input, track))) : 0
    if (severity > tolerance) yield disagreement(input, kind, unit, severity)
  }
  for (const { one, other, tubeIou, temporalIou } of input.matches) {
    if (unitOf[one]! < 0 || unitOf[one] !== unitOf[other]) continue
    const pair = [Math.min(one, other), Math.max(one, other)]
    if (wants.has('place') && 1 - tubeIou > tolerance) yield disagreement(input, 'place', pair, 1 - tubeIou)
    if (wants.has('time') && 1 - temporalIou > tolerance) yield disagreement(input, 'time', pair, 1 - temporalIou)
  }
}

function valueOf({ tracks, labels, classes }: Disagreeing, track: number): number {
  const { value } = labels[tracks.label[track]!]!
  return tracks.isObject[track] ? value : classes[value]!
}

/** Returns the number of occurrences of the most frequent value, as a share of all. */
function greatestShare(values: readonly number[]): number {
  const most = values.reduce((sum, value) => Math.max(sum, values.filter((one) => one === value).length), 0)
  return most / values.length
}

function disagreement(
  input: Disagreeing,
  kind: TrackKind,
  unit: readonly number[],
  severity: number,
): TrackDisagreement {
  const { tracks, segments, ids, frames } = input
  let [longest, first, last] = [0, Infinity, -Infinity]
  for (const track of unit) {
    const own = segments[tracks.persona[track]!]!
    const place = tracks.place[track]!
    longest = Math.max(longest, own.counts[place]!)
    first = Math.min(first, own.first[own.tracks[place]!]!)
    last = Math.max(last, own.last[own.tracks[place + 1]! - 1]!)
  }
  const present = new Set(unit.map((track) => tracks.persona[track]!))
  const missing = kind === 'missing' ? [...segments.keys()].filter((persona) => !present.has(persona)) : []
  const extent = longest / frames
  const key = [kind, ...unit.map((track) => ids[track]!)].join(' ')
  return { kind, weight: extent * severity, extent, severity, key, tracks: [...unit], missing, first, last }
}
