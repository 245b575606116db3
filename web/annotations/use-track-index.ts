import { useEffect, useState, useSyncExternalStore } from 'react'
import { showError } from '../lib/notices.js'
import { onUpdates } from '../lib/updates.js'
import { followTracks } from './follow-tracks.js'
import { TrackIndex } from './track-index.js'

/**
 * Returns the tracks of a video with their names, for pages that do not draw them; renders again once they are read.
 */
export function useTrackIndex(videoId: string): TrackIndex {
  const [index, setIndex] = useState(() => new TrackIndex(videoId))
  if (index.videoId !== videoId) setIndex(new TrackIndex(videoId))
  useEffect(() => {
    index.load().catch(showError)
    return onUpdates((updates) => void followTracks(index, updates))
  }, [index])
  useSyncExternalStore(index.subscribe, index.snapshot)
  return index
}
