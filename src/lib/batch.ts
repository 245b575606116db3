/**
 * Asks for many keys at once: keys that are wanted while the event loop hands out what has arrived go to `read`
 * together, at the end of that turn of the loop; a lone key waits for nothing else. `read` answers a map of what it
 * found; when it fails, everyone in the batch is told.
 */
export function batched<K, V>(read: (keys: K[]) => Promise<Map<K, V>>): (key: K) => Promise<V | undefined> {
  let waiting: { key: K; done: (value: V | undefined) => void; fail: (error: unknown) => void }[] = []
  const send = () => {
    const batch = waiting
    waiting = []
    const keys = batch.length === 1 ? batch.map(({ key }) => key) : [...new Set(batch.map(({ key }) => key))]
    read(keys).then(
      (found) => {
        for (const { key, done } of batch) done(found.get(key))
      },
      (error: unknown) => {
        for (const { fail } of batch) fail(error)
      },
    )
  }
  return (key) =>
    new Promise((done, fail) => {
      if (waiting.push({ key, done, fail }) === 1) setImmediate(send)
    })
}
