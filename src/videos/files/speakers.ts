export interface Span {
  /** `start` and `end` are in seconds. */
  start: number
  end: number
}
export type Turn = Span & { speaker: string }

/**
 * Returns the speaker of each segment: the one who talks longest inside it, in seconds summed over turns. In a tie, the
 * first in `speakers` is returned; null if no speaker talks (V-23).
 */
export function speakersOf(
  segments: readonly Span[],
  turns: readonly Turn[],
  speakers: readonly string[],
): (string | null)[] {
  const rank = new Map<string, number>()
  for (const speaker of [...speakers, ...turns.map((turn) => turn.speaker)])
    if (!rank.has(speaker)) rank.set(speaker, rank.size)
  const sorted = [...turns].sort((a, b) => a.start - b.start)
  const order = segments.map((_, index) => index).sort((a, b) => (segments[a]?.start ?? 0) - (segments[b]?.start ?? 0))
  const result: (string | null)[] = segments.map(() => null)
  let next = 0
  let open: Turn[] = []
  for (const index of order) {
    const segment = segments[index]
    if (!segment) continue
    for (let turn = sorted[next]; turn && turn.start < segment.end; turn = sorted[++next]) open.push(turn)
    open = open.filter((turn) => turn.end > segment.start)
    result[index] = longest(segment, open, rank)
  }
  return result
}

function longest(segment: Span, turns: readonly Turn[], rank: ReadonlyMap<string, number>): string | null {
  const totals = new Map<string, number>()
  for (const turn of turns) {
    const overlap = Math.min(turn.end, segment.end) - Math.max(turn.start, segment.start)
    if (overlap > 0) totals.set(turn.speaker, (totals.get(turn.speaker) ?? 0) + overlap)
  }
  // The totals are sums of floating-point numbers, so those that differ by less than a nanosecond count as equal.
  const best = Math.max(0, ...totals.values()) - 1e-9
  const tied = [...totals].filter(([, total]) => total >= best).map(([speaker]) => speaker)
  return tied.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))[0] ?? null
}
