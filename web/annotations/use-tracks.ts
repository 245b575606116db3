import { useQueries } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { TracksDocument, type TrackDetailsFragment, type TracksQuery } from '../generated/graphql.js'
import { graph, keyOf } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import type { EditorState } from './act.js'
import type { Editor } from './editor.js'
import { windowSize, type TrackStore } from './track-store.js'
import type { Track } from './track.js'

export type Details = TrackDetailsFragment

/** The number of tracks whose details are loaded with one request. */
const block = 50

/** The state of the editor; the component renders again when it changes. */
export function useEditor(editor: Editor): EditorState {
  return useSyncExternalStore(editor.subscribe, editor.snapshot)
}

/** The index of the current window; the component renders again only when another window begins. */
export function useWindow(player: Player): number {
  return useSyncExternalStore(player.subscribe, () => Math.floor(player.snapshot().frame / windowSize))
}

/** The tracks of a window, oldest first; undefined until the window is loaded. */
export function useTracks(store: TrackStore, window: number): readonly Track[] | undefined {
  const changes = useSyncExternalStore(store.subscribe, store.snapshot)
  return useMemo(() => {
    const tracks = store.tracksAround(window * windowSize)
    return tracks && [...tracks.values()]
    // The store is mutable and stays the same object, so its count of changes is a dependency.
  }, [store, window, changes])
}

/**
 * The details, by id, of the tracks at these indexes of the list and of the track `more`. They are loaded in blocks,
 * so the result holds details of neighbouring tracks as well.
 */
export function useDetails(
  tracks: readonly Track[] | undefined,
  places: readonly number[],
  more: string | undefined,
): ReadonlyMap<string, Details> {
  const blocks = [...new Set(places.map((place) => Math.floor(place / block)))]
  const asked = blocks.flatMap((one) => {
    const ids = (tracks ?? []).slice(one * block, (one + 1) * block).map(({ id }) => id)
    return ids.length ? [ids] : []
  })
  if (more !== undefined && !asked.some((ids) => ids.includes(more))) asked.push([more])
  const answers = useQueries({
    queries: asked.map((ids) => ({
      queryKey: keyOf(TracksDocument, { ids }),
      queryFn: ({ signal }: { signal: AbortSignal }) => graph(TracksDocument, { ids }, { signal }),
      staleTime: 60_000,
    })),
    combine: nodesOf,
  })
  return useMemo(() => new Map(answers.map((one) => [one.id, one])), [answers])
}

const nodesOf = (answers: { data?: TracksQuery | undefined }[]): Details[] =>
  answers.flatMap(({ data }) => data?.nodes.flatMap((node) => (node && 'label' in node ? [node] : [])) ?? [])

/** Has the details of a track read again. */
export function readDetailsAgain(id: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [hash, given] }) =>
      hash === keyOf(TracksDocument)[0] && ((given as { ids?: string[] })?.ids ?? []).includes(id),
  })
}

/** The display name of a track: that of the type or object it stands for, else its label. */
export function nameOf(details: Details | undefined): string {
  if (!details) return texts.tracks.unnamed
  const { target, label } = details
  if (target?.__typename === 'OntologyType') return target.typeName!
  return (target && 'name' in target && target.name) || label!
}
