import { Type, type Static } from '@sinclair/typebox'
import { createSchema, updateSchema } from '../database/record-schema.js'
import { choice } from '../lib/schema.js'
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
/** The same in a query; an end that is not given is open. */
export const windowQuery = Type.Partial(windowSchema)
export const windowOf = ({ from = 0, to = highestFrame }: Static<typeof windowQuery>) => ({ from, to })

/** At most so many annotations are made at once. */
const mostSaved = 1000
export const saveAnnotationsSchema = Type.Object({
  annotations: Type.Array(createAnnotationSchema, { minItems: 1, maxItems: mostSaved }),
})

/** The rest of a keyframe is checked by the rules of sequences; further members are kept. */
const keyframe = Type.Object({ frameNumber: Type.Number() }, { additionalProperties: true })
/** At most so many frames are named at once; more are a sequence of their own. */
const mostPatched = 1000
export const patchSequenceSchema = Type.Object({
  upsert: Type.Optional(Type.Array(keyframe, { maxItems: mostPatched })),
  delete: Type.Optional(Type.Array(Type.Number(), { maxItems: mostPatched })),
})

export const annotationFilterSchema = Type.Object({
  personaId: Type.Optional(Type.String({ format: 'uuid' })),
  type: Type.Optional(Type.String()),
  linkType: Type.Optional(choice(linkTypes)),
  label: Type.Optional(Type.String()),
  source: Type.Optional(Type.String()),
  createdBy: Type.Optional(Type.String({ format: 'uuid' })),
  visibleIn: Type.Optional(windowSchema),
})
