import { record, served, time, uuid, word } from '../database/record.js'

/**
 * A share: a resource that a user shares with another user or with a group. Exactly one of the five ids, from
 * annotationId to worldStateId, is set and names the resource.
 */
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
  /**
   * The share from which the sharer passed this one on; null for a share made in one's own right. Deleting the parent
   * deletes this share too.
   */
  parentId: uuid({ ...served, nullable: true, printed: false }),
  /** The owner of the resource where somebody else shared it, else null; triggers keep it (migration 0204). */
  resourceOwnerId: uuid({ ...served, nullable: true, printed: false }),
})
