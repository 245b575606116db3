import { Type } from '@sinclair/typebox'
import { choice, shortText } from '../lib/schema.js'

const open = { additionalProperties: true } as const
const frame = Type.Number()

/** Where something is on one frame, in pixels. */
const box = Type.Object(
  {
    frameNumber: frame,
    x: Type.Number(),
    y: Type.Number(),
    width: Type.Number(),
    height: Type.Number(),
    isKeyframe: Type.Optional(Type.Boolean()),
    visible: Type.Optional(Type.Boolean()),
    confidence: Type.Optional(Type.Number()),
  },
  open,
)

/** A bounding-box sequence as the contract documents it, in both of its forms. */
export const sequence = Type.Object(
  {
    boxes: Type.Array(box),
    interpolationMode: Type.Optional(choice(['linear', 'ease-in-out', 'bezier', 'step'])),
    interpolationSegments: Type.Optional(
      Type.Array(
        Type.Object(
          {
            startFrame: frame,
            endFrame: frame,
            type: choice(['linear', 'bezier', 'ease-in', 'ease-out', 'ease-in-out', 'hold']),
            controlPoints: Type.Optional(Type.Array(Type.Object({ x: Type.Number(), y: Type.Number() }, open))),
          },
          open,
        ),
      ),
    ),
    visibilityRanges: Type.Optional(
      Type.Array(Type.Object({ startFrame: frame, endFrame: frame, visible: Type.Boolean() }, open)),
    ),
    trackId: Type.Optional(shortText),
    trackingSource: Type.Optional(shortText),
    trackingConfidence: Type.Optional(Type.Number()),
    totalFrames: Type.Optional(Type.Number()),
    keyframeCount: Type.Optional(Type.Number()),
    interpolatedFrameCount: Type.Optional(Type.Number()),
  },
  open,
)
