import { groupBy } from './group-by.js'

/** One of several requested lists of the same kind: the place where it is, and its arguments. */
export interface AskedOf<Place, Asked> {
  place: Place
  asked: Asked
}

/**
 * Reads lists of several places, by one call of `read` for each group of equal arguments, and returns the value of each
 * key in order. `read` gets each place once, and returns the values by the number of the place, counted from 1. The
 * value of other places is `none`.
 */
export async function readAlike<Place, Asked, Value>(
  keys: readonly AskedOf<Place, Asked>[],
  none: Value,
  read: (places: Place[], asked: Asked) => Promise<ReadonlyMap<number, Value>>,
): Promise<Value[]> {
  const values = new Map<AskedOf<Place, Asked>, Value>()
  for (const group of groupBy(keys, ({ asked }) => JSON.stringify(asked)).values()) {
    const byPlace = [...groupBy(group, ({ place }) => JSON.stringify(place)).values()]
    const byNumber = await read(
      byPlace.map(([first]) => first!.place),
      group[0]!.asked,
    )
    byPlace.forEach((same, i) => same.forEach((key) => values.set(key, byNumber.get(i + 1) ?? none)))
  }
  return keys.map((key) => values.get(key)!)
}
