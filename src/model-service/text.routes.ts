import type { FastifyInstance } from 'fastify'
import { clientSignal } from './client-signal.js'
import type { ServiceContext } from './context.js'
import { useModel } from './models/registry.js'
import { augmentRequest, extractClaimsRequest, synthesizeRequest } from './text.schema.js'
import type { AugmentRequest, ExtractClaimsRequest, SynthesizeRequest } from './text.schema.js'
import { augmentOntology } from './text/augment.js'
import { extractClaims } from './text/claims.js'
import { synthesizeSummary } from './text/synthesize.js'

/** Routes that work on text alone. */
export function textRoutes({ registry }: ServiceContext) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: ExtractClaimsRequest }>('/api/extract-claims', { schema: { body: extractClaimsRequest } }, async ({ body }, reply) => {
      useModel(registry, 'claim_extraction')
      return extractClaims(body, clientSignal(reply))
    })

    app.post<{ Body: SynthesizeRequest }>('/api/synthesize-summary', { schema: { body: synthesizeRequest } }, async ({ body }, reply) => {
      useModel(registry, 'claim_synthesis')
      return synthesizeSummary(body, clientSignal(reply))
    })

    app.post<{ Body: AugmentRequest }>('/api/ontology/augment', { schema: { body: augmentRequest } }, async ({ body }, reply) => {
      useModel(registry, 'ontology_augmentation')
      return augmentOntology(body, clientSignal(reply))
    })
  }
}
