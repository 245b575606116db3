import type { Config } from './config.js'
import type { AdmissionKind } from './lib/fairness/admission.js'
import type { PlaceLimits } from './lib/fairness/places.js'
import { followers } from './changes/feed/feed-follower.service.js'

/**
 * Returns the admission limits of each kind of heavy work, from the configuration. Exports never wait for a place
 * and neither do uploads, whose files would occupy the disk in the meantime.
 */
export function placesOf({ places, database }: Config): Record<AdmissionKind, PlaceLimits> {
  const { waiting, waitMs } = places
  const nobody = { inAll: 0, perUser: 0 }
  // An import holds a connection of the pool while it runs; at least one is left for other requests.
  // A request with an Idempotency-Key holds a connection from its start to its end.
  const keyed = { inAll: Math.ceil(database.poolSize / 2), perUser: Math.ceil(database.poolSize / 4) }
  const imports = Math.min(places.import.inAll, Math.max(1, database.poolSize - 1))
  return {
    export: { ...places.export, waiting: nobody, waitMs },
    upload: { ...places.upload, waiting: nobody, waitMs },
    import: { ...places.import, inAll: imports, waiting, waitMs },
    modelCall: { ...places.modelCall, waiting, waitMs },
    heavyOperation: { ...places.heavyOperation, waiting, waitMs },
    keyed: { ...keyed, waiting, waitMs },
    // A comparison keeps its boxes in memory while threads compare them.
    agreement: { inAll: 2, perUser: 1, waiting, waitMs },
    follow: { ...followers, waiting: nobody, waitMs },
  }
}
