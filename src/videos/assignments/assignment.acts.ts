import { Type } from '@sinclair/typebox'
import { Int } from 'type-graphql'
import { act, type Acts } from '../../acts/act.js'
import { listAct } from '../../acts/list-act.js'
import { answerShapes } from '../../database/rows/record-schema.js'
import { named, success } from '../../http/answers.js'
import { anyId, says } from '../../lib/described.js'
import { load } from '../../lib/load.js'
import { uuid } from '../../lib/schema.js'
import { normalUuid } from '../../lib/uuid.js'
import { projectsByIds } from '../../projects/project.service.js'
import { Project } from '../../projects/project.type.js'
import { videosByIds } from '../video.service.js'
import { Video } from '../video.type.js'
import * as assignments from './assignment.service.js'
import {
  assignmentRecord,
  assignProjectVideosSchema,
  assignVideoSchema,
  assignVideosSchema,
} from './assignment.shape.js'
import { VideoAssignment } from './assignment.type.js'

const assignment = named('VideoAssignment', Type.Object(answerShapes(assignmentRecord)))
const ofProject = { projectId: says('ID of the project.', uuid) }

export const assignmentActs: Acts = {
  tag: 'Video assignments',
  acts: [
    listAct({
      says: 'Lists the videos that are assigned to a project.',
      rest: 'GET /api/projects/:projectId/videos',
      id: 'listProjectVideos',
      params: ofProject,
      item: assignment,
      list: (ctx, { projectId }) => assignments.printedAssignments(ctx, projectId),
      refuses: [403],
    }),
    act({
      says:
        'Assigns a video to a project; CONFLICT if the project has it already. For owners and managers of the ' +
        'project, and administrators.',
      rest: 'POST /api/projects/:projectId/videos',
      params: ofProject,
      body: assignVideoSchema,
      run: (ctx, { projectId, body }) => assignments.assignVideo(ctx, { ...body, projectId }),
      status: 201,
      answer: assignment,
      refuses: [403],
      mutation: {
        name: 'assignVideo',
        input: 'A video to assign to a project.',
        payload: { videoAssignment: () => VideoAssignment },
      },
    }),
    act({
      says:
        'Puts videos into a project and says who is to annotate them, all or none; returns the assignments in the order ' +
        'of the videos. A video that the project has already keeps its assignment, which gets the new user. For owners ' +
        'and managers of the project, and administrators.',
      rest: 'POST /api/projects/:projectId/videos/bulk',
      id: 'assignProjectVideos',
      params: ofProject,
      body: assignProjectVideosSchema,
      run: (ctx, { projectId, body }) => assignments.assignProjectVideos(ctx, projectId, body),
      answer: Type.Array(assignment),
      refuses: [403],
      mutation: {
        name: 'assignProjectVideos',
        input: 'Videos to put into a project, and who is to annotate them.',
        payload: { videoAssignments: () => [VideoAssignment] },
      },
    }),
    act({
      says:
        'Removes the assignment of a video to a project. For owners and managers of the project, and ' +
        'administrators.',
      rest: 'DELETE /api/projects/:projectId/videos/:videoId',
      params: { ...ofProject, videoId: says('ID of the video.', anyId(Type.String())) },
      run: (ctx, { projectId, videoId }) => assignments.unassignVideo(ctx, projectId, videoId),
      answer: success,
      refuses: [403],
      send: () => ({ success: true }),
      mutation: {
        name: 'unassignVideo',
        input: 'The assignment of a video to a project that is to be removed.',
        payload: {
          project: { type: () => Project, nullable: true, says: 'The project; null if the caller may not read it.' },
          video: { type: () => Video, nullable: true, says: 'The video; null if the caller may not see it any more.' },
        },
        deletes: true,
        node: (ctx, _done, { projectId, videoId }) => ({
          project: () => load(ctx, projectsByIds, normalUuid(projectId)),
          video: () => load(ctx, videosByIds, videoId),
        }),
      },
    }),
    act({
      says:
        'Assigns videos to a project, all or none, and returns how many assignments are new; existing ones stay. For ' +
        'administrators.',
      rest: 'POST /api/admin/video-assignments/bulk',
      auth: 'admin',
      body: assignVideosSchema,
      run: (ctx, { body }) => assignments.assignVideos(ctx, body),
      answer: Type.Object({ created: says('Number of new assignments.', Type.Integer()) }),
      refuses: [404],
      send: (_to, created) => ({ created }),
      mutation: {
        name: 'assignVideos',
        input: 'Videos to assign to a project.',
        payload: {
          assignedCount: { type: () => Int, says: 'Number of assignments that are new.' },
          videoAssignments: {
            type: () => [VideoAssignment],
            says: 'The assignments of the videos, new or not, in the order of the videos.',
          },
        },
        node: (ctx, assignedCount, { body: { projectId, videoIds } }) => ({
          assignedCount,
          videoAssignments: () => assignments.assignmentsIn(ctx, projectId, videoIds),
        }),
      },
    }),
  ],
}
