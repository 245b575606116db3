import { inTurns, type Clock } from './fairness/turns.js'

/** The maximum number of keys that are looked up by one call. */
const mostKeys = 2000

/**
 * Reads values by their keys in one call, each different key once, and returns one value per key. Equal keys have equal
 * names. `read` returns one value per key that it is given.
 */
export async function readDistinct<K, V>(
  clock: Clock,
  keys: readonly K[],
  nameOf: (key: K) => string,
  read: (keys: readonly K[]) => Promise<readonly V[]>,
): Promise<V[]> {
  const distinct: K[] = []
  const indexOf = new Map<string, number>()
  const indexes = new Int32Array(keys.length)
  await inTurns(clock, keys.length, (at) => {
    const name = nameOf(keys[at]!)
    let index = indexOf.get(name)
    if (index === undefined) indexOf.set(name, (index = distinct.push(keys[at]!) - 1))
    indexes[at] = index
  })
  const values: V[] = []
  for (let from = 0; from < distinct.length; from += mostKeys)
    for (const value of await read(distinct.slice(from, from + mostKeys))) values.push(value)
  return Array.from(indexes, (index) => values[index]!)
}
