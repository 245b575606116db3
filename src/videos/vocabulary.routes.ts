import type { Static } from '@sinclair/typebox'
import type { MountRoutes } from '../http/server.js'
import { vocabularySchema } from './vocabulary.schema.js'
import { getVocabulary, replaceVocabulary } from './vocabulary.service.js'

const tags = ['Models']
const config = { auth: 'admin' } as const

export const mountVocabularyRoutes: MountRoutes = (server) => {
  server.get('/api/admin/detection-vocabulary', { schema: { tags }, config }, async (request) => ({
    terms: await getVocabulary(request.ctx),
  }))

  server.put<{ Body: Static<typeof vocabularySchema> }>(
    '/api/admin/detection-vocabulary',
    { schema: { body: vocabularySchema, tags }, config },
    async (request) => ({ terms: await replaceVocabulary(request.ctx, request.body.terms) }),
  )
}
