/** A matched pair of tracks of two personas, by the numbers of the tracks among all, the oldest 0. */
export interface MatchedPair {
  one: number
  other: number
  tubeIou: number
}

/** Tube IoUs that differ by less are equal, so that the order of additions does not decide which pair comes first. */
const digits = 1e9

/**
 * Joins tracks into groups of tracks that show the same: all matched pairs of all pairs of personas, in descending tube
 * IoU, join their groups unless the joined group would have two tracks of one persona. Of equal pairs, the one with the
 * older track comes first, then the one with the older second track. `personaOf` has the persona of each track as a
 * number from 0 to 30. Returns the groups of at least two tracks, each in the order of age, by their oldest tracks.
 */
export function groupsOf(pairs: readonly MatchedPair[], personaOf: ArrayLike<number>): number[][] {
  const parents = Int32Array.from({ length: personaOf.length }, (_, track) => track)
  const members = Int32Array.from(personaOf, (persona) => 1 << persona)
  const rootOf = (track: number) => {
    let at = track
    for (; parents[at] !== at; at = parents[at]!) parents[at] = parents[parents[at]!]!
    return at
  }
  const ordered = pairs.map(({ one, other, tubeIou }) => ({
    older: Math.min(one, other),
    younger: Math.max(one, other),
    rank: Math.round(tubeIou * digits),
  }))
  ordered.sort((a, b) => b.rank - a.rank || a.older - b.older || a.younger - b.younger)
  for (const { older, younger } of ordered) {
    const [a, b] = [rootOf(older), rootOf(younger)]
    if (a === b || members[a]! & members[b]!) continue
    const root = Math.min(a, b)
    parents[Math.max(a, b)] = root
    members[root] = members[a]! | members[b]!
  }
  const groups = new Map<number, number[]>()
  for (let track = 0; track < parents.length; track++) {
    const root = rootOf(track)
    const group = groups.get(root)
    if (group) group.push(track)
    else groups.set(root, [track])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}
