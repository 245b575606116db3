import { Type, type Static } from '@sinclair/typebox'
import { createSchema, updateSchema } from '../database/record-schema.js'
import { choice, shortText } from '../lib/schema.js'
import { annotationRecord, linkTypes } from './annotation.record.js'
import { highestFrame } from './sequence-check.js'

export const createAnnotationSchema = createSchema(annotationRecord)
export const updateAnnotationSchema = updateSchema(annotationRecord)

export const videoParams = Type.Object({ videoId: Type.String() })
export const annotationParams = Type.Object({ id: Type.String({ format: 'uuid' }) })
export const annotationOfVideoParams = Type.Object({ videoId: Type.String(), id: Type.String({ format: 'uuid' }) })

const frame = Type.Integer({ minimum: 0, maximum: highestFrame })
/** Frames of a video, both ends included. */
const windowSchema = Type.Object({ from: frame, to: frame })
/** The same window as query parameters; an end that is not given is open. */
export const windowQuery = Type.Partial(windowSchema)
/** Fills in the open ends of a window. */
export const windowOf = ({ from = 0, to = highestFrame }: Static<typeof windowQuery>) => ({ from, to })

/** The most annotations that one request may make. */
const mostSaved = 1000
export const saveAnnotationsSchema = Type.Object({
  annotations: Type.Array(createAnnotationSchema, { minItems: 1, maxItems: mostSaved }),
})

/**
 * A keyframe to set. Only the frame number is checked here; the rules of sequences (sequence-check.ts) check the rest,
 * and unknown members are kept.
 */
const keyframe = Type.Object({ frameNumber: Type.Number() }, { additionalProperties: true })
/** The most frames that one patch may set or delete; whoever changes more replaces the whole sequence. */
const mostPatched = 1000
/** Segments or ranges of frames, which the rules of sequences check; null removes all that the sequence has. */
const stretches = Type.Optional(Type.Union([Type.Array(Type.Object({}, { additionalProperties: true })), Type.Null()]))
export const patchSequenceSchema = Type.Object({
  upsert: Type.Optional(Type.Array(keyframe, { maxItems: mostPatched })),
  delete: Type.Optional(Type.Array(Type.Number(), { maxItems: mostPatched })),
  interpolationSegments: stretches,
  visibilityRanges: stretches,
})

export const annotationFilterSchema = Type.Object({
  personaId: Type.Optional(Type.String({ format: 'uuid' })),
  type: Type.Optional(shortText),
  linkType: Type.Optional(choice(linkTypes)),
  label: Type.Optional(shortText),
  source: Type.Optional(shortText),
  createdBy: Type.Optional(Type.String({ format: 'uuid' })),
  visibleIn: Type.Optional(windowSchema),
})
