import DataLoader from 'dataloader'

type Batch<C, K, V> = (ctx: C, keys: readonly K[]) => Promise<readonly V[]>

const loaders = new WeakMap<object, Map<unknown, DataLoader<unknown, unknown, string>>>()

/**
 * Loads one value through a batch function of a service; all loads of one request in the same tick become one call.
 * `ctx` is the context of the request: loaded values are cached as long as it lives, unless forgetLoaded is called.
 * Keys may be objects of plain values.
 */
export function load<C extends object, K, V>(ctx: C, batch: Batch<C, K, V>, key: K): Promise<V> {
  const ofRequest = loaders.get(ctx) ?? new Map<unknown, DataLoader<unknown, unknown, string>>()
  loaders.set(ctx, ofRequest)
  let loader = ofRequest.get(batch) as DataLoader<K, V, string> | undefined
  if (!loader) {
    loader = new DataLoader<K, V, string>((keys) => batch(ctx, keys), {
      cacheKeyFn: (key) => (typeof key === 'string' ? key : JSON.stringify(key)),
      maxBatchSize: 1000,
    })
    ofRequest.set(batch, loader)
  }
  return loader.load(key)
}

/** Clears the values that the request has loaded, such as after a write. */
export function forgetLoaded(ctx: object): void {
  loaders.delete(ctx)
}
