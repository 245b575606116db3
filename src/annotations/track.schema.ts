import { Type, type Static } from '@sinclair/typebox'
import { createSchema, withMembers } from '../database/record-schema.js'
import { nullable, optional, ratio } from '../lib/schema.js'
import { annotationRecord } from './annotation.record.js'

const frame = Type.Integer({ minimum: 0, maximum: 1e9 })
const number = Type.Number()
const side = Type.Number({ exclusiveMinimum: 0 })
export const rectangle = Type.Object({ x: number, y: number, width: side, height: side })

/** What the new annotation says beside its sequence, which the server makes. */
const shared = createSchema(annotationRecord, { but: ['videoId', 'frames', 'label', 'confidence', 'source'] })

/** A thing in one frame that is to be followed. */
export const trackSchema = withMembers(shared, {
  label: Type.String({ minLength: 1 }),
  /** Where it is seen in the box. */
  frame,
  /** Pixels of the video as displayed. */
  box: rectangle,
  /** How far it is followed; to the end where absent. */
  endFrame: optional(frame),
  /** How far straight lines between keyframes may be off, as a share of the box's side. */
  tolerance: Type.Optional(Type.Number({ minimum: 0.005, maximum: 0.5 })),
})
export type TrackInput = Static<typeof trackSchema>

/** At most so many boxes are adopted at once. */
export const mostAdopted = 10_000

/** What a detection answered, or a part of it, to be kept as annotations. */
export const adoptSchema = withMembers(shared, {
  /** For all of them; each keeps what it was taken for where absent. */
  label: Type.Optional(Type.String({ minLength: 1 })),
  videoWidth: Type.Integer({ minimum: 1, maximum: 1e6 }),
  videoHeight: Type.Integer({ minimum: 1, maximum: 1e6 }),
  frames: Type.Array(
    Type.Object({
      frameNumber: frame,
      detections: Type.Array(
        Type.Object({
          label: Type.String({ minLength: 1 }),
          /** Shares of the picture. */
          boundingBox: rectangle,
          confidence: Type.Optional(nullable(ratio)),
          trackId: optional(Type.String({ minLength: 1, maxLength: 255 })),
        }),
      ),
    }),
    { minItems: 1, maxItems: 500 },
  ),
})
export type AdoptInput = Static<typeof adoptSchema>
