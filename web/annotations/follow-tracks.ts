import { showError } from '../lib/notices.js'
import type { Updates } from '../lib/updates.js'
import type { TrackIndex } from './track-index.js'

/** The kinds of things that name tracks. */
const named = new Set([
  ...['entity_type', 'event_type', 'role_type', 'relation_type', 'entity', 'event', 'time'],
  ...['entity_collection', 'event_collection', 'time_collection'],
])

/** Returns what of the updates is about tracks of a video. */
const ofTracks = (videoId: string, { updates }: Updates) =>
  updates.filter((one) => one.kind === 'annotation' && (one.videoId === null || one.videoId === videoId))

/** Returns whether others may have deleted tracks of a video: those of a persona are deleted with it. */
const mayBeGone = ({ everything, updates }: Updates) => everything || updates.some(({ kind }) => kind === 'persona')

/** Returns whether others may have changed boxes of a video. */
export const changesBoxes = (videoId: string, updates: Updates): boolean =>
  mayBeGone(updates) || ofTracks(videoId, updates).length > 0

/** Reads again what others have changed of the tracks of a video; returns whether their boxes may have changed, too. */
export function followTracks(index: TrackIndex, updates: Updates): boolean {
  const tracks = ofTracks(index.videoId, updates)
  if (mayBeGone(updates) || tracks.some(({ ids }) => ids === null)) {
    index.load().catch(showError)
    return true
  }
  for (const id of tracks.flatMap(({ ids }) => ids ?? [])) index.touch(id)
  if (updates.updates.some(({ kind }) => named.has(kind))) index.name(true).catch(showError)
  return tracks.length > 0
}
