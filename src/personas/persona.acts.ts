import { Type } from '@sinclair/typebox'
import { act, type Acts, type Reply } from '../acts/act.js'
import { listAct } from '../acts/list-act.js'
import { answerShapes, columnShapes } from '../database/rows/record-schema.js'
import { asSent, named } from '../http/answers.js'
import { below } from '../http/created.js'
import { setEtag, setEtagOf } from '../http/etag.js'
import { sendJson } from '../http/send.js'
import { saidAs, says } from '../lib/described.js'
import { forkedFrom } from '../lib/forked-from.js'
import { storedShapes } from '../documents/document-members.js'
import { nullable, uuid } from '../lib/schema.js'
import { forksShared, showsShared } from '../shared-kinds.js'
import { typePaths } from './type-kinds.js'
import { normalUuid } from '../lib/uuid.js'
import * as ontologies from './ontology.service.js'
import { copyPersona } from './persona-copy.service.js'
import * as personas from './persona.service.js'
import {
  createPersonaSchema,
  listPersonasQuery,
  ontologyRecord,
  ontologySchema,
  personaRecord,
  savedTypeParams,
  savedTypeSchema,
  typeDefinition as savedType,
  updatePersonaSchema,
} from './persona.shape.js'
import type { PersonaRow } from './persona.sql.js'
import { Persona } from './persona.type.js'
import { listPersonasOfProject } from './project-personas.service.js'
import { typeMembers } from './ontology-type.shape.js'

const text = Type.String()
const time = Type.String({ format: 'date-time' })
const columns = columnShapes(ontologyRecord)

export const persona = named('Persona', Type.Object(answerShapes(personaRecord)))

/** A type as its client sent it (RF-06). */
export const typeDefinition = named(
  'TypeDefinition',
  asSent(
    Type.Object(
      { ...saidAs(savedType.properties, { id: text, name: text }), ...storedShapes(typeMembers) },
      { additionalProperties: true },
    ),
  ),
)
const listOfTypes = Type.Array(typeDefinition)
const relations = asSent(Type.Array(Type.Object({}, { additionalProperties: true })))

/** The types of a persona under the names of the routes (RF-04). */
export const ontology = named(
  'Ontology',
  Type.Object({
    ...saidAs(columns, { id: uuid, personaId: uuid }),
    ...saidAs(ontologySchema.properties, {
      ...{ entities: listOfTypes, roles: listOfTypes, events: listOfTypes, relationTypes: listOfTypes, relations },
    }),
    ...saidAs(columns, { forkedFrom: nullable(forkedFrom), createdAt: time, updatedAt: time }),
  }),
)

type TypePath = keyof typeof typePaths

/** The name of a type of each path, in ids of operations (`EntityType`) and in sentences (`an entity type`). */
export const typeNames: Record<TypePath, { id: string; word: string }> = {
  entities: { id: 'EntityType', word: 'an entity type' },
  events: { id: 'EventType', word: 'an event type' },
  roles: { id: 'RoleType', word: 'a role type' },
  'relation-types': { id: 'RelationType', word: 'a relation type' },
}

/** Returns a persona as REST answers it: every column except the version, which is sent as the ETag. */
function bodyOf({ version: _version, ...persona }: PersonaRow) {
  return persona
}

showsShared('persona', {
  answer: persona,
  print: async (ctx, id) => [Buffer.from(JSON.stringify(bodyOf(await personas.getPersona(ctx, id))))],
  owner: (personaId) => ({ personaId }),
})
forksShared('persona', copyPersona)

async function sendPersona({ reply }: Reply, row: PersonaRow, status = 200) {
  const text = JSON.stringify(bodyOf(row))
  await setEtagOf(reply, row.version, text)
  return sendJson(reply, text, status)
}

function sendOntology({ reply }: Reply, { version, text }: ontologies.OntologyText) {
  setEtag(reply, version)
  return sendJson(reply, [text])
}

const one = { id: says('ID of the persona.', uuid) }

