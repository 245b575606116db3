import { Type } from '@sinclair/typebox'
import { act, type Acts, type Reply } from '../acts/act.js'
import { listAct } from '../acts/list-act.js'
import type { WrittenRow } from '../database/rows/record-read.js'
import { answerShapes, columnShapes } from '../database/rows/record-schema.js'
import { asSent, named } from '../http/answers.js'
import { setEtag } from '../http/etag.js'
import { sendJson } from '../http/send.js'
import { anyId, saidAs, says } from '../lib/described.js'
import { nullable, uuid } from '../lib/schema.js'
import { normalUuid } from '../lib/uuid.js'
import { forksShared, showsShared } from '../shared-kinds.js'
import { frameQuery, frameTime } from '../videos/files/probe.shape.js'
import { copyAnnotation } from './annotation-copy.service.js'
import { annotationRows } from './annotation.plan.js'
import { createAnnotation, saveAnnotations, updateAnnotation } from './annotation-write.service.js'
import * as annotations from './annotation.service.js'
import {
  annotationRecord,
  createAnnotationSchema,
  patchInput,
  patchSequenceSchema,
  saveAnnotationsSchema,
  trackMembers,
  updateAnnotationSchema,
  windowOf,
  windowQuery,
} from './annotation.shape.js'
import { Annotation } from './annotation.type.js'
import { boxesOfFrame } from './lists/boxes-at.service.js'
import { drawnBox, sequence } from './sequences/sequence.shape.js'
import { patchSequence } from './sequences/sequence-patch.service.js'
import { sequencesInWindow } from './lists/window.service.js'

const text = Type.String()
const number = Type.Number()

const columns = columnShapes(annotationRecord)
export const annotation = named(
  'Annotation',
  Type.Object({
    ...answerShapes(annotationRecord),
    ...saidAs(columns, { personaId: nullable(uuid), frames: asSent(sequence) }),
  }),
)

showsShared('annotation', { answer: annotation, print: annotations.annotationText })
forksShared('annotation', async (tx, id, { copyObjects }) => copyAnnotation(tx, id, await copyObjects()))

const annotationId = says('ID of the annotation.', uuid)
const { confidence } = drawnBox.properties
const box = Type.Object({
  annotationId,
  ...drawnBox.properties,
  confidence: Type.Optional(says('Confidence in the box, 0 to 1; absent if unknown.', confidence)),
})

const { interpolationMode, interpolationSegments, visibilityRanges, interpolatedFrameCount } = sequence.properties
const ofAnnotation = answerShapes(annotationRecord)
const track = Type.Object({
  id: annotationId,
  version: says(columns['version']!.description!, Type.Integer()),
  ...Object.fromEntries(trackMembers.flatMap((name) => (ofAnnotation[name] ? [[name, ofAnnotation[name]]] : []))),
  ...saidAs(columns, { keyframeCount: Type.Integer(), firstFrame: nullable(number), lastFrame: nullable(number) }),
})

const sequenceOfWindow = asSent(
  Type.Object(
    {
      id: annotationId,
      version: says(columns['version']!.description!, Type.Integer()),
      boxes: says(
        'Six numbers for each box: frame, x, y, width, height and flags (1 for a keyframe, plus 2 where the box hides ' +
          'itself, plus 4 where it is marked as occluded).',
        Type.Array(number),
      ),
      interpolationMode,
      interpolationSegments,
      visibilityRanges,
    },
    { additionalProperties: true },
  ),
)

const count = Type.Integer()
const patchedSequence = Type.Object({
  id: annotationId,
  ...saidAs(columns, { keyframeCount: count, boxCount: count }),
  interpolatedFrameCount: says(interpolatedFrameCount.description!, count),
  ...saidAs(columns, { firstFrame: nullable(number), lastFrame: nullable(number), updatedAt: text }),
})

function send({ reply }: Reply, saved: WrittenRow, status = 200) {
  const { text, version } = annotations.printAnnotation(saved)
  setEtag(reply, version)
  return sendJson(reply, text, status)
}

const ofVideo = { videoId: says('ID of the video.', anyId(Type.String())) }
const one = { id: annotationId }

