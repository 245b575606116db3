import type { Static } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { ifMatch, setEtag } from '../http/etag.js'
import { sendJson } from '../http/send.js'
import type { MountRoutes } from '../http/server.js'
import { normalUuid } from '../lib/uuid.js'
import { deletedPersonaParams, typeParams } from './deletion.schema.js'
import * as deletion from './deletion.service.js'
import type { TypeDeletionCounts, TypeKind } from './deletion.service.js'

type OfType = { Params: Static<typeof typeParams> }
type OfPersona = { Params: Static<typeof deletedPersonaParams> }

interface KindOnPaths {
  path: string
  kind: TypeKind
  cleanedUp: (counts: TypeDeletionCounts) => object
  preview: (counts: TypeDeletionCounts) => object
}

/**
 * The path of each kind of type and the members of its answers: each kind has names of its own for what it counts
 * (P-09, P-10).
 */
const kinds: KindOnPaths[] = [
  {
    path: 'entities',
    kind: 'entity',
    cleanedUp: ({ glossReferences, annotations, worldAssignments }) => ({
      glossReferences,
      annotations,
      worldAssignments,
    }),
    preview: ({ glossReferences, annotations, worldAssignments }) => ({
      glossReferences,
      annotationCount: annotations,
      worldAssignmentCount: worldAssignments,
    }),
  },
  {
    path: 'events',
    kind: 'event',
    cleanedUp: ({ glossReferences, annotations, worldInterpretations }) => ({
      glossReferences,
      annotations,
      worldInterpretations,
    }),
    preview: ({ glossReferences, annotations, worldInterpretations }) => ({
      glossReferences,
      annotationCount: annotations,
      worldInterpretationCount: worldInterpretations,
    }),
  },
  {
    path: 'roles',
    kind: 'role',
    cleanedUp: ({ glossReferences, annotations, eventRoleReferences }) => ({
      glossReferences,
      annotations,
      eventRoleReferences,
    }),
    preview: ({ glossReferences, annotations, eventRoleReferences }) => ({
      glossReferences,
      annotationCount: annotations,
      eventRoleReferences,
    }),
  },
  {
    path: 'relation-types',
    kind: 'relation',
    cleanedUp: ({ glossReferences, relationInstances }) => ({ glossReferences, relationInstances }),
    preview: ({ glossReferences, relationInstances }) => ({
      glossReferences,
      relationInstanceCount: relationInstances,
    }),
  },
]

/**
 * Mounts the deletions that touch several areas, under the paths of the personas and types that they delete. The route
 * that reads a single type stands here too.
 */
export const mountDeletionRoutes: MountRoutes = (server) => {
  const ofPersona = {
    schema: { params: deletedPersonaParams, tags: ['Personas'] },
    config: { auth: 'required' as const },
  }
  const ofType = { schema: { params: typeParams, tags: ['Ontology'] }, config: { auth: 'required' as const } }

  const versioned = { ...ofPersona, config: { ...ofPersona.config, versioned: true } }
  server.delete<OfPersona>('/api/personas/:id', versioned, async (request) => {
    const deleted = await deletion.deletePersona(request.ctx, normalUuid(request.params.id), ifMatch(request))
    return { message: 'Persona deleted successfully', deleted }
  })

  server.get<OfPersona>('/api/personas/:id/deletion-preview', ofPersona, async (request) =>
    deletion.previewPersonaDeletion(request.ctx, normalUuid(request.params.id)),
  )

  for (const { path, kind, cleanedUp, preview } of kinds) {
    const url = `/api/personas/:personaId/ontology/${path}/:typeId`
    const named = ({ params }: FastifyRequest<OfType>) => ({
      personaId: normalUuid(params.personaId),
      kind,
      typeId: params.typeId,
    })

    server.get<OfType>(url, ofType, async (request, reply) => {
      const { version, text } = await deletion.getType(request.ctx, named(request))
      setEtag(reply, version)
      return sendJson(reply, text)
    })

    const versionedType = { ...ofType, config: { ...ofType.config, versioned: true } }
    server.delete<OfType>(url, versionedType, async (request) => {
      const done = await deletion.deleteType(request.ctx, named(request), ifMatch(request))
      return {
        message: `${deletion.typeThings[kind]} "${done.name}" deleted successfully`,
        cleanedUp: cleanedUp(done.cleanedUp),
      }
    })

    server.get<OfType>(`${url}/deletion-preview`, ofType, async (request) =>
      preview(await deletion.previewTypeDeletion(request.ctx, named(request))),
    )
  }
}
