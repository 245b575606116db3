import { record, served, text, time, uuid } from '../database/record.js'

/** A period during which a user is signed in. */
export const sessionRecord = record('sessions', 'n', {
  id: uuid({ ...served, required: true }),
  userId: uuid({ ...served, required: true }),
  tokenHash: text({ ...served, required: true, printed: false }),
  tokenTail: text({ ...served, required: true }),
  expiresAt: time({ ...served, required: true }),
  ipAddress: text({ ...served, nullable: true }),
  userAgent: text({ ...served, nullable: true }),
  lastActivityAt: time(served),
  createdAt: time(served),
})
