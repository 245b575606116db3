import { boolean, document, record, served, text, time, uuid, word } from '../database/record.js'

/** A project: work on a set of videos by several users. */
export const projectRecord = record('projects', 'j', {
  id: uuid({ ...served, required: true }),
  name: text({ ...served, required: true }),
  description: text({ ...served, nullable: true }),
  slug: word({ ...served, required: true }),
  ownerUserId: uuid({ ...served, nullable: true }),
  ownerGroupId: uuid({ ...served, nullable: true }),
  settings: document(served),
  isArchived: boolean(served),
  createdBy: uuid({ ...served, required: true }),
  createdAt: time(served),
  updatedAt: time(served),
})

/** A user's membership in a project, with the role. */
export const projectMemberRecord = record('projectMemberships', 'm', {
  id: uuid({ ...served, required: true }),
  userId: uuid({ ...served, required: true }),
  projectId: uuid({ ...served, required: true }),
  role: word({ ...served, required: true }),
  joinedAt: time(served),
})
