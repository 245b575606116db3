import type { Static } from '@sinclair/typebox'
import type { FastifyReply } from 'fastify'
import { ifMatch, setEtag, setEtagOf } from '../http/etag.js'
import { sendJson } from '../http/send.js'
import type { MountRoutes } from '../http/server.js'
import { typePaths } from '../lib/type-kinds.js'
import { normalUuid } from '../lib/uuid.js'
import {
  createPersonaSchema,
  listPersonasQuery,
  ontologySchema,
  personaParams,
  savedTypeParams,
  savedTypeSchema,
  updatePersonaSchema,
} from './persona.schema.js'
import * as ontologies from './ontology.service.js'
import * as personas from './persona.service.js'
import type { PersonaRow } from './persona.sql.js'

type Params = { Params: Static<typeof personaParams> }

const tags = ['Personas']

/** A persona as REST answers it: every column except the version, which is sent as the ETag. */
export function personaBody({ version: _version, ...persona }: PersonaRow) {
  return persona
}

async function sendPersona(reply: FastifyReply, persona: PersonaRow): Promise<FastifyReply> {
  const text = JSON.stringify(personaBody(persona))
  await setEtagOf(reply, persona.version, text)
  return sendJson(reply, text)
}

/** Mounts the routes of personas, except DELETE: the last area that a deletion touches mounts that one. */
export const mountPersonaRoutes: MountRoutes = (server) => {
  server.get<{ Querystring: Static<typeof listPersonasQuery> }>(
    '/api/personas',
    { schema: { querystring: listPersonasQuery, tags }, config: { auth: 'optional', listedBy: 'personas' } },
    async (request) => (await personas.listPersonas(request.ctx, request.query)).map(personaBody),
  )

  server.post<{ Body: Static<typeof createPersonaSchema> }>(
    '/api/personas',
    { schema: { body: createPersonaSchema, tags }, config: { auth: 'required' } },
    async (request, reply) =>
      reply.status(201).send(personaBody(await personas.createPersona(request.ctx, request.body))),
  )

  server.get<Params>(
    '/api/personas/:id',
    { schema: { params: personaParams, tags }, config: { auth: 'optional' } },
    async (request, reply) => {
      const persona = await personas.getPersona(request.ctx, request.params.id)
      return sendPersona(reply, persona)
    },
  )

  server.put<Params & { Body: Static<typeof updatePersonaSchema> }>(
    '/api/personas/:id',
    {
      schema: { params: personaParams, body: updatePersonaSchema, tags },
      config: { auth: 'required', versioned: true },
    },
    async (request, reply) => {
      const persona = await personas.updatePersona(request.ctx, request.params.id, request.body, ifMatch(request))
      return sendPersona(reply, persona)
    },
  )

  server.get<Params>(
    '/api/personas/:id/ontology',
    { schema: { params: personaParams, tags }, config: { auth: 'optional' } },
    async (request, reply) => {
      const { version, text } = await ontologies.getOntologyText(request.ctx, request.params.id)
      setEtag(reply, version)
      return sendJson(reply, text)
    },
  )

  server.put<Params & { Body: Static<typeof ontologySchema> }>(
    '/api/personas/:id/ontology',
    { schema: { params: personaParams, body: ontologySchema, tags }, config: { auth: 'required', versioned: true } },
    async (request, reply) => {
      const saved = await ontologies.updateOntologyOf(request.ctx, request.params.id, request.body, ifMatch(request))
      setEtag(reply, saved.version)
      return sendJson(reply, saved.text)
    },
  )

  for (const [path, kind] of Object.entries(typePaths)) {
    server.put<{ Params: Static<typeof savedTypeParams>; Body: Static<typeof savedTypeSchema> }>(
      `/api/personas/:personaId/ontology/${path}/:typeId`,
      {
        schema: { params: savedTypeParams, body: savedTypeSchema, tags: ['Ontology'] },
        config: { auth: 'required', versioned: true },
      },
      async (request, reply) => {
        const reference = { personaId: normalUuid(request.params.personaId), kind, typeId: request.params.typeId }
        const saved = await ontologies.saveType(request.ctx, reference, request.body, ifMatch(request))
        setEtag(reply, saved.version)
        return sendJson(reply, saved.text, saved.isNew ? 201 : 200)
      },
    )
  }
}
