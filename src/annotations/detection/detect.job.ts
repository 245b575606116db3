import { Type } from '@sinclair/typebox'
import { defineJob } from '../../jobs/job-type.js'
import { conflict } from '../../lib/errors.js'
import { probesOfVideos } from '../../videos/files/frame.service.js'
import { annotationsOfDetections } from './adopt.service.js'
import { createAnnotations, requireAnnotating } from '../annotation-write.service.js'
import { detectObjects, type DetectionResult } from './detect.service.js'
import { detectAllSchema } from './detect.shape.js'
import { sampledFrames, TrackChain } from './track-chain.js'

const payload = Type.Object({ videoId: Type.String(), input: detectAllSchema })

/** The number of frames that one request to the model service searches. */
const batch = 60

/**
 * Lets the model service detect and track objects in a whole video. The annotations are written in the transaction that
 * completes the job, so that a job that is repeated after a restart creates them once.
 */
export const objectDetection = defineJob({
  name: 'object-detection',
  payload,
  attempts: 3,
  timeoutMinutes: 240,
  concurrency: 1,
  perMinute: (config) => config.jobsPerMinute.summarization,
  async run(ctx, { payload: { videoId, input }, progress, signal }) {
    const { personaId, types, framesPerSecond = 1, ...options } = input
    const shared = { type: 'type', personaId }
    await requireAnnotating(ctx, { ...shared, videoId })
    const [probed] = await probesOfVideos(ctx, [videoId])
    if (!probed?.clock) throw conflict('The file of the video has not been read')
    const frames = sampledFrames(probed.clock, framesPerSecond)
    const chain = new TrackChain()
    let size: Pick<DetectionResult, 'videoWidth' | 'videoHeight'> | undefined
    for (let from = 0; from < frames.length; from += batch) {
      // The next request searches the last frame of each request again: there the tracks are joined.
      const frameNumbers = frames.slice(Math.max(0, from - 1), from + batch)
      const found = await detectObjects(
        ctx,
        videoId,
        { ...options, personaId, frameNumbers, enableTracking: true },
        signal,
      )
      size = found
      chain.add(found.frames)
      await progress((100 * Math.min(frames.length, from + batch)) / (frames.length + 1))
    }
    const typeOf = new Map((types ?? []).map(({ label, typeId }) => [label, typeId]))
    const skipped: Record<string, number> = {}
    const kept = chain.frames.map(({ frameNumber, detections }) => ({
      frameNumber,
      detections: detections.flatMap((one) => {
        const typeId = typeOf.get(one.label) ?? one.typeId
        if (typeId === null) skipped[one.label] = (skipped[one.label] ?? 0) + 1
        return typeId === null ? [] : [{ ...one, typeId }]
      }),
    }))
    const { width, height } = probed.probe
    const videoWidth = size?.videoWidth ?? width ?? 1
    const videoHeight = size?.videoHeight ?? height ?? 1
    return async (tx) => {
      const made = await annotationsOfDetections(tx, videoId, { ...shared, videoWidth, videoHeight, frames: kept })
      const annotationIds = await createAnnotations(tx, made)
      return {
        annotationIds,
        videoId,
        framesSearched: frames.length,
        /** The numbers of boxes that were not kept, by class, because the persona has no type for the class. */
        skipped,
      }
    }
  },
})
