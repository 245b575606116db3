import { showError } from '../lib/notices.js'
import type { Updates } from '../lib/updates.js'
import type { TrackIndex } from './track-index.js'

/** The kinds of things that name tracks. */
const named = new Set([
  ...['entity_type', 'event_type', 'role_type', 'relation_type', 'entity', 'event', 'time'],
  ...['entity_collection', 'event_collection', 'time_collection'],
])

/** Reads again what others have changed of the tracks of a video; returns whether their boxes may have changed, too. */
export function followTracks(index: TrackIndex, { everything, updates }: Updates): boolean {
  const tracks = updates.filter(
    ({ kind, videoId }) => kind === 'annotation' && (videoId === null || videoId === index.videoId),
  )
  // The tracks of a persona are deleted with it.
  if (everything || tracks.some(({ ids }) => ids === null) || updates.some(({ kind }) => kind === 'persona')) {
    index.load().catch(showError)
    return true
  }
  for (const id of tracks.flatMap(({ ids }) => ids ?? [])) index.touch(id)
  if (updates.some(({ kind }) => named.has(kind))) index.name(true).catch(showError)
  return tracks.length > 0
}
