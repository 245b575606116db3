import { boolean, integer, record, served, text, time, uuid } from '../database/record.js'

/** A key for an outside model, of a user or of all. */
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
