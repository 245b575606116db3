import { boolean, document, record, served, text, time, uuid, word } from '../database/record.js'

/** An assignment of a video to a project. */
export const assignmentRecord = record('projectVideoAssignments', 'x', {
  id: uuid({ ...served, required: true }),
  projectId: uuid({ ...served, required: true }),
  videoId: text({ ...served, required: true }),
  assignedUserId: uuid({ ...served, nullable: true }),
  source: word(served),
  ruleDefinition: document({ ...served, nullable: true }),
  assignedBy: text({ ...served, nullable: true }),
  assignedAt: time(served),
  /** Whether it closes the video to everybody outside its assignments (VA-17). */
  closes: boolean({ ...served, printed: false }),
  /** Whether it shows the video to those it is assigned to even while the video is closed. */
  stands: boolean({ ...served, printed: false }),
  /** When the row of the video was created, by which lists of videos are sorted; triggers keep it (migration 0206). */
  videoCreatedAt: time({ ...served, nullable: true, printed: false }),
})

/** A rule that assigns videos automatically. */
export const assignmentRuleRecord = record('videoAssignmentRules', 'l', {
  id: uuid({ ...served, required: true }),
  name: text({ ...served, required: true }),
  description: text({ ...served, nullable: true }),
  conditions: document({ ...served, required: true }),
  targetType: word({ ...served, required: true }),
  targetId: uuid({ ...served, required: true }),
  isActive: boolean(served),
  createdBy: uuid({ ...served, required: true }),
  createdAt: time(served),
  updatedAt: time(served),
})
