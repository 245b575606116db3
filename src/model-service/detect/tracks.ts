import { intersectionOverUnion } from '../vision/box.js'
import type { Box } from '../vision/box.js'

interface Track {
  id: string
  box: Box
  timestamp: number
}

const leastOverlap = 0.2

/**
 * Gives ids to boxes of frames that come in order: the track that overlaps most, else a near one of like size, else a
 * new one.
 */
export function createTracker(): (boxes: Box[], timestamp: number) => string[] {
  const tracks: Track[] = []
  return (boxes, timestamp) => {
    const ids: (string | undefined)[] = boxes.map(() => undefined)
    const pairs = tracks.flatMap((track) =>
      boxes.map((box, number) => ({ track, number, score: likeness(track, box, timestamp) })),
    )
    const taken = new Set<Track>()
    for (const { track, number, score } of pairs.sort((a, b) => b.score - a.score)) {
      if (score <= 0 || ids[number] !== undefined || taken.has(track)) continue
      taken.add(track)
      ids[number] = track.id
      Object.assign(track, { box: boxes[number], timestamp })
    }
    return ids.map((id, number) => {
      if (id !== undefined) return id
      const track = { id: `track-${tracks.length + 1}`, box: boxes[number]!, timestamp }
      tracks.push(track)
      return track.id
    })
  }
}

/**
 * 1 + overlap for boxes that overlap; below 1 for a box of like size that is no further than half the picture a second;
 * 0 for no match.
 */
function likeness(track: Track, box: Box, timestamp: number): number {
  const overlap = intersectionOverUnion(track.box, box)
  if (overlap >= leastOverlap) return 1 + overlap
  const sizes = [track.box.width / box.width, track.box.height / box.height]
  if (sizes.some((ratio) => ratio < 0.6 || ratio > 1 / 0.6)) return 0
  const distance = Math.hypot(
    track.box.x + track.box.width / 2 - box.x - box.width / 2,
    track.box.y + track.box.height / 2 - box.y - box.height / 2,
  )
  return Math.max(0, 1 - distance / Math.min(1, 0.05 + 0.5 * (timestamp - track.timestamp)))
}
