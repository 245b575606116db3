import { Type } from '@sinclair/typebox'
import { choice, nullable, optional, ratio } from '../lib/schema.js'

/** RF-20. */
export const linkTypes = [
  'entity',
  'event',
  'time',
  'location',
  'entity-collection',
  'event-collection',
  'time-collection',
] as const
const linkType = Type.Unsafe<(typeof linkTypes)[number] | null>({
  type: ['string', 'null'],
  enum: [...linkTypes, null],
})

const shortText = Type.String({ minLength: 1, maxLength: 50 })
const label = Type.String({ minLength: 1 })
const frames = Type.Object({}, { additionalProperties: true })

/** personaId may be any text here: for object annotations a text that is no UUID counts as none (AN-02). */
export const createAnnotationSchema = Type.Object({
  videoId: Type.String({ minLength: 1, maxLength: 255 }),
  type: shortText,
  label,
  frames,
  personaId: optional(Type.String()),
  linkType: Type.Optional(linkType),
  confidence: Type.Optional(nullable(ratio)),
  source: Type.Optional(shortText),
})

export const updateAnnotationSchema = Type.Object({
  type: Type.Optional(shortText),
  label: Type.Optional(label),
  frames: Type.Optional(frames),
  personaId: optional(Type.String()),
  linkType: Type.Optional(linkType),
  confidence: Type.Optional(nullable(ratio)),
  source: Type.Optional(shortText),
})

export const videoParams = Type.Object({ videoId: Type.String() })
export const annotationParams = Type.Object({ id: Type.String({ format: 'uuid' }) })
export const annotationOfVideoParams = Type.Object({ videoId: Type.String(), id: Type.String({ format: 'uuid' }) })

export const annotationFilterSchema = Type.Object({
  personaId: Type.Optional(Type.String({ format: 'uuid' })),
  type: Type.Optional(Type.String()),
  linkType: Type.Optional(choice(linkTypes)),
  label: Type.Optional(Type.String()),
  source: Type.Optional(Type.String()),
  createdBy: Type.Optional(Type.String({ format: 'uuid' })),
})
