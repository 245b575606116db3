/** An element with what it costs to reach it. */
export type Entry = [loss: number, element: number]

/** Adds an entry to a binary heap whose first entry has the least loss. */
export function push(heap: Entry[], entry: Entry): void {
  let at = heap.length
  heap.push(entry)
  for (let up = (at - 1) >> 1; at > 0 && heap[up]![0] > entry[0]; up = (at - 1) >> 1) {
    heap[at] = heap[up]!
    at = up
  }
  heap[at] = entry
}

/** Removes and returns the entry with the least loss; undefined if the heap is empty. */
export function pop(heap: Entry[]): Entry | undefined {
  const top = heap[0]
  const last = heap.pop()
  if (!last || heap.length === 0) return top
  let at = 0
  for (;;) {
    let down = 2 * at + 1
    if (down >= heap.length) break
    if (down + 1 < heap.length && heap[down + 1]![0] < heap[down]![0]) down += 1
    if (heap[down]![0] >= last[0]) break
    heap[at] = heap[down]!
    at = down
  }
  heap[at] = last
  return top
}
