/** The number of batches that may be under way at once: while one is answered, the process can work on the other. */
const mostUnderWay = 2
/** How long items wait at most, in milliseconds, for a batch to end; one that hangs must not hold up the others. */
const patienceMs = 5

/**
 * Gathers items into batches: those that are given in the same turn of the event loop go to `send` together at its end,
 * and a lone item waits for nothing else. While two batches are under way, items gather until one of them ends, so that
 * more callers make larger batches, not more of them. No item ever joins a batch that has begun. `send` calls `ended`
 * once the batch has its answer, before it hands that out, so that the next one is on its way meanwhile.
 */
export function gathered<T>(send: (items: T[], ended: () => void) => void): (item: T) => void {
  let waiting: T[] = []
  let underWay = 0
  let patience: NodeJS.Timeout | undefined
  const sendAll = () => {
    clearTimeout(patience)
    patience = undefined
    const items = waiting
    waiting = []
    underWay += 1
    send(items, () => {
      underWay -= 1
      if (patience) sendAll()
    })
  }
  const sendOrGather = () => {
    if (underWay < mostUnderWay) sendAll()
    else patience = setTimeout(sendAll, patienceMs)
  }
  return (item) => {
    if (waiting.push(item) === 1) setImmediate(sendOrGather)
  }
}

interface Asked<K, V> {
  key: K
  done: (value: V | undefined) => void
  fail: (error: unknown) => void
}

/**
 * Combines lookups of single keys into batches, as `gathered` does. `read` returns a map of what it found; missing keys
 * give undefined. When it fails, every caller in the batch gets the error.
 */
export function batched<K, V>(read: (keys: K[]) => Promise<Map<K, V>>): (key: K) => Promise<V | undefined> {
  const ask = gathered<Asked<K, V>>((batch, ended) => {
    const keys = batch.length === 1 ? batch.map(({ key }) => key) : [...new Set(batch.map(({ key }) => key))]
    read(keys).then(
      (found) => {
        ended()
        for (const { key, done } of batch) done(found.get(key))
      },
      (error: unknown) => {
        ended()
        for (const { fail } of batch) fail(error)
      },
    )
  })
  return (key) => new Promise((done, fail) => ask({ key, done, fail }))
}
