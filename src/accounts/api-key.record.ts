import { boolean, integer, record, served, text, time, uuid } from '../database/record.js'

/** An API key of an external model provider; it belongs to one user, or to everybody when `userId` is null. */
export const apiKeyRecord = record('apiKeys', 'k', {
  id: uuid({ ...served, required: true }),
  userId: uuid({ ...served, nullable: true }),
  provider: text({ ...served, required: true }),
  keyName: text({ ...served, required: true }),
  encryptedKey: text({ ...served, required: true, printed: false }),
  encryptionKeyId: text({ ...served, required: true, printed: false }),
  keyMask: text({ ...served, required: true }),
  isActive: boolean(served),
  lastUsed: time({ ...served, nullable: true }),
  usageCount: integer(served),
  createdAt: time(served),
  updatedAt: time(served),
})
