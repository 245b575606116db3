import { Type, type Static, type TProperties, type TSchema } from '@sinclair/typebox'
import { reviewOfLine } from '../access/review.shape.js'
import { annotationRecord, linkTypes } from '../annotations/annotation.shape.js'
import { sequence } from '../annotations/sequences/sequence.shape.js'
import { claimRecord, claimRelationRecord } from '../claims/claim.shape.js'
import type { RecordOf } from '../database/rows/record.js'
import { columnShapes, exportShapes, lineShapes } from '../database/rows/record-schema.js'
import { storedShapes } from '../documents/document-members.js'
import { asSent } from '../http/answers.js'
import { saidAs, says } from '../lib/described.js'
import { mapValues } from '../lib/map-values.js'
import { choice, gloss, nameText, nullable, optional, ratio, shortText, uuid } from '../lib/schema.js'
import { typeMembers } from '../personas/ontology-type.shape.js'
import { correspondenceRecord } from '../personas/correspondences/correspondence.shape.js'
import { ontologyRecord, ontologySchema, personaRecord, typeDefinition } from '../personas/persona.shape.js'
import type { TypeKind } from '../personas/type-kinds.js'
import { summaryGloss, summaryRecord } from '../summaries/summary.shape.js'
import { worldObject } from '../world/world.shape.js'
import { commonMembers, kindMembers } from '../world/world-object.shape.js'
import { worldKinds } from '../world/world-kinds.js'

const text = Type.String()
const time = Type.String({ format: 'date-time' })
const open = { additionalProperties: true } as const

/** The arrays of an ontology's line, with the kind of the types in each. */
export const typeLists = {
  entityTypes: 'entity',
  eventTypes: 'event',
  roleTypes: 'role',
  relationTypes: 'relation',
} as const satisfies Record<string, TypeKind>

// The lines that an import accepts.

/** Any value is accepted; an invalid time is read as absent (I-39). */
const anyTimes = { createdAt: Type.Optional(Type.Unknown()), updatedAt: Type.Optional(Type.Unknown()) }

const typeList = Type.Optional(Type.Array(Type.Object({ id: nameText, name: nameText }, open)))

const key = Type.String({ minLength: 1, maxLength: 500 })

/**
 * Returns the schema of a world object: only its id is required. The members named here are documented and may, like
 * all others, be any JSON (RF-12).
 */
const anyObject = (...members: string[]) =>
  Type.Object(
    { id: key, ...Object.fromEntries(members.map((name) => [name, Type.Optional(Type.Unknown())])), ...anyTimes },
    open,
  )

const anyAnnotation = Type.Object(
  {
    id: uuid,
    videoId: Type.String({ minLength: 1, maxLength: 255 }),
    personaId: optional(shortText),
    annotationType: optional(choice(['type', 'object'])),
    typeAssignment: optional(Type.Object({ typeId: nameText, typeName: optional(shortText) }, open)),
    objectLink: optional(Type.Object({ objectId: nameText, objectType: optional(shortText) }, open)),
    boundingBoxSequence: Type.Object({}, open),
    label: optional(shortText),
    type: optional(Type.String({ minLength: 1, maxLength: 50 })),
    confidence: optional(ratio),
    source: optional(Type.String({ minLength: 1, maxLength: 50 })),
    linkType: optional(choice(linkTypes)),
    // Any other value is ignored, and the track gets a new number.
    number: Type.Optional(Type.Unknown()),
    unresolved: Type.Optional(Type.Boolean()),
    ...reviewOfLine,
    ...anyTimes,
  },
  open,
)
export type AnnotationLine = Static<typeof anyAnnotation>

// The lines that an export writes.

export const unresolved = says(
  'Whether something that the line refers to did not exist at the time of the export. An import accepts such a line.',
  Type.Boolean(),
)
const annotations = columnShapes(annotationRecord)
const times = saidAs(annotations, { createdAt: time, updatedAt: time })

/**
 * Returns members of documents, which are stored and exported as they were sent and may therefore have another form.
 */
const usual = (members: TProperties): TProperties =>
  Object.fromEntries(Object.entries(storedShapes(members)).map(([name, form]) => [name, { ...form, [usually]: true }]))
export const usually = 'x-usually'

const type = asSent(
  Type.Object({ ...saidAs(typeDefinition.properties, { id: text, name: text }), ...usual(typeMembers) }, open),
)
const types = Type.Array(type)
const { properties: arrays } = ontologySchema

/**
 * Returns the schema of a world object: its documented members, some of which an export adds if the object lacks them
 * (XR-13).
 */
function objectOf(kind: keyof typeof kindMembers, completed: TProperties): TSchema {
  const described = {
    ...saidAs(worldObject.properties, { id: text }),
    name: Type.Optional(named.name),
    ...usual(kindMembers[kind]),
  }
  return asSent(Type.Object({ ...described, ...saidAs(described, completed) }, open))
}

const named = {
  name: says('Name to display; null if it has none.', nullable(text)),
  description: says(commonMembers.descriptionGloss.description!, gloss),
}
const { relations, createdAt, updatedAt, ...ofOntology } = exportShapes(ontologyRecord)

const ontology = Type.Object({
  ...ofOntology,
  entityTypes: says(arrays.entities.description!, types),
  eventTypes: says(arrays.events.description!, types),
  roleTypes: says(arrays.roles.description!, types),
  relationTypes: says(arrays.relationTypes.description!, types),
  relations: Type.Optional(relations!),
  createdAt: createdAt!,
  updatedAt: updatedAt!,
})

