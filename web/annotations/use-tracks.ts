import { useMemo, useSyncExternalStore } from 'react'
import type { Player } from '../videos/player.js'
import type { EditorState } from './act.js'
import type { Editor } from './editor.js'
import type { TrackEntry, TrackIndex } from './track-index.js'
import type { LooksState, TrackLooks } from './track-looks.js'
import { windowSize, type TrackStore } from './track-store.js'
import type { Track } from './track.js'

/** Returns the state of the editor; the component renders again when it changes. */
export function useEditor(editor: Editor): EditorState {
  return useSyncExternalStore(editor.subscribe, editor.snapshot)
}

/** Returns the index of the current window; the component renders again only when another window begins. */
export function useWindow(player: Player): number {
  return useSyncExternalStore(player.subscribe, () => Math.floor(player.snapshot().frame / windowSize))
}

/** Returns the tracks of a window, oldest first; undefined until the window is loaded. */
export function useTracks(store: TrackStore, window: number): readonly Track[] | undefined {
  const changes = useSyncExternalStore(store.subscribe, store.snapshot)
  return useMemo(() => {
    const tracks = store.tracksAround(window * windowSize)
    return tracks && [...tracks.values()]
    // The store is mutable and stays the same object, so its counter of changes is a dependency.
  }, [store, window, changes])
}

/** Returns all tracks of the video; the component renders again when the index changes. */
export function useEntries(index: TrackIndex): readonly TrackEntry[] | undefined {
  useSyncExternalStore(index.subscribe, index.snapshot)
  return index.entries
}

/** Returns which tracks are hidden, locked, chosen and filtered. */
export function useLooks(looks: TrackLooks): LooksState {
  return useSyncExternalStore(looks.subscribe, looks.snapshot)
}
