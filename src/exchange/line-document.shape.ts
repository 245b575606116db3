import { Type, type TProperties, type TSchema } from '@sinclair/typebox'
import { linkTypes } from '../annotations/annotation.shape.js'
import { sequence } from '../annotations/sequence.shape.js'
import { claimRecord, claimRelationRecord } from '../claims/claim.shape.js'
import { exportShapes } from '../database/rows/record-schema.js'
import { asSent } from '../http/answers.js'
import { storedShapes } from '../lib/document-members.js'
import { choice, gloss, nullable, uuid } from '../lib/schema.js'
import { ontologyRecord, personaRecord } from '../personas/persona.shape.js'
import { typeMembers } from '../personas/ontology-type.shape.js'
import { summaryRecord } from '../summaries/summary.shape.js'
import { kindMembers } from '../world/world-object.shape.js'
import { lineKinds, lineSchemas, type LineKind } from './line.shape.js'

// The JSON Schema that /api/export/schema publishes. It describes the lines as exports write them, with all their
// members, and under $defs/import what an import requires of a line (line.shape.ts).

const text = Type.String()
const time = Type.String({ format: 'date-time' })
const open = { additionalProperties: true } as const
const times = { createdAt: time, updatedAt: time }

const type = asSent(Type.Object({ id: text, name: text, ...storedShapes(typeMembers) }, open))
const types = Type.Array(type)

/**
 * The schema of a world object: its documented members, some of which an export adds where the object lacks them
 * (XR-13).
 */
function objectOf(kind: keyof typeof kindMembers, completed: TProperties): TSchema {
  const described = { name: Type.Optional(nullable(text)), ...storedShapes(kindMembers[kind]) }
  return asSent(Type.Object({ id: text, ...described, ...completed }, open))
}

const named = { name: nullable(text), description: gloss }
const { relations, createdAt, updatedAt, ...ofOntology } = exportShapes(ontologyRecord)

const data: Record<LineKind, TSchema> = {
  persona: Type.Object(exportShapes(personaRecord)),
  ontology: Type.Object({
    ...ofOntology,
    entityTypes: types,
    eventTypes: types,
    roleTypes: types,
    relationTypes: types,
    relations: Type.Optional(relations!),
    createdAt: createdAt!,
    updatedAt: updatedAt!,
  }),
  entity: objectOf('entity', { ...named, ...times }),
  event: objectOf('event', { ...named, ...times }),
  time: objectOf('time', {}),
  entity_collection: objectOf('entity_collection', { ...named, entityIds: Type.Array(text), ...times }),
  event_collection: objectOf('event_collection', { ...named, eventIds: Type.Array(text), ...times }),
  time_collection: objectOf('time_collection', named),
  relation: objectOf('relation', { sourceId: nullable(text), targetId: nullable(text), ...times }),
  summary: Type.Object({ ...exportShapes(summaryRecord), summary: gloss }),
  claim: Type.Object(exportShapes(claimRecord)),
  claim_relation: Type.Object(exportShapes(claimRelationRecord)),
  annotation: Type.Object({
    id: uuid,
    videoId: text,
    personaId: nullable(uuid),
    annotationType: choice(['type', 'object']),
    typeAssignment: Type.Optional(Type.Object({ typeId: text, typeName: nullable(text) })),
    objectLink: Type.Optional(Type.Object({ objectId: text, objectType: nullable(text) })),
    boundingBoxSequence: asSent(sequence),
    label: text,
    type: text,
    confidence: nullable(Type.Number()),
    source: text,
    linkType: nullable(choice(linkTypes)),
    unresolved: Type.Optional(Type.Boolean()),
    ...times,
  }),
}

/** The author of a line's row. Only exports of a project or of the whole server have it. */
const author = Type.Optional(nullable(Type.Object({ id: uuid, username: text })))
const signed = (of: TSchema): TSchema => ({ ...of, properties: { ...of['properties'], author } })

const typed = (kind: LineKind, of: TSchema) => ({
  type: 'object',
  title: kind,
  required: ['type', 'data'],
  properties: { type: { const: kind }, data: of, unresolved: { type: 'boolean' } },
})

/** The schema of a typed line of an export, one for each kind. */
export const fullLines = lineKinds.map((kind) => typed(kind, signed(data[kind])))

/** The line of an export of annotations alone. */
export const bareAnnotation: TSchema = { ...signed(data.annotation), title: 'bare annotation' }

/** JSON Schema of one line of a file, typed or a bare annotation. */
export const lineSchemaDocument = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A line of an export',
  description: 'Lines as exports write them; what an import requires of a line is under $defs/import.',
  anyOf: [...fullLines, bareAnnotation],
  $defs: {
    import: {
      title: 'A line that an import takes',
      anyOf: [
        ...lineKinds.map((kind) => typed(kind, lineSchemas[kind])),
        { ...lineSchemas.annotation, title: 'bare annotation' },
      ],
    },
  },
}
