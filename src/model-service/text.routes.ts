import type { FastifyInstance } from 'fastify'
import { clientSignal } from './client-signal.js'
import type { ServiceContext } from './context.js'
import { useModel } from './models/registry.js'
import { extractClaimsRequest } from './text.schema.js'
import type { ExtractClaimsRequest } from './text.schema.js'
import { extractClaims } from './text/claims.js'

/** Routes that work on text alone. */
export function textRoutes(context: ServiceContext) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: ExtractClaimsRequest }>('/api/extract-claims', { schema: { body: extractClaimsRequest } }, async ({ body }, reply) => {
      useModel(context.registry, 'claim_extraction')
      return extractClaims(body, clientSignal(reply))
    })
  }
}