export const annotationActs: Acts = {
  tag: 'Annotations',
  acts: [
    listAct({
      says: 'Lists the annotations of a video that the caller may read.',
      rest: 'GET /api/annotations/:videoId',
      id: 'listAnnotations',
      params: ofVideo,
      query: windowQuery,
      item: annotation,
      list: (ctx, { videoId, query }) => {
        const isWhole = query.from === undefined && query.to === undefined
        return annotations.printedAnnotations(ctx, videoId, isWhole ? undefined : windowOf(query))
      },
    }),
    listAct({
      says: 'Lists the box sequences that reach into a window of frames.',
      rest: 'GET /api/videos/:videoId/sequences',
      id: 'listSequences',
      params: ofVideo,
      query: windowQuery,
      item: sequenceOfWindow,
      list: (ctx, { videoId, query }) => sequencesInWindow(ctx, videoId, windowOf(query)),
    }),
    listAct({
      says: 'Lists the annotations of a video without their boxes: what each stands for, and its frames.',
      rest: 'GET /api/videos/:videoId/tracks',
      id: 'listTracks',
      params: ofVideo,
      item: track,
      list: (ctx, { videoId }) => annotations.printedTracks(ctx, videoId),
    }),
    act({
      says: 'Lists the boxes that are drawn on a frame, interpolated.',
      rest: 'GET /api/videos/:videoId/boxes',
      id: 'listBoxes',
      params: ofVideo,
      query: frameQuery,
      run: (ctx, { videoId, query }) => boxesOfFrame(ctx, videoId, query),
      answer: Type.Object({
        frame: says('The frame, and when it is shown.', frameTime),
        boxes: says('The visible boxes on the frame, stored or interpolated.', Type.Array(box)),
      }),
      refuses: [409],
    }),
    act({
      says: 'Creates an annotation.',
      rest: 'POST /api/annotations',
      body: createAnnotationSchema,
      run: (ctx, { body }) => createAnnotation(ctx, body),
      status: 201,
      answer: annotation,
      refuses: [404],
      send: (to, made) => send(to, made, 201),
      mutation: {
        name: 'createAnnotation',
        input: 'An annotation to create.',
        payload: { annotation: () => Annotation },
        row: annotationRows,
      },
    }),
    act({
      says:
        'Creates up to 1,000 annotations: all of them or, if one is refused, none. Returns them in the order of the ' +
        'input.',
      rest: 'POST /api/annotations/bulk',
      body: saveAnnotationsSchema,
      run: (ctx, { body }) => saveAnnotations(ctx, body),
      status: 201,
      answer: Type.Object({
        created: says('Number of annotations that were created.', count),
        annotationIds: says('IDs of these annotations, in the order of the request.', Type.Array(uuid)),
      }),
      refuses: [404],
      send: ({ reply }, annotationIds) => reply.status(201).send({ created: annotationIds.length, annotationIds }),
      mutation: {
        name: 'saveAnnotations',
        input: 'Annotations to create together: either all of them or, if one is refused, none.',
        payload: { annotations: () => [Annotation] },
        node: (ctx, ids) => annotations.annotationsByIds(ctx, ids),
      },
    }),
    act({
      says:
        "Changes single boxes of an annotation's bounding-box sequence, and how it moves and shows between them, " +
        'without sending the whole sequence.',
      rest: 'PATCH /api/annotations/:id/sequence',
      versioned: true,
      params: one,
      body: patchSequenceSchema,
      run: (ctx, { id, body, ifVersion }) => patchSequence(ctx, normalUuid(id), body, ifVersion),
      answer: patchedSequence,
      send({ reply }, { version, ...counted }) {
        setEtag(reply, version)
        return counted
      },
      mutation: {
        name: 'patchSequence',
        input:
          'Changes to a bounding-box sequence: keyframes to set, boxes to delete, and lists to ' +
          'replace; at least one change. A result that is not a valid sequence is refused.',
        own: { ...one, ...patchInput },
        run: (ctx, { id, upsert, delete: gone, body, ifVersion }) => {
          const present = (box: object) => Object.entries(box).filter(([, value]) => value !== null)
          const keyframes = upsert?.map((box) => ({
            ...Object.fromEntries(present(box)),
            frameNumber: box.frameNumber,
          }))
          const patch = { ...body, upsert: keyframes ?? [], delete: gone ?? [] }
          return patchSequence(ctx, normalUuid(id), patch, ifVersion)
        },
        payload: { annotation: () => Annotation },
        node: (ctx, _counted, { id }) => annotations.writtenAnnotation(ctx, normalUuid(id)),
      },
    }),
    act({
      says: 'Changes an annotation: fields of its own, its whole sequence, or its project.',
      rest: 'PUT /api/annotations/:id',
      versioned: true,
      params: one,
      body: updateAnnotationSchema,
      run: (ctx, { id, body, ifVersion }) => updateAnnotation(ctx, normalUuid(id), body, ifVersion),
      answer: annotation,
      send: (to, changed) => send(to, changed),
      mutation: {
        name: 'updateAnnotation',
        input: 'Changes to an annotation; absent fields stay as they are.',
        payload: { annotation: () => Annotation },
        row: annotationRows,
      },
    }),
    act({
      says: 'Deletes an annotation.',
      rest: 'DELETE /api/annotations/:videoId/:id',
      versioned: true,
      params: {
        videoId: says(
          "ID of the annotation's video; NOT_FOUND if the annotation belongs to another one.",
          anyId(Type.String()),
        ),
        ...one,
      },
      run: (ctx, { id, videoId, ifVersion }) => annotations.deleteAnnotation(ctx, id, videoId, ifVersion),
      status: 204,
      answer: null,
      mutation: { name: 'deleteAnnotation', input: 'The annotation to delete.', deletes: true },
    }),
  ],
}
