import { TracksDocument, WholeTrackDocument, type TrackDetailsFragment } from '../generated/graphql.js'
import { keyOf, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'

/** Returns the details of a track; undefined without an id and until they are loaded. */
export function useDetails(id: string | undefined): TrackDetailsFragment | undefined {
  const { data } = useGraph(TracksDocument, { ids: [id ?? ''] }, { enabled: id !== undefined, staleTime: 60_000 })
  const [node] = data?.nodes ?? []
  return node && 'label' in node && node.id === id ? node : undefined
}

/** Reads the details of a track again. */
export function readDetailsAgain(id: string): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(TracksDocument, { ids: [id] }) })
  void queryClient.invalidateQueries({ queryKey: keyOf(WholeTrackDocument, { id }) })
}
