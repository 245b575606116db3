import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { choice, gloss, optional, ratio, uuid } from '../lib/schema.js'

const text = Type.String()
const filled = Type.String({ minLength: 1 })
const videoId = Type.String({ minLength: 1, maxLength: 255 })
const document = Type.Object({}, { additionalProperties: true })
const open = { additionalProperties: true }
/** An invalid time is read as absent (I-39). */
const times = { createdAt: Type.Optional(Type.Unknown()), updatedAt: Type.Optional(Type.Unknown()) }

export const personaLine = Type.Object(
  {
    id: uuid,
    name: filled,
    role: filled,
    informationNeed: filled,
    details: optional(text),
    isSystemGenerated: optional(Type.Boolean()),
    hidden: optional(Type.Boolean()),
    ...times,
  },
  open,
)

const typeList = Type.Optional(Type.Array(Type.Object({ id: filled, name: filled }, open)))

export const ontologyLine = Type.Object(
  {
    id: optional(uuid),
    personaId: uuid,
    entityTypes: typeList,
    eventTypes: typeList,
    roleTypes: typeList,
    relationTypes: typeList,
    relations: optional(Type.Array(Type.Unknown())),
    ...times,
  },
  open,
)

const key = Type.String({ minLength: 1, maxLength: 500 })
const keys = optional(Type.Array(Type.Unknown()))
const described = { id: key, name: optional(text), description: Type.Optional(Type.Unknown()) }

export const entityLine = Type.Object({ ...described, typeAssignments: keys, ...times }, open)
export const eventLine = Type.Object({ ...described, personaInterpretations: keys, ...times }, open)
export const timeLine = Type.Object({ id: key, type: optional(text), ...times }, open)
export const entityCollectionLine = Type.Object(
  { ...described, entityIds: keys, collectionType: optional(text), ...times },
  open,
)
export const eventCollectionLine = Type.Object(
  { ...described, eventIds: keys, collectionType: optional(text), ...times },
  open,
)
export const timeCollectionLine = Type.Object(
  { ...described, timeIds: keys, times: keys, collectionType: optional(text), ...times },
  open,
)
export const relationLine = Type.Object({ id: key, sourceId: optional(text), targetId: optional(text), ...times }, open)

const moment = Type.Optional(Type.Unknown())

export const summaryLine = Type.Object(
  {
    id: uuid,
    videoId,
    personaId: uuid,
    summary: Type.Unsafe<string | object[]>({ anyOf: [Type.String(), gloss] }),
    visualAnalysis: optional(text),
    audioTranscript: optional(text),
    keyFrames: optional(Type.Array(document)),
    confidence: optional(ratio),
    transcriptJson: optional(document),
    audioLanguage: optional(text),
    speakerCount: optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    audioModelUsed: optional(text),
    visualModelUsed: optional(text),
    fusionStrategy: optional(text),
    processingTimeAudio: optional(Type.Number()),
    processingTimeVisual: optional(Type.Number()),
    processingTimeFusion: optional(Type.Number()),
    processedAtAudio: moment,
    processedAtVisual: moment,
    processedAtFusion: moment,
    claimsVersion: optional(text),
    claimsExtractedAt: moment,
    comment: optional(text),
    ...times,
  },
  open,
)

const span = Type.Object(
  {
    sentenceIndex: Type.Optional(Type.Integer({ minimum: 0 })),
    charStart: Type.Integer({ minimum: 0 }),
    charEnd: Type.Integer({ minimum: 0 }),
  },
  open,
)
const spans = optional(Type.Array(span))
const speech = optional(Type.Array(choice(['speech', 'non-speech'])))
const words = optional(Type.Array(choice(['text', 'non-text'])))

export const claimLine = Type.Object(
  {
    id: uuid,
    summaryId: uuid,
    summaryType: optional(choice(['video', 'collection'])),
    text: Type.String({ minLength: 1, format: 'not-blank' }),
    gloss: optional(gloss),
    parentClaimId: optional(uuid),
    textSpans: spans,
    claimerType: optional(text),
    claimerGloss: optional(gloss),
    claimRelation: optional(gloss),
    claimEventId: optional(text),
    claimTimeId: optional(text),
    claimLocationId: optional(text),
    confidence: optional(ratio),
    modelUsed: optional(text),
    extractionStrategy: optional(text),
    audio: speech,
    video: words,
    metadata: words,
    comment: optional(text),
    ...times,
  },
  open,
)

export const claimRelationLine = Type.Object(
  {
    id: uuid,
    sourceClaimId: uuid,
    targetClaimId: uuid,
    relationTypeId: filled,
    sourceSpans: spans,
    targetSpans: spans,
    confidence: optional(ratio),
    notes: optional(text),
    ...times,
  },
  open,
)

export const linkTypes = [
  'entity',
  'event',
  'time',
  'location',
  'entity-collection',
  'event-collection',
  'time-collection',
] as const

export const annotationLine = Type.Object(
  {
    id: uuid,
    videoId,
    personaId: optional(text),
    annotationType: optional(choice(['type', 'object'])),
    typeAssignment: optional(Type.Object({ typeId: filled, typeName: optional(text) }, open)),
    objectLink: optional(Type.Object({ objectId: filled, objectType: optional(text) }, open)),
    boundingBoxSequence: document,
    label: optional(text),
    type: optional(Type.String({ minLength: 1, maxLength: 50 })),
    confidence: optional(ratio),
    source: optional(Type.String({ minLength: 1, maxLength: 50 })),
    linkType: optional(choice(linkTypes)),
    unresolved: Type.Optional(Type.Boolean()),
    ...times,
  },
  open,
)

/**
 * The data of each line type; imports validate with these, GET /api/export/schema and the documentation publish them.
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
/** In order of dependency (I-08). */
export const lineKinds = Object.keys(lineSchemas) as LineKind[]
export type AnnotationLine = Static<typeof annotationLine>

/** JSON Schema of one line of a file, typed or a bare annotation. */
export const lineSchemaDocument = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A line of an export or import file',
  anyOf: [
    ...lineKinds.map((kind) => ({
      type: 'object',
      title: kind,
      required: ['type', 'data'],
      properties: { type: { const: kind }, data: lineSchemas[kind], unresolved: { type: 'boolean' } },
    })),
    { ...annotationLine, title: 'bare annotation' },
  ],
}
