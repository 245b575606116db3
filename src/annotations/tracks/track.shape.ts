import { Type, type Static } from '@sinclair/typebox'
import { createSchema, retold, withProperties } from '../../database/rows/record-schema.js'
import { says, typed } from '../../lib/described.js'
import { nameText, nullable, optional, ratio, uuid } from '../../lib/schema.js'
import { annotationRecord } from '../annotation.shape.js'

const frame = Type.Integer({ minimum: 0, maximum: 1e9 })
const side = Type.Number({ exclusiveMinimum: 0 })
export const rectangle = typed(
  'Rectangle',
  'A rectangle in a picture; the field that holds it says in which unit.',
  Type.Object({
    x: says("Left edge, in pixels or as a fraction of the picture's width.", Type.Number()),
    y: says("Upper edge, in pixels or as a fraction of the picture's height.", Type.Number()),
    width: says("Width, in pixels or as a fraction of the picture's width; above 0.", side),
    height: says("Height, in pixels or as a fraction of the picture's height; above 0.", side),
  }),
  'RectangleInput',
)

/** The members of the new annotation in the input; the server adds the sequence. */
const shared = createSchema(annotationRecord, { but: ['videoId', 'frames', 'label', 'confidence', 'source'] })

/** An object in one frame that a model is to follow. */
export const trackSchema = withProperties(
  retold(shared, {
    projectId:
      "ID of the project to put the annotation into, none if null. If absent, the persona's project, where the viewer " +
      'may create annotations in it.',
  }),
  {
    label: says(
      'What is annotated: the `key` of an ontology type or of a world object, or free text; not empty.',
      nameText,
    ),
    frame: says('Number of the frame in which `box` shows the object, counted from 0.', frame),
    box: says('Where the object is in `frame`, in pixels of the video as displayed.', rectangle),
    endFrame: optional(
      says(
        'Number of the last frame to track to, not before `frame`; the end of the video if absent. One job tracks at ' +
          'most 108,000 frames: it fails for a longer range, and stops there if no last frame is given.',
        frame,
      ),
    ),
    annotationId: optional(
      says(
        'ID of an annotation of the video that is extended: the tracked boxes take the place of its own, from `frame` ' +
          'as far as they reach. If it is gone by then, or absent, the track becomes a new annotation.',
        uuid,
      ),
    ),
    tolerance: Type.Optional(
      says(
        'How far interpolation between keyframes may deviate from the tracked boxes, ' +
          "as a fraction of the box's side: 0.005 to 0.5; 0.05 by default.",
        Type.Number({ minimum: 0.005, maximum: 0.5 }),
      ),
    ),
  },
)
export type TrackInput = Static<typeof trackSchema>

/** The maximum number of boxes that one request may adopt. */
export const mostAdopted = 10_000

/** A detection has more members than are kept, and may be sent back unchanged. */
const open = { additionalProperties: true }

const detection = typed(
  'AdoptedDetection',
  'A detection to keep, as `detectObjects` returns it.',
  Type.Object(
    {
      label: says('What the object was recognised as; not empty.', nameText),
      boundingBox: says("Where the object is, in fractions of the picture's width and height.", rectangle),
      confidence: Type.Optional(
        nullable(says('Confidence of the detection, 0 to 1; null or absent if unknown.', ratio)),
      ),
      trackId: optional(
        says(
          'ID of the tracked object, 1 to 255 characters; detections with the same one become ' +
            'one annotation. Without it, each becomes an annotation of its own.',
          Type.String({ minLength: 1, maxLength: 255 }),
        ),
      ),
      typeId: optional(
        says(
          'The `key` of the type of the persona that it is. If `type` is `type`, it is the label of the annotation ' +
            'unless the input has a label for all; must then be a type of the persona.',
          nameText,
        ),
      ),
    },
    open,
  ),
  'AdoptedDetectionInput',
)

const adoptedFrame = typed(
  'AdoptedFrame',
  'The detections to keep from one frame.',
  Type.Object(
    {
      frameNumber: says('Number of the frame, counted from 0.', frame),
      detections: says('The detections of the frame to keep.', Type.Array(detection)),
    },
    open,
  ),
  'AdoptedFrameInput',
)

/** The answer of a detection, or a part of it, that is to be stored as annotations. */
export const adoptSchema = withProperties(
  retold(shared, {
    type:
      '`type` if the labels name ontology types, `object` if they name world objects, or another word of at most 50 ' +
      'characters.',
    personaId: 'ID of the persona from whose perspective the annotations are made; required if `type` is `type`.',
    linkType: 'Kind of world object that the labels name; null or absent if they name none.',
    projectId:
      "ID of the project to put the annotations into, none if null. If absent, the persona's project, where the " +
      'viewer may create annotations in it.',
  }),
  {
    label: Type.Optional(
      says(
        'Label of all annotations: the `key` of an ontology type or of a world object, ' +
          'or free text. If absent, each has the type of its detection if `type` is `type`, else the label of its ' +
          'detection.',
        nameText,
      ),
    ),
    videoWidth: says(
      'Width of the video as displayed, in pixels, as `detectObjects` returns it.',
      Type.Integer({ minimum: 1, maximum: 1e6 }),
    ),
    videoHeight: says(
      'Height of the video as displayed, in pixels, as `detectObjects` returns it.',
      Type.Integer({ minimum: 1, maximum: 1e6 }),
    ),
    frames: says(
      'The frames with the detections to keep: 1 to 500 frames, at most 10,000 detections in all.',
      Type.Array(adoptedFrame, { minItems: 1, maxItems: 500 }),
    ),
  },
)
export type AdoptInput = Static<typeof adoptSchema>
