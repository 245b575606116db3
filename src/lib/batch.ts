/** The number of batches that may run at once: while one waits for its answer, the process works on the other. */
const mostUnderWay = 2
/** The maximum time in milliseconds that items wait for running batches, because a batch may hang. */
const patienceMs = 5

/**
 * Returns a function that gathers items into batches: items from the same round of the event loop go to `send` together
 * at its end. While two batches run, items gather until one of them ends, so that more callers make larger batches and
 * not more of them. An item never joins a batch that has begun. `send` must call `ended` when the batch has its answer,
 * before it distributes the answer, so that the next batch can start meanwhile.
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

interface Lookup<K, V> {
  key: K
  done: (value: V | undefined) => void
  fail: (error: unknown) => void
}

/**
 * Combines lookups of single keys into batches, as `gathered` does. `read` returns a map of the found values; missing
 * keys yield undefined. If it fails, every caller in the batch gets the error.
 */
export function batched<K, V>(read: (keys: K[]) => Promise<Map<K, V>>): (key: K) => Promise<V | undefined> {
  const ask = gathered<Lookup<K, V>>((batch, ended) => {
    const keys = batch.length === 1 ? batch.map(({ key }) => key) : [...new Set(batch.map(({ key }) => key))]
    read(keys).then(
      (values) => {
        ended()
        for (const { key, done } of batch) done(values.get(key))
      },
      (error: unknown) => {
        ended()
        for (const { fail } of batch) fail(error)
      },
    )
  })
  return (key) => new Promise((done, fail) => ask({ key, done, fail }))
}