const annotation = Type.Object({
  ...saidAs(annotations, { id: uuid, videoId: text, personaId: nullable(uuid) }),
  annotationType: says('Whether the label names an ontology type or a world object.', choice(['type', 'object'])),
  typeAssignment: Type.Optional(
    says(
      'The type that the label names, unless it names a world object.',
      Type.Object({
        typeId: says('The label: ID of the type, or free text.', text),
        typeName: says('Name of the type; the label if there is no such type.', nullable(text)),
      }),
    ),
  ),
  objectLink: Type.Optional(
    says(
      'The world object that the label names.',
      Type.Object({
        objectId: says('The label: ID of the object, or free text.', text),
        objectType: says('Kind of the object.', nullable(text)),
      }),
    ),
  ),
  boundingBoxSequence: says(annotations['frames']!.description!, asSent(sequence)),
  ...saidAs(annotations, {
    label: text,
    type: text,
    confidence: nullable(Type.Number()),
    source: text,
    linkType: nullable(choice(linkTypes)),
    number: Type.Integer(),
  }),
  unresolved: Type.Optional(unresolved),
  ...reviewOfLine,
  ...times,
})

/** Returns the schemas of lines whose members are columns of a record, with those `beside` them. */
const ofRecord = (of: RecordOf, beside: TProperties = {}) => ({
  takes: Type.Object({ ...lineShapes(of), ...beside }, open),
  writes: Type.Object({ ...exportShapes(of), ...beside }),
})

/**
 * Returns the noun for the lines in sentences, and the members that count them: of imported items, and of statistics.
 */
const counted = <const Items extends string, const Stat extends string>(noun: string, items: Items, stat: Stat) => ({
  noun,
  items,
  stat,
})

/**
 * The kinds of lines, in order of dependency: every kind comes after those that it refers to (I-08). The position of a
 * kind is the `rank` of its lines. An import requires `takes` of the data of a line, and an export writes `writes`; GET
 * /api/export/schema and the documentation publish both.
 */
export const lineTypes = {
  persona: { ...ofRecord(personaRecord), ...counted('personas', 'personas', 'personaCount') },
  ontology: {
    takes: Type.Object(
      { ...lineShapes(ontologyRecord), id: optional(uuid), ...mapValues(typeLists, () => typeList) },
      open,
    ),
    writes: ontology,
    ...counted('ontologies', 'ontologies', 'ontologyCount'),
  },
  type_correspondence: {
    ...ofRecord(correspondenceRecord),
    ...counted('correspondences of types', 'typeCorrespondences', 'typeCorrespondenceCount'),
  },
  entity: {
    takes: anyObject('name', 'description', 'typeAssignments'),
    writes: objectOf('entity', { ...named, ...times }),
    ...counted('world entities, locations included', 'entities', 'entityCount'),
  },
  event: {
    takes: anyObject('name', 'description', 'personaInterpretations'),
    writes: objectOf('event', { ...named, ...times }),
    ...counted('world events', 'events', 'eventCount'),
  },
  time: { takes: anyObject('type'), writes: objectOf('time', {}), ...counted('world times', 'times', 'timeCount') },
  entity_collection: {
    takes: anyObject('name', 'description', 'entityIds', 'collectionType'),
    writes: objectOf('entity_collection', { ...named, entityIds: Type.Array(text), ...times }),
    ...counted('entity collections', 'entityCollections', 'entityCollectionCount'),
  },
  event_collection: {
    takes: anyObject('name', 'description', 'eventIds', 'collectionType'),
    writes: objectOf('event_collection', { ...named, eventIds: Type.Array(text), ...times }),
    ...counted('event collections', 'eventCollections', 'eventCollectionCount'),
  },
  time_collection: {
    takes: anyObject('name', 'description', 'timeIds', 'times', 'collectionType'),
    writes: objectOf('time_collection', {
      ...named,
      // It is a free member of collections of times, and usually text.
      description: says(commonMembers.descriptionGloss.description!, Type.Union([gloss, text])),
    }),
    ...counted('time collections', 'timeCollections', 'timeCollectionCount'),
  },
  relation: {
    takes: anyObject('sourceId', 'targetId'),
    writes: objectOf('relation', { sourceId: nullable(text), targetId: nullable(text), ...times }),
    ...counted('relations between world objects', 'relations', 'worldRelationCount'),
  },
  summary: {
    takes: ofRecord(summaryRecord, reviewOfLine).takes,
    writes: ofRecord(summaryRecord, { summary: summaryGloss, ...reviewOfLine }).writes,
    ...counted('summaries', 'summaries', 'summaryCount'),
  },
  claim: { ...ofRecord(claimRecord, reviewOfLine), ...counted('claims', 'claims', 'claimCount') },
  claim_relation: {
    ...ofRecord(claimRelationRecord),
    ...counted('relations between claims', 'claimRelations', 'claimRelationCount'),
  },
  annotation: { takes: anyAnnotation, writes: annotation, ...counted('annotations', 'annotations', 'annotationCount') },
} satisfies Record<string, { takes: TSchema; writes: TSchema; noun: string }>

export type LineKind = keyof typeof lineTypes
export const lineKinds = Object.keys(lineTypes) as LineKind[]

/** Returns the name of a kind in camelCase, as in members of JSON. */
export const camel = (kind: string): string => kind.replace(/_./g, (part) => part.slice(1).toUpperCase())

const objectKinds: ReadonlySet<string> = new Set(worldKinds)
/** Returns whether lines of the kind contain objects of worlds, whose ids are any text; all other ids are UUIDs. */
export const isObjectKind = (kind: string): boolean => objectKinds.has(kind)
