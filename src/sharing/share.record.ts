import { record, served, time, uuid, word } from '../database/record.js'

/** What somebody shares with a user or a group; one of the five ids says what. */
export const shareRecord = record('resourceShares', 'h', {
  id: uuid({ ...served, required: true }),
  annotationId: uuid({ ...served, nullable: true }),
  summaryId: uuid({ ...served, nullable: true }),
  claimId: uuid({ ...served, nullable: true }),
  personaId: uuid({ ...served, nullable: true }),
  worldStateId: uuid({ ...served, nullable: true }),
  resourceType: word({ ...served, derived: true }),
  resourceId: uuid({ ...served, derived: true }),
  sharedByUserId: uuid({ ...served, required: true }),
  sharedWithUserId: uuid({ ...served, nullable: true }),
  sharedWithGroupId: uuid({ ...served, nullable: true }),
  permissionLevel: word(served),
  expiresAt: time({ ...served, nullable: true }),
  createdAt: time(served),
  /** The share that it was passed on from, with which it goes. */
  parentId: uuid({ ...served, nullable: true, printed: false }),
})
