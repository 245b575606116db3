import type { Listed } from '../personas/ThingTable.js'
import { language } from '../texts.js'

/** The orders of a list of objects: as they were added to each kind, the last one first, and by name. */
export const orders = ['added', 'latest', 'name'] as const
export type Order = (typeof orders)[number]

const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })

/** Returns objects in an order. Except by name, the kinds stay in theirs. */
export function sortedBy(order: Order, rows: readonly Listed[]): readonly Listed[] {
  if (order === 'name') return rows.toSorted((one, other) => compare(one.thing.name, other.thing.name))
  if (order === 'added') return rows
  const kinds = [...new Set(rows.map(({ list }) => list))]
  const latest = rows.toReversed()
  return kinds.flatMap((kind) => latest.filter(({ list }) => list === kind))
}
