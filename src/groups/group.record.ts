import { record, served, text, time, uuid, word } from '../database/record.js'

/** A group of users who work together. */
export const groupRecord = record('userGroups', 'g', {
  id: uuid({ ...served, required: true }),
  name: text({ ...served, required: true }),
  description: text({ ...served, nullable: true }),
  slug: word({ ...served, required: true }),
  createdBy: uuid({ ...served, required: true }),
  createdAt: time(served),
  updatedAt: time(served),
})

/** A user's membership in a group, with the role. */
export const groupMemberRecord = record('groupMemberships', 'm', {
  id: uuid({ ...served, required: true }),
  userId: uuid({ ...served, required: true }),
  groupId: uuid({ ...served, required: true }),
  role: word({ ...served, required: true }),
  joinedAt: time(served),
})
