import { normalUuid } from './uuid.js'

/** Groups rows by key; the groups and the rows in them keep the order of `rows`. */
export function groupBy<T, K>(rows: Iterable<T>, key: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const k = key(row)
    const group = groups.get(k)
    if (group) group.push(row)
    else groups.set(k, [row])
  }
  return groups
}

/** Maps each key to one row; of several rows with the same key, the last one is used. */
export function indexBy<T, K>(rows: Iterable<T>, key: (row: T) => K): Map<K, T> {
  const index = new Map<K, T>()
  for (const row of rows) index.set(key(row), row)
  return index
}

/** Returns the row of each UUID, in the order of the ids; undefined for an id without a row. */
export function inOrderOf<T extends { id: string }>(ids: readonly string[], rows: Iterable<T>): (T | undefined)[] {
  const index = indexBy(rows, (row) => row.id)
  return ids.map((id) => index.get(normalUuid(id)))
}
