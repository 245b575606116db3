import type { Config } from './config.js'
import type { AdmissionKind, AdmissionLimits } from './lib/admission.js'

/** Exports do not wait for a place, nor do files, which would lie on the disk meanwhile. */
export function placesOf({ places, database }: Config): Record<AdmissionKind, AdmissionLimits> {
  const { waiting, waitMs } = places
  const nobody = { inAll: 0, perUser: 0 }
  // Other requests need connections of the pool too.
  const imports = Math.min(places.import.inAll, Math.max(1, database.poolSize - 1))
  return {
    export: { ...places.export, waiting: nobody, waitMs },
    upload: { ...places.upload, waiting: nobody, waitMs },
    import: { ...places.import, inAll: imports, waiting, waitMs },
    modelCall: { ...places.modelCall, waiting, waitMs },
    heavyOperation: { ...places.heavyOperation, waiting, waitMs },
  }
}
