import { Type, type TProperties, type TSchema } from '@sinclair/typebox'
import { person } from '../accounts/user.shape.js'
import { columnShapes } from '../database/rows/record-schema.js'
import { saidAs, says } from '../lib/described.js'
import { nullable, uuid } from '../lib/schema.js'
import { videoProbe } from '../videos/files/probe.shape.js'
import { videoRecord } from '../videos/video.shape.js'
import { isObjectKind, lineKinds, lineTypes, unresolved, usually, type LineKind } from './line.shape.js'

// The JSON Schema that /api/export/schema publishes. It describes the lines as exports write them, with all their
// members, and under $defs/import what an import requires of a line.

const text = Type.String()
const whole = Type.Integer()

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
/** Returns the members beside type and data that contain the place of the row. */
const placeOf = (kind: LineKind) => ({ projectId, ...(isObjectKind(kind) && { worldId }) })

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
export const fullLines = lineKinds.map((kind) => typed(kind, signed(lineTypes[kind].writes), placeOf(kind)))

const { properties: probed } = videoProbe
const ofFile = 'frameCount frameRate isVariableRate timeBase duration width height sha256'.split(' ')

/** The line of a video, which an import ignores, because videos come from their files. */
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

const { annotation } = lineTypes
/** The line of an export of annotations alone. */
export const bareAnnotation: TSchema = {
  ...annotation.writes,
  properties: { ...annotation.writes.properties, projectId, author },
  title: 'bare annotation',
}

/**
 * Returns the schema in the terms of JSON Schema alone, for validators that refuse unknown keywords: without this
 * server's marks, with a pattern in place of its own format, and with any other form for members that have their form
 * only usually.
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
        ...lineKinds.map((kind) => typed(kind, lineTypes[kind].takes, {})),
        { ...annotation.takes, title: 'bare annotation' },
      ],
    },
  },
})
