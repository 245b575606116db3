import { kindNamed } from '../../kinds.js'
import { inTurns, Turn, type Clock } from '../../lib/fairness/turns.js'

/** The fields of an entry of a deletion that say what was deleted together. */
export interface GoneEntry {
  seq: number
  kind: string
  thing: string
  part: string | null
  parentId: string | null
  projectId: string | null
  /**
   * What it is deleted with besides its parent, by ids, and by `persona/type` for a type: the claim that a relation
   * points to, and the types and the other persona of a correspondence.
   */
  targets: readonly string[] | null
  /** Of an annotation that is labelled with a type of its persona: the type, with which it is deleted as well. */
  label: string | null
}

/**
 * Returns a function that gives the entries of the transaction for everything that was deleted together with a thing,
 * the entry of the thing first. The order of entries within a transaction does not show what was deleted together;
 * parents do. Both functions work in turns with other requests.
 */
export async function goneTogether<E extends GoneEntry>(
  clock: Clock,
  entries: readonly E[],
): Promise<(rootSeq: number) => Promise<E[]>> {
  const below = new Map<string, E[]>()
  const add = (parent: string | null, entry: E) => {
    if (parent === null) return
    const list = below.get(parent)
    if (list) list.push(entry)
    else below.set(parent, [entry])
  }
  const bySeq = new Map<number, E>()
  await inTurns(clock, entries.length, (at) => {
    const entry = entries[at]!
    add(entry.parentId, entry)
    for (const target of entry.targets ?? []) add(target, entry)
    if (entry.label !== null) add(typeName(entry.parentId, entry.label), entry)
    bySeq.set(entry.seq, entry)
  })
  return async (rootSeq) => {
    const root = bySeq.get(rootSeq)
    if (!root) return []
    const found = [root]
    const seqs = new Set([rootSeq])
    const turn = new Turn(clock)
    for (let at = 0; at < found.length; at++) {
      if (turn.isOver()) await turn.pause()
      const { kind, thing, part } = found[at]!
      const next = part === null ? below.get(thing) : kind.endsWith('_type') ? below.get(typeName(thing, part)) : []
      for (const entry of next ?? []) {
        if (seqs.has(entry.seq)) continue
        seqs.add(entry.seq)
        found.push(entry)
      }
    }
    turn.end()
    return found
  }
}

const typeName = (persona: string | null, type: string) => `${persona}/${type}`

/** Counts entries by their kinds, without the pieces that store sequences. */
export function countsByKind(entries: readonly { kind: string }[]): { kind: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { kind } of entries) if (!kindNamed(kind)?.isStorage) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => ({ kind, count }))
}
