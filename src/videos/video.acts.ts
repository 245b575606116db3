import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../acts/act.js'
import { answerShapes } from '../database/rows/record-schema.js'
import { objectOf } from '../graphql/classes.js'
import { named } from '../http/answers.js'
import { says } from '../lib/described.js'
import { frameOfVideo } from './files/frame.service.js'
import { frameQuery, frameTime, videoProbe } from './files/probe.shape.js'
import { setPresence } from './presence.service.js'
import { syncAsked } from './files/sync.service.js'
import { transcribeVideo } from './files/transcribe.service.js'
import { transcribeSchema, transcript } from './files/transcript.shape.js'
import { presenceBody, viewer } from './presence.shape.js'
import * as videos from './video.service.js'
import { urlQuery, videoId, videoRecord, videoSync, videoUrl } from './video.shape.js'
import { videoBody } from './video-body.js'

/** The columns, then those keys of the metadata that are not columns (V-04). */
export const video = named('Video', Type.Object(answerShapes(videoRecord), { additionalProperties: true }))

const VideoSync = objectOf(videoSync)
const Transcript = objectOf(transcript)
const VideoViewer = objectOf(viewer)

/** The acts on videos, except lists, files and pictures, which are streamed, and detection (annotations). */
export const videoActs: Acts = {
  tag: 'Videos',
  acts: [
    act({
      says: 'Returns a video.',
      rest: 'GET /api/videos/:videoId',
      id: 'getVideo',
      params: videoId,
      run: (ctx, input) => videos.getVideo(ctx, input.videoId),
      answer: video,
      send: (_to, row) => videoBody(row),
    }),
    act({
      says: "Returns an address of the video's file for players.",
      rest: 'GET /api/videos/:videoId/url',
      id: 'getVideoUrl',
      params: videoId,
      query: urlQuery,
      run: (ctx, input) => videos.urlOfVideo(ctx, input.videoId, input.query.expiresIn),
      answer: videoUrl,
    }),
    act({
      says: "Returns what was found out about a video's pictures, and the frame at a number or a time.",
      rest: 'GET /api/videos/:videoId/frames',
      id: 'getVideoFrames',
      params: videoId,
      query: frameQuery,
      run: (ctx, input) => frameOfVideo(ctx, input.videoId, input.query),
      answer: Type.Object({
        probe: says('What was read from the file itself.', videoProbe),
        frame: says('The frame that was asked for; null if none was.', Type.Union([frameTime, Type.Null()])),
      }),
      refuses: [409],
    }),
    act({
      says:
        'Synchronises the list of videos with the stored video files. For administrators and, in single-user mode, ' +
        'the default user.',
      rest: 'POST /api/videos/sync',
      keyless: true,
      run: syncAsked,
      answer: videoSync,
      refuses: [403],
      mutation: { name: 'syncVideos', payload: () => VideoSync },
    }),
    act({
      says:
        'Says that a page of the caller shows a frame of a video, for a minute or until the page is left, and returns ' +
        'who else looks at the video: users who share a project with the caller that holds it.',
      rest: 'PUT /api/videos/:videoId/presence',
      params: videoId,
      body: presenceBody,
      run: (ctx, input) => setPresence(ctx, input.videoId, input.body),
      answer: Type.Array(viewer),
      mutation: {
        name: 'setPresence',
        input: 'Which frame of which video a page shows.',
        payload: { viewers: { type: () => [VideoViewer], says: 'The other users who look at the video.' } },
      },
    }),
    act({
      says: 'Transcribes the speech in a video. Nothing is stored.',
      rest: 'POST /api/videos/:videoId/transcribe',
      keyless: true,
      params: videoId,
      body: transcribeSchema,
      run: (ctx, input) => transcribeVideo(ctx, input.videoId, input.body),
      answer: transcript,
      refuses: [502, 504],
      mutation: {
        name: 'transcribeVideo',
        input: 'Which video to transcribe, and whether to identify its speakers.',
        payload: { transcript: () => Transcript },
      },
    }),
  ],
}