/** The acts of personas, except the deletion, which is defined in the last area that it involves. */
export const personaActs: Acts = {
  tag: 'Personas',
  acts: [
    listAct({
      says: 'Lists the personas that the caller may read.',
      rest: 'GET /api/personas',
      id: 'listPersonas',
      auth: 'optional',
      query: listPersonasQuery,
      item: persona,
      list: (ctx, { query }) => personas.listPersonas(ctx, query),
      show: bodyOf,
    }),
    act({
      says: 'Creates a persona with an empty ontology.',
      rest: 'POST /api/personas',
      body: createPersonaSchema,
      run: (ctx, { body }) => personas.createPersona(ctx, body),
      status: 201,
      located: below('/api/personas'),
      answer: persona,
      send: (to, made) => sendPersona(to, made, 201),
      mutation: { name: 'createPersona', input: 'A persona to create.', payload: { persona: () => Persona } },
    }),
    act({
      says: 'Returns a persona.',
      rest: 'GET /api/personas/:id',
      id: 'getPersona',
      auth: 'optional',
      params: one,
      run: (ctx, { id }) => personas.getPersona(ctx, id),
      answer: persona,
      send: (to, row) => sendPersona(to, row),
    }),
    act({
      says: 'Changes a persona.',
      rest: 'PUT /api/personas/:id',
      versioned: true,
      params: one,
      body: updatePersonaSchema,
      run: (ctx, { id, body, ifVersion }) => personas.updatePersona(ctx, id, body, ifVersion),
      answer: persona,
      send: (to, row) => sendPersona(to, row),
      mutation: {
        name: 'updatePersona',
        input: 'Changes to a persona; absent fields stay as they are.',
        payload: { persona: () => Persona },
      },
    }),
    act({
      says: 'Returns the ontology of a persona.',
      rest: 'GET /api/personas/:id/ontology',
      id: 'getOntology',
      auth: 'optional',
      params: one,
      run: (ctx, { id }) => ontologies.getOntologyText(ctx, id),
      answer: ontology,
      send: sendOntology,
    }),
    // The mutations of ontologies are in persona.resolver.ts: they also take types with typed members.
    act({
      says: "Replaces the given lists of types of a persona's ontology.",
      rest: 'PUT /api/personas/:id/ontology',
      id: 'updateOntology',
      versioned: true,
      params: one,
      body: ontologySchema,
      run: (ctx, { id, body, ifVersion }) => ontologies.updateOntologyOf(ctx, id, body, ifVersion),
      answer: ontology,
      send: sendOntology,
    }),
  ],
}

export const ontologyActs: Acts = {
  tag: 'Ontology',
  acts: Object.entries(typePaths).map(([path, kind]) => {
    const { id, word } = typeNames[path as TypePath]
    return act({
      says: `Adds or replaces ${word} of a persona.`,
      rest: `PUT /api/personas/:personaId/ontology/${path}/:typeId`,
      id: `save${id}`,
      versioned: true,
      params: savedTypeParams.properties,
      body: savedTypeSchema,
      run: (ctx, { personaId, typeId, body, ifVersion }) =>
        ontologies.saveType(ctx, { personaId: normalUuid(personaId), kind, typeId }, body, ifVersion),
      answer: { 200: typeDefinition, 201: typeDefinition },
      send({ reply }, { version, text, isNew }) {
        setEtag(reply, version)
        return sendJson(reply, text, isNew ? 201 : 200)
      },
    })
  }),
}

export const projectPersonaActs: Acts = {
  tag: 'Projects',
  acts: [
    listAct({
      says: 'Lists the personas of a project.',
      rest: 'GET /api/projects/:projectId/personas',
      id: 'listProjectPersonas',
      params: { projectId: says('ID of the project.', uuid) },
      item: persona,
      list: (ctx, { projectId }) => listPersonasOfProject(ctx, projectId),
      show: bodyOf,
      refuses: [403],
    }),
  ],
}
