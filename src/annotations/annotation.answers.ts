import { Type } from '@sinclair/typebox'
import { answerShapes } from '../database/record-schema.js'
import { asSent, named, type Answers } from '../http/answers.js'
import { nullable, uuid } from '../lib/schema.js'
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
})

const frames = Type.Array(
  Type.Object({ frameNumber: Type.Integer(), timestamp: number, detections: Type.Array(detection) }),
)

export const annotationAnswers: Answers = {
  'GET /api/annotations/:videoId': { 200: Type.Array(annotation) },
  'POST /api/annotations': { 201: annotation },
  'PUT /api/annotations/:id': { 200: annotation },
  'DELETE /api/annotations/:videoId/:id': { 204: null },
  'POST /api/videos/:videoId/detect': {
    200: Type.Object({
      id: text,
      videoId: text,
      query: text,
      totalDetections: Type.Integer(),
      processingTime: number,
      frames,
      /** The same under an older name (V-19). */
      frameResults: frames,
    }),
  },
}
