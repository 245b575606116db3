import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { reviewOfLine } from '../access/review.shape.js'
import { linkTypes } from '../annotations/annotation.shape.js'
import { claimRecord, claimRelationRecord } from '../claims/claim.shape.js'
import { lineShapes } from '../database/rows/record-schema.js'
import { choice, nameText, optional, ratio, shortText, uuid } from '../lib/schema.js'
import { ontologyRecord, personaRecord } from '../personas/persona.shape.js'
import { summaryRecord } from '../summaries/summary.shape.js'

const videoId = Type.String({ minLength: 1, maxLength: 255 })
const document = Type.Object({}, { additionalProperties: true })
const open = { additionalProperties: true }
/** Any value is accepted; an invalid time is read as absent (I-39). */
const times = { createdAt: Type.Optional(Type.Unknown()), updatedAt: Type.Optional(Type.Unknown()) }

const personaLine = Type.Object(lineShapes(personaRecord), open)

const typeList = Type.Optional(Type.Array(Type.Object({ id: nameText, name: nameText }, open)))

const ontologyLine = Type.Object(
  {
    ...lineShapes(ontologyRecord),
    id: optional(uuid),
    entityTypes: typeList,
    eventTypes: typeList,
    roleTypes: typeList,
    relationTypes: typeList,
  },
  open,
)

const key = Type.String({ minLength: 1, maxLength: 500 })

/**
 * The schema of a world object: only its id is required. The members named here are documented and may, like all
 * others, be any JSON (RF-12).
 */
const worldLine = (...members: string[]) =>
  Type.Object(
    { id: key, ...Object.fromEntries(members.map((name) => [name, Type.Optional(Type.Unknown())])), ...times },
    open,
  )

const entityLine = worldLine('name', 'description', 'typeAssignments')
const eventLine = worldLine('name', 'description', 'personaInterpretations')
const timeLine = worldLine('type')
const entityCollectionLine = worldLine('name', 'description', 'entityIds', 'collectionType')
const eventCollectionLine = worldLine('name', 'description', 'eventIds', 'collectionType')
const timeCollectionLine = worldLine('name', 'description', 'timeIds', 'times', 'collectionType')
const relationLine = worldLine('sourceId', 'targetId')

const summaryLine = Type.Object({ ...lineShapes(summaryRecord), ...reviewOfLine }, open)
const claimLine = Type.Object({ ...lineShapes(claimRecord), ...reviewOfLine }, open)
const claimRelationLine = Type.Object(lineShapes(claimRelationRecord), open)

const annotationLine = Type.Object(
  {
    id: uuid,
    videoId,
    personaId: optional(shortText),
    annotationType: optional(choice(['type', 'object'])),
    typeAssignment: optional(Type.Object({ typeId: nameText, typeName: optional(shortText) }, open)),
    objectLink: optional(Type.Object({ objectId: nameText, objectType: optional(shortText) }, open)),
    boundingBoxSequence: document,
    label: optional(shortText),
    type: optional(Type.String({ minLength: 1, maxLength: 50 })),
    confidence: optional(ratio),
    source: optional(Type.String({ minLength: 1, maxLength: 50 })),
    linkType: optional(choice(linkTypes)),
    unresolved: Type.Optional(Type.Boolean()),
    ...reviewOfLine,
    ...times,
  },
  open,
)

/**
 * The schemas of the `data` of each type of line. Imports validate lines with them; GET /api/export/schema and the
 * documentation publish them.
 */
export const lineSchemas = {
  persona: personaLine,
  ontology: ontologyLine,
  entity: entityLine,
  event: eventLine,
  time: timeLine,
  entity_collection: entityCollectionLine,
  event_collection: eventCollectionLine,
  time_collection: timeCollectionLine,
  relation: relationLine,
  summary: summaryLine,
  claim: claimLine,
  claim_relation: claimRelationLine,
  annotation: annotationLine,
} as const satisfies Record<string, TSchema>

export type LineKind = keyof typeof lineSchemas
/**
 * The kinds of lines in order of dependency: every kind comes after those that it refers to (I-08). The position of a
 * kind is the `rank` of its lines.
 */
export const lineKinds = Object.keys(lineSchemas) as LineKind[]
export type AnnotationLine = Static<typeof annotationLine>
