import type { Static } from '@sinclair/typebox'
import { sendJson } from '../http/send.js'
import type { MountRoutes } from '../http/server.js'
import { normalUuid } from '../lib/uuid.js'
import { augmentOntology } from './augment.service.js'
import { augmentSchema, ontologyDataQuery, ontologyDataSchema } from './ontology-data.schema.js'
import { getOntologyData, saveOntologyData } from './ontology-data.service.js'

const tags = ['Ontology']

export const mountOntologyDataRoutes: MountRoutes = (server) => {
  server.get<{ Querystring: Static<typeof ontologyDataQuery> }>(
    '/api/ontology',
    { schema: { querystring: ontologyDataQuery, tags }, config: { auth: 'required' } },
    async (request, reply) => {
      const { personaId } = request.query
      return sendJson(reply, await getOntologyData(request.ctx, personaId && normalUuid(personaId)))
    },
  )

  server.put<{ Body: Static<typeof ontologyDataSchema> }>(
    '/api/ontology',
    { schema: { body: ontologyDataSchema, tags }, config: { auth: 'required' } },
    async (request, reply) => {
      await saveOntologyData(request.ctx, request.body)
      return sendJson(reply, await getOntologyData(request.ctx))
    },
  )

  server.post<{ Body: Static<typeof augmentSchema> }>(
    '/api/ontology/augment',
    { schema: { body: augmentSchema, tags }, config: { auth: 'required', idempotencyKey: false } },
    async (request) => augmentOntology(request.ctx, request.body),
  )
}
