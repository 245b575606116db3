import { useQueries } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { TracksDocument, type TrackDetailsFragment, type TracksQuery } from '../generated/graphql.js'
import { graph, keyOf } from '../lib/graph.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import type { Editor, EditorState } from './editor.js'
import { windowSize, type Track, type TrackStore } from './track-store.js'

export type Details = TrackDetailsFragment

/** Tracks whose details are asked for at once. */
const block = 50

export function useEditor(editor: Editor): EditorState {
  return useSyncExternalStore(editor.subscribe, editor.snapshot)
}

/** The number of the window that is on the screen: whoever uses this is rendered when another one begins. */
export function useWindow(player: Player): number {
  return useSyncExternalStore(player.subscribe, () => Math.floor(player.snapshot().frame / windowSize))
}

/** The tracks of a window, oldest first; undefined until they are there. */
export function useTracks(store: TrackStore, window: number): readonly Track[] | undefined {
  const changes = useSyncExternalStore(store.subscribe, store.snapshot)
  return useMemo(() => {
    const tracks = store.tracksAround(window * windowSize)
    return tracks && [...tracks.values()]
    // The store stays the same object; its changes are counted.
  }, [store, window, changes])
}

/** What is known of the tracks at these places of the list, of one more, and of others that are asked for with them. */
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

/** What a track is called: by the type or object that it stands for, else by its words. */
export function nameOf(details: Details | undefined): string {
  if (!details) return texts.tracks.unnamed
  const { target, label } = details
  if (target?.__typename === 'OntologyType') return target.typeName
  return (target && 'name' in target && target.name) || label
}
