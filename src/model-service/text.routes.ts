import type { FastifyInstance } from 'fastify'
import { clientSignal } from './client-signal.js'
import type { ServiceContext } from './context.js'
import { providerAugmentation } from './providers/augment.js'
import { baselineModel, providerModel } from './providers/choose.js'
import { providerClaims } from './providers/claims.js'
import { providerSynthesis } from './providers/synthesis.js'
import { augmentRequest, extractClaimsRequest, synthesizeRequest } from './text.schema.js'
import type { AugmentRequest, ExtractClaimsRequest, SynthesizeRequest } from './text.schema.js'
import { augmentOntology } from './text/augment.js'
import { extractClaims } from './text/claims.js'
import { synthesizeSummary } from './text/synthesize.js'

/** Routes that work on text alone; a provider answers where its key is at hand (AK-07). */
export function textRoutes(context: ServiceContext) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: ExtractClaimsRequest }>(
      '/api/extract-claims',
      { schema: { body: extractClaimsRequest } },
      async ({ body, headers }, reply) => {
        const model = providerModel(context, 'claim_extraction', headers, body.model)
        if (model) return providerClaims(body, model, clientSignal(reply))
        baselineModel(context, 'claim_extraction', body.model)
        return extractClaims(body, clientSignal(reply))
      },
    )

    app.post<{ Body: SynthesizeRequest }>(
      '/api/synthesize-summary',
      { schema: { body: synthesizeRequest } },
      async ({ body, headers }, reply) => {
        const model = providerModel(context, 'claim_synthesis', headers)
        if (model) return providerSynthesis(body, model, clientSignal(reply))
        baselineModel(context, 'claim_synthesis')
        return synthesizeSummary(body, clientSignal(reply))
      },
    )

    app.post<{ Body: AugmentRequest }>(
      '/api/ontology/augment',
      { schema: { body: augmentRequest } },
      async ({ body, headers }, reply) => {
        const model = providerModel(context, 'ontology_augmentation', headers)
        if (model) return providerAugmentation(body, model, clientSignal(reply))
        baselineModel(context, 'ontology_augmentation')
        return augmentOntology(body, clientSignal(reply))
      },
    )
  }
}
