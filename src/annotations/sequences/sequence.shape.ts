import { Type } from '@sinclair/typebox'
import { says, typed } from '../../lib/described.js'
import { enumeration, shortText } from '../../lib/schema.js'

const open = { additionalProperties: true } as const
const startFrame = says('Number of the first frame, counted from 0.', Type.Number())
const endFrame = says('Number of the last frame, counted from 0; it belongs to the range.', Type.Number())

const box = typed(
  'SequenceBox',
  'Where something is on one frame, in pixels of the video as displayed.',
  Type.Object(
    {
      frameNumber: says('Number of the frame, counted from 0.', Type.Number()),
      x: says('Left edge, in pixels.', Type.Number()),
      y: says('Upper edge, in pixels.', Type.Number()),
      width: says('Width in pixels, above 0.', Type.Number()),
      height: says('Height in pixels, above 0.', Type.Number()),
      isKeyframe: Type.Optional(says('Whether the box is a keyframe; true when absent.', Type.Boolean())),
      visible: Type.Optional(says('False hides the annotation from this keyframe to the next.', Type.Boolean())),
      confidence: Type.Optional(says('Confidence in the box, 0 to 1.', Type.Number())),
    },
    open,
  ),
)

/** A box as it is drawn on a frame, stored or computed. */
export const drawnBox = typed(
  'Box',
  'A bounding box on one frame, in pixels of the video as displayed.',
  Type.Object({
    frameNumber: says('Number of the frame, counted from 0.', Type.Integer()),
    x: says('Left edge in pixels.', Type.Number()),
    y: says('Upper edge in pixels.', Type.Number()),
    width: says('Width in pixels.', Type.Number()),
    height: says('Height in pixels.', Type.Number()),
    isKeyframe: says(
      'True for a stored keyframe; false for an interpolated box and for ' +
        'stored boxes between keyframes, such as those of a tracker.',
      Type.Boolean(),
    ),
    visible: says('Whether the box is to be drawn; false in a gap, where the annotation is hidden.', Type.Boolean()),
    confidence: Type.Optional(says('Confidence in the box, 0 to 1; null if unknown.', Type.Number())),
  }),
)

const controlPoint = typed(
  'ControlPoint',
  'A control point of a cubic Bézier curve: x is the time and y the way, both from 0 to 1.',
  Type.Object(
    { x: says('Part of the time, 0 to 1.', Type.Number()), y: says('Part of the way.', Type.Number()) },
    open,
  ),
)

const segment = typed(
  'InterpolationSegment',
  'How the box moves in a range of frames.',
  Type.Object(
    {
      startFrame,
      endFrame,
      type: says(
        'Kind of movement: `linear`, `bezier`, `ease-in`, `ease-out`, `ease-in-out` or `hold`.',
        enumeration('InterpolationType', 'How a box moves in a range of frames.', [
          ...(['linear', 'bezier', 'ease-in', 'ease-out', 'ease-in-out', 'hold'] as const),
        ]),
      ),
      controlPoints: Type.Optional(says('For `bezier`: the two control points.', Type.Array(controlPoint))),
    },
    open,
  ),
)

const visibility = typed(
  'VisibilityRange',
  'A range of frames in which the annotation is visible or hidden.',
  Type.Object(
    { startFrame, endFrame, visible: says('Whether the annotation is visible there.', Type.Boolean()) },
    open,
  ),
)

export const interpolationSegments = Type.Array(segment)
export const visibilityRanges = Type.Array(visibility)

/** A bounding-box sequence as the contract documents it, in both of its forms. */
export const sequence = typed(
  'BoxSequence',
  'A bounding-box sequence: boxes on keyframes, and how they move and show between them.',
  Type.Object(
    {
      boxes: says('The stored boxes, at least one of them a keyframe.', Type.Array(box)),
      interpolationMode: Type.Optional(
        says(
          'How boxes move where no segment says otherwise: `linear`, `ease-in-out`, `bezier` or `step`.',
          enumeration('InterpolationMode', 'How boxes move between keyframes where no segment says otherwise.', [
            ...(['linear', 'ease-in-out', 'bezier', 'step'] as const),
          ]),
        ),
      ),
      interpolationSegments: Type.Optional(says('How boxes move between keyframes.', interpolationSegments)),
      visibilityRanges: Type.Optional(says('Where the annotation is visible or hidden.', visibilityRanges)),
      trackId: Type.Optional(says('ID of the tracked object.', shortText)),
      trackingSource: Type.Optional(says('What tracked the object.', shortText)),
      trackingConfidence: Type.Optional(says('Confidence of the tracking, 0 to 1.', Type.Number())),
      totalFrames: Type.Optional(says('Number of frames from the first to the last box.', Type.Number())),
      keyframeCount: Type.Optional(says('Number of keyframes; the server corrects it.', Type.Number())),
      interpolatedFrameCount: Type.Optional(
        says('Number of frames, keyframes not counted, on which the annotation is visible.', Type.Number()),
      ),
    },
    open,
  ),
)
