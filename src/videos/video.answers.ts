import { Type } from '@sinclair/typebox'
import { answerShapes } from '../database/record-schema.js'
import { named, success, type Answers, type Media } from '../http/answers.js'
import { uuid } from '../lib/schema.js'
import { assignmentRecord, assignmentRuleRecord } from './assignment.record.js'
import { ruleConditions } from './rule.schema.js'
import { video } from './video.acts.js'

const text = Type.String()
const count = Type.Integer()
const bytes = (...media: string[]): Media => ({ media, schema: Type.String({ format: 'binary' }) })

const assignment = named('VideoAssignment', Type.Object(answerShapes(assignmentRecord)))
const rule = named(
  'VideoAssignmentRule',
  Type.Object({ ...answerShapes(assignmentRuleRecord), conditions: ruleConditions }),
)
const stream = bytes('video/mp4', 'video/webm', 'application/octet-stream')

export const videoAnswers: Answers = {
  'GET /api/videos': { id: 'listVideos', says: 'Lists the videos that the caller may see.', 200: Type.Array(video) },
  'GET /api/videos/:videoId/stream': {
    id: 'streamVideo',
    says: "Streams the video's file, or a range of its bytes.",
    refuses: [416],
    200: stream,
    206: stream,
    302: null,
  },
  'GET /api/videos/:videoId/thumbnail': {
    id: 'getVideoThumbnail',
    says: 'Returns a small picture of the video.',
    refuses: [502, 504],
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
  'GET /api/projects/:projectId/videos': {
    id: 'listProjectVideos',
    says: 'Lists the videos that are assigned to a project.',
    refuses: [403],
    200: Type.Array(assignment),
  },
  'POST /api/projects/:projectId/videos': {
    id: 'assignVideo',
    says: 'Assigns a video to a project.',
    refuses: [403],
    201: assignment,
  },
  'DELETE /api/projects/:projectId/videos/:videoId': {
    id: 'unassignVideo',
    says: 'Takes a video out of a project.',
    refuses: [403],
    200: success,
  },
  'POST /api/admin/video-assignments/bulk': {
    id: 'assignVideos',
    says: 'Assigns many videos to a project.',
    refuses: [404],
    200: Type.Object({ created: count }),
  },
  'GET /api/admin/video-assignments/rules': {
    id: 'listVideoAssignmentRules',
    says: 'Lists the rules that assign videos to projects.',
    200: Type.Array(rule),
  },
  'POST /api/admin/video-assignments/rules': {
    id: 'createVideoAssignmentRule',
    says: 'Creates a rule that assigns videos.',
    201: rule,
  },
  'PUT /api/admin/video-assignments/rules/:ruleId': {
    id: 'updateVideoAssignmentRule',
    says: 'Changes the given fields of a rule.',
    200: rule,
  },
  'DELETE /api/admin/video-assignments/rules/:ruleId': {
    id: 'deleteVideoAssignmentRule',
    says: 'Deletes a rule.',
    200: success,
  },
  'POST /api/admin/video-assignments/rules/:ruleId/evaluate': {
    id: 'evaluateVideoAssignmentRule',
    says: 'Lists the videos that a rule matches; assigns nothing.',
    200: Type.Object({ ruleId: uuid, matchingVideoCount: count, matchingVideoIds: Type.Array(text) }),
  },
  'POST /api/admin/video-assignments/rules/evaluate-all': {
    id: 'evaluateVideoAssignmentRules',
    says: 'Carries out all active rules.',
    200: Type.Object({ rulesEvaluated: count, assignmentsCreated: count }),
  },
}
