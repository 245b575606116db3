import { ifExists, kind } from '../database/rows/kind.js'
import { conflict } from '../lib/errors.js'

/** The ids of videos may be any text. Videos are files and have no entries in the log. */
export const videoKind = kind('videos', { name: 'video', noun: 'Video', type: 'Video', textId: 'id' })

export const assignmentKind = kind('projectVideoAssignments', {
  name: 'video_assignment',
  noun: 'Assignment',
  type: 'VideoAssignment',
  readThrough: 'videoId',
  owner: 'assignedUserId',
  project: 'projectId',
  log: { parent: 'it.project_id', derived: ['videoCreatedAt'] },
  restore: {
    set: { assignedUserId: ifExists('assigned_user_id', 'users') },
    only: 'exists (select from videos v where v.id = r.video_id)',
  },
  refusals: { project_video_assignments_once: () => conflict('Video is already assigned to this project', 'videoId') },
})

export const assignmentRuleKind = kind('videoAssignmentRules', {
  name: 'assignment_rule',
  noun: 'Rule',
  type: 'VideoAssignmentRule',
  owner: 'createdBy',
  log: {},
})
