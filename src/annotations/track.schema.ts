import { Type, type Static } from '@sinclair/typebox'
import { createSchema, withMembers } from '../database/record-schema.js'
import { nameText, nullable, optional, ratio } from '../lib/schema.js'
import { annotationRecord } from './annotation.record.js'

const frame = Type.Integer({ minimum: 0, maximum: 1e9 })
const number = Type.Number()
const side = Type.Number({ exclusiveMinimum: 0 })
export const rectangle = Type.Object({ x: number, y: number, width: side, height: side })

/** The members of the new annotation that the caller gives; the server makes its sequence. */
const shared = createSchema(annotationRecord, { but: ['videoId', 'frames', 'label', 'confidence', 'source'] })

/** An object in one frame that a model shall follow. */
export const trackSchema = withMembers(shared, {
  label: nameText,
  /** The frame in which the box shows the object. */
  frame,
  /** In pixels of the video as displayed. */
  box: rectangle,
  /** The last frame to follow it to; the end of the video where absent. */
  endFrame: optional(frame),
  /** How far linear interpolation between keyframes may deviate, as a fraction of the box's side. */
  tolerance: Type.Optional(Type.Number({ minimum: 0.005, maximum: 0.5 })),
})
export type TrackInput = Static<typeof trackSchema>

/** The most boxes that one request may adopt. */
export const mostAdopted = 10_000

/** A detection answers more members than are kept, and may be sent back as it was answered. */
const open = { additionalProperties: true }

/** The answer of a detection, or a part of it, that is to be kept as annotations. */
export const adoptSchema = withMembers(shared, {
  /**
   * The label of all annotations; where absent, each gets its type if `type` is `type`, else the label under which it
   * was detected.
   */
  label: Type.Optional(nameText),
  videoWidth: Type.Integer({ minimum: 1, maximum: 1e6 }),
  videoHeight: Type.Integer({ minimum: 1, maximum: 1e6 }),
  frames: Type.Array(
    Type.Object(
      {
        frameNumber: frame,
        detections: Type.Array(
          Type.Object(
            {
              label: nameText,
              /** Fractions of the picture's width and height. */
              boundingBox: rectangle,
              confidence: Type.Optional(nullable(ratio)),
              trackId: optional(Type.String({ minLength: 1, maxLength: 255 })),
              /** The type of the persona that it is: the label of its annotation where that names a type. */
              typeId: optional(nameText),
            },
            open,
          ),
        ),
      },
      open,
    ),
    { minItems: 1, maxItems: 500 },
  ),
})
export type AdoptInput = Static<typeof adoptSchema>
