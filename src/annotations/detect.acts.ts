import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../acts/act.js'
import { objectOf } from '../graphql/classes.js'
import { anyId, says } from '../lib/described.js'
import { detectObjects } from './detect.service.js'
import { detectionResult, detectSchema } from './detect.shape.js'

const DetectionResult = objectOf(detectionResult)

export const detectActs: Acts = {
  tag: 'Videos',
  acts: [
    act({
      says:
        'Has the model service detect objects in frames of a video. Nothing is stored; `adoptDetections` keeps the ' +
        'result.',
      rest: 'POST /api/videos/:videoId/detect',
      keyless: true,
      params: { videoId: says('ID of the video.', anyId(Type.String())) },
      body: detectSchema,
      run: (ctx, { videoId, body }) => detectObjects(ctx, videoId, body),
      answer: detectionResult,
      refuses: [502, 504],
      send: (_to, result) => ({ ...result, frameResults: result.frames }),
      mutation: {
        name: 'detectObjects',
        input: 'What to look for in a video, and in which frames. `manualQuery` or `personaId` is required.',
        answer: () => DetectionResult,
      },
    }),
  ],
}
