interface Asked<K, V> {
  key: K
  done: (value: V | undefined) => void
  fail: (error: unknown) => void
}

/** So many reads go on at once: while one is answered, the other one works. */
const mostUnderWay = 2
/** So long a key waits for those reads at most; one that hangs must not hold up the others. */
const patienceMs = 5

/**
 * Asks for many keys at once: keys that are wanted while the event loop hands out what has arrived go to `read`
 * together, at the end of that turn of the loop; a lone key waits for nothing else. While two reads are under way, keys
 * gather until one of them ends, so that more callers make larger batches, not more of them. No key ever joins a read
 * that has begun. `read` answers a map of what it found; when it fails, everyone in the batch is told.
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
