import type { TrackEntry, TrackIndex } from './track-index.js'

/** By name, that is by type or object and then by number; by the first frame; or by number, that is by age. */
export type ObjectOrder = 'name' | 'first' | 'number'

/** What the list of objects is searched for, and how it is sorted. */
export interface ObjectSearch {
  text: string
  order: ObjectOrder
}

const collator = new Intl.Collator()

/**
 * Returns the tracks whose name has each word of the text, sorted. A word of digits is the beginning of a number: "73"
 * finds "Bicycle 73".
 */
export function found(
  entries: readonly TrackEntry[],
  index: Pick<TrackIndex, 'labelOf'>,
  { text, order }: ObjectSearch,
): TrackEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  // Thousands of tracks have a few labels, which are compared once each.
  const labels = new Map<string, string>()
  for (const entry of entries) if (!labels.has(entry.key)) labels.set(entry.key, index.labelOf(entry).toLowerCase())
  const isMeant = ({ key, number }: TrackEntry) =>
    words.every((word) => (/^\d+$/.test(word) && String(number).startsWith(word)) || labels.get(key)!.includes(word))
  const sorted = [...labels].sort(([, one], [, other]) => collator.compare(one, other))
  const places = new Map(sorted.map(([key], place) => [key, place]))
  const before: Record<ObjectOrder, (a: TrackEntry, b: TrackEntry) => number> = {
    name: (a, b) => places.get(a.key)! - places.get(b.key)! || a.number - b.number,
    first: (a, b) => a.firstFrame - b.firstFrame || a.number - b.number,
    number: (a, b) => a.number - b.number,
  }
  return entries.filter(isMeant).sort(before[order])
}

/** Returns how many tracks each type and object has, the most frequent first. */
export function countsOf(entries: readonly TrackEntry[]): { entry: TrackEntry; count: number }[] {
  const counts = new Map<string, { entry: TrackEntry; count: number }>()
  for (const entry of entries) {
    const counted = counts.get(entry.key)
    if (counted) counted.count++
    else counts.set(entry.key, { entry, count: 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)
}
