import { boolean, record, served, text, time, uuid, word } from '../database/record.js'

/** The accounts. */
export const userRecord = record('users', 'u', {
  id: uuid({ ...served, required: true }),
  username: text({ ...served, required: true }),
  email: text({ ...served, nullable: true }),
  passwordHash: text({ ...served, nullable: true, printed: false }),
  displayName: text({ ...served, required: true }),
  systemRole: word(served),
  isAdmin: boolean({ ...served, derived: true }),
  isActive: boolean(served),
  removedAt: time({ ...served, nullable: true, printed: false }),
  spelling: text({ ...served, nullable: true, printed: false }),
  createdAt: time(served),
  updatedAt: time(served),
})
