import type { Static } from '@sinclair/typebox'
import type { MountRoutes } from '../http/server.js'
import { projectParams } from '../projects/project.shape.js'
import { personaBody } from './persona.routes.js'
import { listProjectPersonas } from './project-personas.service.js'

export const mountProjectPersonaRoutes: MountRoutes = (server) => {
  server.get<{ Params: Static<typeof projectParams> }>(
    '/api/projects/:projectId/personas',
    { schema: { params: projectParams, tags: ['Projects'] }, config: { auth: 'required', listedBy: 'personas' } },
    async (request) => (await listProjectPersonas(request.ctx, request.params.projectId)).map(personaBody),
  )
}
