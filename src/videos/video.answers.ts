import { Type } from '@sinclair/typebox'
import { bytes, type Answers } from '../http/answers.js'
import { video } from './video.acts.js'

const stream = bytes('video/mp4', 'video/webm', 'application/octet-stream')

export const videoAnswers: Answers = {
  'GET /api/videos': { id: 'listVideos', says: 'Lists the videos that the caller may see.', 200: Type.Array(video) },
  'GET /api/videos/:videoId/stream': {
    id: 'streamVideo',
    says: "Streams the video's file, or a range of its bytes.",
    refuses: [412, 416],
    200: stream,
    206: stream,
    302: null,
  },
  'GET /api/videos/:videoId/thumbnail': {
    id: 'getVideoThumbnail',
    says: 'Returns a small picture of the video.',
    refuses: [409, 502, 504],
    200: bytes('image/jpeg'),
  },
  'POST /api/videos/upload': {
    id: 'uploadVideo',
    says: 'Stores a video file.',
    refuses: [403, 409, 413, 507],
    body: {
      media: ['multipart/form-data'],
      schema: Type.Object({
        file: Type.String({
          format: 'binary',
          description:
            'The video file, stored under its own name, which must be new ' +
            'and end in .mp4, .webm, .ogg, .mov, .avi or .mkv.',
        }),
      }),
    },
    201: video,
  },
}
