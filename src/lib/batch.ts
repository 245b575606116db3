interface Asked<K, V> {
  key: K
  done: (value: V | undefined) => void
  fail: (error: unknown) => void
}

/** The number of reads that may run at once: while the database answers one, the process can work on the other. */
const mostUnderWay = 2
/**
 * How long keys wait at most, in milliseconds, for a running read to end; a read that hangs must not hold up the
 * others.
 */
const patienceMs = 5

/**
 * Combines lookups of single keys into batches: keys that are requested in the same turn of the event loop go to `read`
 * together at its end, and a lone key waits for nothing else. While two reads are running, keys gather until one of
 * them ends, so that more callers make larger batches, not more of them. No key ever joins a read that has begun.
 * `read` returns a map of what it found; missing keys give undefined. When it fails, every caller in the batch gets the
 * error.
 */
export function batched<K, V>(read: (keys: K[]) => Promise<Map<K, V>>): (key: K) => Promise<V | undefined> {
  let waiting: Asked<K, V>[] = []
  let underWay = 0
  let patience: NodeJS.Timeout | undefined
  const send = () => {
    clearTimeout(patience)
    patience = undefined
    const batch = waiting
    waiting = []
    underWay += 1
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
  }
  const ended = () => {
    underWay -= 1
    if (patience) send()
  }
  const sendOrGather = () => {
    if (underWay < mostUnderWay) send()
    else patience = setTimeout(send, patienceMs)
  }
  return (key) =>
    new Promise((done, fail) => {
      if (waiting.push({ key, done, fail }) === 1) setImmediate(sendOrGather)
    })
}
