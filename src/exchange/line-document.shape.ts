import { Type, type TProperties, type TSchema } from '@sinclair/typebox'
import { reviewOfLine } from '../access/review.shape.js'
import { person } from '../accounts/user.shape.js'
import { annotationRecord, linkTypes } from '../annotations/annotation.shape.js'
import { sequence } from '../annotations/sequences/sequence.shape.js'
import { claimRecord, claimRelationRecord } from '../claims/claim.shape.js'
import { columnShapes, exportShapes } from '../database/rows/record-schema.js'
import { asSent } from '../http/answers.js'
import { saidAs, says } from '../lib/described.js'
import { storedShapes } from '../documents/document-members.js'
import { choice, gloss, nullable, uuid } from '../lib/schema.js'
import { ontologyRecord, ontologySchema, personaRecord, typeDefinition } from '../personas/persona.shape.js'
import { typeMembers } from '../personas/ontology-type.shape.js'
import { summaryGloss, summaryRecord } from '../summaries/summary.shape.js'
import { worldObject } from '../world/world.shape.js'
import { commonMembers, kindMembers } from '../world/world-object.shape.js'
import { videoProbe } from '../videos/files/probe.shape.js'
import { videoRecord } from '../videos/video.shape.js'
import { worldKinds } from '../world/world-kinds.js'
import { lineKinds, lineSchemas, type LineKind } from './line.shape.js'

// The JSON Schema that /api/export/schema publishes. It describes the lines as exports write them, with all their
// members, and under $defs/import what an import requires of a line (line.shape.ts).

const text = Type.String()
const time = Type.String({ format: 'date-time' })
const whole = Type.Integer()
const unresolved = says(
  'Whether something that the line refers to did not exist at the time of the export. An import accepts such a line.',
  Type.Boolean(),
)
const annotations = columnShapes(annotationRecord)
const open = { additionalProperties: true } as const
const times = saidAs(annotations, { createdAt: time, updatedAt: time })

/** Members of documents, which are stored and exported as they were sent, so that each may have another form. */
const usual = (members: TProperties): TProperties =>
  Object.fromEntries(Object.entries(storedShapes(members)).map(([name, form]) => [name, { ...form, [usually]: true }]))
const usually = 'x-usually'

const type = asSent(
  Type.Object({ ...saidAs(typeDefinition.properties, { id: text, name: text }), ...usual(typeMembers) }, open),
)
const types = Type.Array(type)
const { properties: arrays } = ontologySchema

/**
 * The schema of a world object: its documented members, some of which an export adds where the object lacks them
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

const data: Record<LineKind, TSchema> = {
  persona: Type.Object(exportShapes(personaRecord)),
  ontology: Type.Object({
    ...ofOntology,
    entityTypes: says(arrays.entities.description!, types),
    eventTypes: says(arrays.events.description!, types),
    roleTypes: says(arrays.roles.description!, types),
    relationTypes: says(arrays.relationTypes.description!, types),
    relations: Type.Optional(relations!),
    createdAt: createdAt!,
    updatedAt: updatedAt!,
  }),
  entity: objectOf('entity', { ...named, ...times }),
  event: objectOf('event', { ...named, ...times }),
  time: objectOf('time', {}),
  entity_collection: objectOf('entity_collection', { ...named, entityIds: Type.Array(text), ...times }),
  event_collection: objectOf('event_collection', { ...named, eventIds: Type.Array(text), ...times }),
  time_collection: objectOf('time_collection', {
    ...named,
    // It is a free member of collections of times, and mostly text.
    description: says(commonMembers.descriptionGloss.description!, Type.Union([gloss, text])),
  }),
  relation: objectOf('relation', { sourceId: nullable(text), targetId: nullable(text), ...times }),
  summary: Type.Object({ ...exportShapes(summaryRecord), summary: summaryGloss, ...reviewOfLine }),
  claim: Type.Object({ ...exportShapes(claimRecord), ...reviewOfLine }),
  claim_relation: Type.Object(exportShapes(claimRelationRecord)),
  annotation: Type.Object({
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
    }),
    unresolved: Type.Optional(unresolved),
    ...reviewOfLine,
    ...times,
  }),
}

const author = Type.Optional(
  says(
    'Who made it, in exports of a project or of the whole server; null if unknown.',
    nullable(Type.Object(saidAs(person.properties, { id: uuid, username: text }))),
  ),
)
const signed = (of: TSchema): TSchema => ({ ...of, properties: { ...of['properties'], author } })

const projectId = Type.Optional(
  says(
    'ID of the project it is in, in exports of a project or of the whole server; null outside projects.',
    nullable(uuid),
  ),
)
const worldId = Type.Optional(
  says('ID of the world that the object is in, in exports of a project or of the whole server.', uuid),
)
const isOfWorld = (kind: LineKind) => worldKinds.some((one) => one === kind)
/** The members beside type and data that say where the row is. */
const placeOf = (kind: LineKind) => ({ projectId, ...(isOfWorld(kind) && { worldId }) })

const typed = (kind: LineKind | 'video', of: TSchema, place: TProperties) => ({
  type: 'object',
  title: kind,
  required: ['type', 'data'],
  properties: {
    type: { const: kind, description: 'Type of the line.' },
    ...place,
    data: { ...of, description: 'What the line holds.' },
    unresolved,
  },
})

/** The schema of a typed line of an export, one for each kind. */
export const fullLines = lineKinds.map((kind) => typed(kind, signed(data[kind]), placeOf(kind)))

const { properties: probed } = videoProbe
const ofFile = 'frameCount frameRate isVariableRate timeBase duration width height sha256'.split(' ')

/** The line of a video, which an import reads over: videos come from their files. */
export const videoLine = typed(
  'video',
  Type.Object({
    ...saidAs(columnShapes(videoRecord), { id: text, filename: text }),
    ...Object.fromEntries(Object.entries(probed).filter(([name]) => ofFile.includes(name))),
    firstTick: says(
      'When the first frame begins, in ticks; null if the file is not a readable video.',
      nullable(whole),
    ),
  }),
  {},
)

/** The line of an export of annotations alone. */
export const bareAnnotation: TSchema = {
  ...data.annotation,
  properties: { ...data.annotation['properties'], projectId, author },
  title: 'bare annotation',
}

/**
 * The schema in the terms of JSON Schema alone, for validators that know nothing of this server and refuse what they do
 * not know: without marks of our own, with a pattern in place of a format of our own, and with any other form for
 * members that have their form only usually.
 */
function inStandardTerms(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inStandardTerms)
  if (typeof schema !== 'object' || schema === null) return schema
  const { 'x-as-sent': _mark, [usually]: isUsual, format, ...rest } = schema as Record<string, unknown>
  const standard = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inStandardTerms(value)]))
  if (format !== undefined) Object.assign(standard, format === 'not-blank' ? { pattern: '\\S' } : { format })
  return isUsual === true ? { anyOf: [standard, {}] } : standard
}

/** JSON Schema of one line of a file, typed or a bare annotation. */
export const lineSchemaDocument = inStandardTerms({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A line of an export',
  description: 'Lines as exports write them; what an import requires of a line is under $defs/import.',
  anyOf: [...fullLines, videoLine, bareAnnotation],
  $defs: {
    import: {
      title: 'A line that an import takes',
      anyOf: [
        ...lineKinds.map((kind) => typed(kind, lineSchemas[kind], {})),
        { ...lineSchemas.annotation, title: 'bare annotation' },
      ],
    },
  },
})
