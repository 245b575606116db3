import { Type } from '@sinclair/typebox'
import { answerShapes } from '../database/record-schema.js'
import { asSent, named, type Answers } from '../http/answers.js'
import { choice, nullable, uuid } from '../lib/schema.js'
import { frameTime } from '../videos/video.answers.js'
import { annotationRecord } from './annotation.record.js'
import { sequence } from './sequence.schema.js'

const text = Type.String()
const number = Type.Number()

export const annotation = named(
  'Annotation',
  Type.Object({ ...answerShapes(annotationRecord), personaId: nullable(uuid), frames: asSent(sequence) }),
)

const bounds = { x: number, y: number, width: number, height: number }
const detection = Type.Object({
  label: text,
  boundingBox: Type.Object(bounds),
  ...bounds,
  confidence: number,
  trackId: nullable(text),
  typeId: nullable(text),
  typeName: nullable(text),
  typeMatches: Type.Array(
    Type.Object({ typeId: text, typeName: text, typeKind: choice(['entity', 'role', 'event', 'relation']) }),
  ),
})

const frames = Type.Array(
  Type.Object({ frameNumber: Type.Integer(), timestamp: number, detections: Type.Array(detection) }),
)

const drawnBox = Type.Object({
  annotationId: uuid,
  frameNumber: Type.Integer(),
  ...bounds,
  isKeyframe: Type.Boolean(),
  visible: Type.Boolean(),
  confidence: Type.Optional(number),
})

const { interpolationMode, interpolationSegments, visibilityRanges } = sequence.properties
const sequenceOfWindow = asSent(
  Type.Object(
    {
      id: uuid,
      version: Type.Integer(),
      /**
       * Six numbers per box: frame, x, y, width, height and flags (1 for a keyframe, plus 2 where the box hides
       * itself).
       */
      boxes: Type.Array(number),
      interpolationMode,
      interpolationSegments,
      visibilityRanges,
    },
    { additionalProperties: true },
  ),
)

const count = Type.Integer()
const patchedSequence = Type.Object({
  id: uuid,
  keyframeCount: count,
  boxCount: count,
  interpolatedFrameCount: count,
  firstFrame: nullable(number),
  lastFrame: nullable(number),
  updatedAt: text,
})

export const annotationAnswers: Answers = {
  'GET /api/annotations/:videoId': {
    id: 'listAnnotations',
    says: 'Lists the annotations of a video that the caller may read.',
    200: Type.Array(annotation),
  },
  'GET /api/videos/:videoId/boxes': {
    id: 'listBoxes',
    says: 'Lists the boxes that are drawn in a window of frames, interpolated.',
    refuses: [409],
    200: Type.Object({ frame: frameTime, boxes: Type.Array(drawnBox) }),
  },
  'GET /api/videos/:videoId/sequences': {
    id: 'listSequences',
    says: 'Lists the box sequences that reach into a window of frames.',
    200: Type.Array(sequenceOfWindow),
  },
  'POST /api/annotations': {
    id: 'createAnnotation',
    says: 'Creates an annotation of a video.',
    refuses: [404],
    201: annotation,
  },
  'POST /api/annotations/bulk': {
    id: 'saveAnnotations',
    says: 'Creates up to 1,000 annotations, all or none.',
    refuses: [404],
    201: Type.Object({ created: count, annotationIds: Type.Array(uuid) }),
  },
  'PATCH /api/annotations/:id/sequence': {
    id: 'patchSequence',
    says: 'Adds, changes and removes single key frames of an annotation.',
    200: patchedSequence,
  },
  'PUT /api/annotations/:id': {
    id: 'updateAnnotation',
    says: 'Changes the given fields of an annotation.',
    200: annotation,
  },
  'DELETE /api/annotations/:videoId/:id': { id: 'deleteAnnotation', says: 'Deletes an annotation.', 204: null },
  'POST /api/videos/:videoId/track': {
    id: 'trackFrom',
    says: 'Starts a job that follows a box through a video.',
    202: Type.Object({ jobId: text, status: choice(['queued']), videoId: text }),
  },
  'POST /api/videos/:videoId/detections/adopt': {
    id: 'adoptDetections',
    says: 'Turns detections into annotations.',
    201: Type.Object({ annotationIds: Type.Array(uuid), count: Type.Integer() }),
  },
  'POST /api/videos/:videoId/detect': {
    id: 'detectObjects',
    says: 'Lets the model find objects in a video.',
    refuses: [502, 504],
    200: Type.Object({
      id: text,
      videoId: text,
      query: text,
      videoWidth: nullable(Type.Integer()),
      videoHeight: nullable(Type.Integer()),
      totalDetections: Type.Integer(),
      processingTime: number,
      frames,
      /** The same frames under the name that older clients read (V-19). */
      frameResults: frames,
    }),
  },
}
