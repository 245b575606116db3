import { useMemo } from 'react'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import type { View } from './timeline-view.js'
import type { TrackIndex } from './track-index.js'
import type { TrackLooks } from './track-looks.js'
import { windowSize } from './track-store.js'
import { boxOf, type Track } from './track.js'
import { useEntries, useLooks } from './use-tracks.js'

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

interface Shown {
  player: Player
  index: TrackIndex
  looks: TrackLooks
  tracks: readonly Track[] | undefined
  view: View
}

/**
 * Returns the rows of the tracks in view that pass the filter, their number, and that of all tracks in view; undefined
 * while they are being loaded. Within a window they come from the store, which includes changes that are not saved yet.
 */
export function useRows({ player, index, looks, tracks, view }: Shown) {
  const entries = useEntries(index)
  const changes = index.snapshot()
  const { filter, folded } = useLooks(looks)
  const frame = useFrameIf(player, filter.onFrame)
  const { list, total } = useMemo(() => {
    const { from, span } = view
    const isWide = span > windowSize
    const inView = isWide
      ? entries
          ?.filter(({ firstFrame, lastFrame }) => firstFrame < from + span && lastFrame >= from)
          .map(({ id, firstFrame, lastFrame }): RowTrack => ({
            id,
            track: undefined,
            first: firstFrame,
            last: lastFrame,
          }))
      : tracks?.map((track): RowTrack => ({ id: track.id, track, first: track.first, last: track.last }))
    const boxes = filter.onFrame ? new Map(tracks?.map((track) => [track.id, track])) : undefined
    const isOnFrame = (id: string) => {
      const track = boxes?.get(id)
      return track !== undefined && frame !== undefined && boxOf(track, frame)?.visible === true
    }
    const list = inView?.filter(({ id }) => {
      const entry = index.entry(id)
      return (!entry || looks.passes(entry)) && (!boxes || isOnFrame(id))
    })
    return { list, total: isWide ? entries?.length : inView?.length }
    // `looks.passes` depends on the filter, and `entries` on the content of the index.
  }, [entries, tracks, view, filter, frame, index, looks])
  const rows = useMemo(
    () => list && rowsOf(list, (row) => placeOf(index, row), folded),
    // The names of types are read after the tracks, which `changes` counts.
    [list, index, changes, folded],
  )
  return { rows, count: list?.length, total }
}

function placeOf(index: TrackIndex, { id, first }: RowTrack): Place {
  const entry = index.entry(id)
  if (!entry) return { key: '', name: texts.tracks.unnamed, persona: undefined, begins: first }
  const { key, firstFrame } = entry
  return { key, name: index.labelOf(entry), persona: index.thingOf(key)?.persona, begins: firstFrame }
}

/**
 * Returns the current frame if it matters; otherwise undefined, so that the component does not render again with every
 * frame.
 */
function useFrameIf(player: Player, matters: boolean): number | undefined {
  const frame = useFrame(player, matters)
  return matters ? frame : undefined
}
