import { useMemo, useSyncExternalStore } from 'react'
import { TracksDocument, WholeTrackDocument, type TrackDetailsFragment } from '../generated/graphql.js'
import { keyOf, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import type { Player } from '../videos/player.js'
import type { EditorState } from './act.js'
import type { Editor } from './editor.js'
import type { TrackEntry, TrackIndex } from './track-index.js'
import type { LooksState, TrackLooks } from './track-looks.js'
import { windowSize, type TrackStore } from './track-store.js'
import type { Track } from './track.js'

export type Details = TrackDetailsFragment

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

/** All tracks of the video; the component renders again when the index changes. */
export function useEntries(index: TrackIndex): readonly TrackEntry[] | undefined {
  useSyncExternalStore(index.subscribe, index.snapshot)
  return index.entries
}

/** What is hidden, locked, chosen and filtered. */
export function useLooks(looks: TrackLooks): LooksState {
  return useSyncExternalStore(looks.subscribe, looks.snapshot)
}

/** The details of a track; undefined without one and until they are loaded. */
export function useDetails(id: string | undefined): Details | undefined {
  const { data } = useGraph(TracksDocument, { ids: [id ?? ''] }, { enabled: id !== undefined, staleTime: 60_000 })
  const [node] = data?.nodes ?? []
  return node && 'label' in node && node.id === id ? node : undefined
}

/** Has the details of a track read again. */
export function readDetailsAgain(id: string): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(TracksDocument, { ids: [id] }) })
  void queryClient.invalidateQueries({ queryKey: keyOf(WholeTrackDocument, { id }) })
}
