import { Type, type Static } from '@sinclair/typebox'
import { defineJob } from '../../jobs/job-type.js'
import { newId } from '../../lib/uuid.js'
import { clockMember } from '../../videos/files/frame.service.js'
import { noType, typesForLabels } from '../../personas/label-types.service.js'
import { namedFault } from '../../videos/named-fault.js'
import { getVideo, modelVideo } from '../../videos/video.service.js'
import { vocabularyMember } from '../../videos/vocabulary.service.js'
import { createAnnotations, requireAnnotating } from '../annotation-write.service.js'
import { extendAnnotation } from './extend.service.js'
import { trackSchema, type rectangle } from './track.shape.js'

const payload = Type.Object({ videoId: Type.String(), input: trackSchema })

/**
 * Lets a model follow an object from one frame on. The result becomes a new annotation or extends an existing one, in
 * the transaction that completes the job, so that a retried job does not repeat it.
 */
export const objectTracking = defineJob({
  name: 'object-tracking',
  payload,
  attempts: 3,
  timeoutMinutes: 120,
  concurrency: 2,
  perMinute: (config) => config.jobsPerMinute.summarization,
  async run(ctx, { payload: { videoId, input }, progress, signal }) {
    const { label, frame, box, endFrame, tolerance, annotationId: extended = null, ...fields } = input
    const shared = { ...fields, videoId, source: 'tracking' }
    const { personaId = null } = await requireAnnotating(ctx, shared)
    await progress(10)
    const video = await getVideo(ctx, videoId)
    const types = await typesForLabels(ctx, personaId)
    const request = {
      video_id: videoId,
      ...(await modelVideo(ctx, video)),
      ...(await clockMember(ctx, video.id)),
      frame_number: frame,
      bounding_box: box,
      ...(endFrame != null && { end_frame: endFrame }),
      ...(tolerance !== undefined && { tolerance }),
      ...(await vocabularyMember(ctx)),
      ...types.member,
    }
    const way = await ctx.modelService.ask('follow', request, { signal }).catch((error: unknown) => {
      throw namedFault(error)
    })
    await progress(90)
    return async (tx) => {
      const made = { label, frames: sequenceOf(way), confidence: way.confidence }
      const isExtended = extended !== null && (await extendAnnotation(tx, extended, made.frames))
      const [annotationId] = isExtended ? [extended] : await createAnnotations(tx, [{ ...shared, ...made }])
      return {
        annotationId,
        /** Whether the boxes were put into an existing annotation. */
        isExtended,
        videoId,
        /** The label that the detector recognised; null if it recognised none. */
        recognisedAs: way.label,
        /** The type of the persona for this label. */
        ...(way.label === null ? noType : types.typesFrom(way.type_labels)(way.label)),
        firstFrame: way.first_frame,
        lastFrame: way.last_frame,
        keyframeCount: way.keyframes.length,
        ended: way.ended,
        tolerance: way.tolerance,
        modelUsed: way.model_used,
        processingTime: way.processing_time,
      }
    }
  },
})

/** The answer of the model service: the path of the tracked object. */
interface Way {
  keyframes: { frame_number: number; bounding_box: Static<typeof rectangle>; confidence: number }[]
  visibility: { start_frame: number; end_frame: number; visible: boolean }[]
  first_frame: number
  last_frame: number
  confidence: number
  model_used: string
}

/**
 * Converts the path of an object to a bounding-box sequence: linear segments between the keyframes, and ranges where
 * the object is not seen.
 */
function sequenceOf(way: Way) {
  const { keyframes, visibility, model_used: model, confidence } = way
  const boxes = keyframes.map(({ frame_number: frameNumber, bounding_box: box, confidence: sure }) => ({
    frameNumber,
    ...box,
    isKeyframe: true,
    confidence: sure,
  }))
  const segments = boxes.slice(1).map(({ frameNumber: endFrame }, before) => {
    return { startFrame: boxes[before]!.frameNumber, endFrame, type: 'linear' as const }
  })
  return {
    boxes,
    interpolationSegments: segments,
    visibilityRanges: visibility.map(({ start_frame: startFrame, end_frame: endFrame, visible }) => {
      return { startFrame, endFrame, visible }
    }),
    trackId: newId(),
    trackingSource: model,
    trackingConfidence: confidence,
    totalFrames: way.last_frame - way.first_frame + 1,
    keyframeCount: boxes.length,
    interpolatedFrameCount: way.last_frame - way.first_frame + 1 - boxes.length,
  }
}
