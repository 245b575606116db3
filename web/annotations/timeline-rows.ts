import { texts } from '../texts.js'
import type { Track } from './track.js'

/** A track as a row of the timeline. */
export interface RowTrack {
  id: string
  /** The boxes of the track, if the window that contains them is loaded. */
  track: Track | undefined
  /** The first frame with a box; `last` is the last one. */
  first: number
  last: number
}

/** The heading above the tracks of a type or object. */
export interface RowGroup {
  key: string
  name: string
  isFolded: boolean
  tracks: readonly RowTrack[]
}

/** A row of the timeline: a heading, or a track of the heading before it. */
export type Row = { group: RowGroup; row?: never } | { row: RowTrack; group?: never }

/** What a track belongs to, and the frame by which it is sorted. */
export interface Place {
  key: string
  name: string
  /** Tells apart types of the same name. */
  persona: string | undefined
  begins: number
}

/**
 * Returns the rows of tracks: those of a type or object stand under its heading, by the frames on which they begin;
 * headings stand in the order of their names. Those of a folded heading are left out.
 */
export function rowsOf(
  tracks: readonly RowTrack[],
  placeOf: (track: RowTrack) => Place,
  folded: ReadonlySet<string>,
): Row[] {
  const groups = new Map<string, { place: Place; members: { begins: number; track: RowTrack }[] }>()
  for (const track of tracks) {
    const place = placeOf(track)
    const group = groups.get(place.key)
    const member = { begins: place.begins, track }
    if (group) group.members.push(member)
    else groups.set(place.key, { place, members: [member] })
  }
  const all = [...groups.values()]
  const isTwice = ({ name, key }: Place) => all.some(({ place }) => place.name === name && place.key !== key)
  const nameOf = (place: Place) =>
    place.persona !== undefined && isTwice(place) ? texts.watch.ofPersona(place.name, place.persona) : place.name
  return all
    .map(({ place, members }) => ({ key: place.key, name: nameOf(place), members }))
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap(({ key, name, members }): Row[] => {
      const sorted = members.sort((a, b) => a.begins - b.begins).map(({ track }) => track)
      const isFolded = folded.has(key)
      const heading: Row = { group: { key, name, isFolded, tracks: sorted } }
      return isFolded ? [heading] : [heading, ...sorted.map((row) => ({ row }))]
    })
}
