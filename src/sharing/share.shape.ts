import { Type } from '@sinclair/typebox'
import { sharedTypes } from '../access/vocabulary.js'
import { knownUsername } from '../accounts/user.shape.js'
import { record, served, time, uuid, word } from '../database/rows/record.js'
import { kindOf, ofAnyKind } from '../kind-words.js'
import { oneOf, says, usually } from '../lib/described.js'
import { enumeration, nameText, optional, shortText, uuid as uuidShape } from '../lib/schema.js'

export const resourceType = kindOf(sharedTypes)
const permissions = ['read_only', 'forkable'] as const
const aboutPermissions =
  'What a recipient of a share may do. READ_ONLY: read the resource. FORKABLE: also copy it (`forkShare`) and ' +
  'share it with others.'
export const permissionLevel = enumeration('SharePermission', aboutPermissions, permissions)

/**
 * A share: a resource that a user shares with another user or with a group. Exactly one of the five ids, from
 * annotationId to worldStateId, is set and identifies the resource.
 */
export const shareRecord = record('resourceShares', 'h', {
  id: uuid('ID of the share.', { ...served, required: true, shown: false }),
  annotationId: uuid({ ...served, nullable: true }),
  summaryId: uuid({ ...served, nullable: true }),
  claimId: uuid({ ...served, nullable: true }),
  personaId: uuid({ ...served, nullable: true }),
  worldStateId: uuid({ ...served, nullable: true }),
  resourceType: word('Kind of the shared resource.', { ...served, derived: true, shape: ofAnyKind(shortText) }),
  resourceId: uuid('ID of the shared resource.', { ...served, derived: true }),
  sharedByUserId: uuid('ID of the user who shared the resource.', {
    answeredAs: 'creatorId',
    ...served,
    required: true,
  }),
  sharedWithUserId: uuid('ID of the user that the resource is shared with; null if it is shared with a group.', {
    ...served,
    nullable: true,
  }),
  sharedWithGroupId: uuid('ID of the group that the resource is shared with; null if it is shared with a user.', {
    ...served,
    nullable: true,
  }),
  permissionLevel: word('What the recipient may do with the resource.', {
    ...served,
    shape: usually('SharePermission', aboutPermissions, permissions, shortText),
  }),
  expiresAt: time('When the share ends; null if it never expires.', { ...served, nullable: true }),
  createdAt: time('When it was created.', served),
  /**
   * The share from which the sharer passed this share on; null if the sharer had a right of their own to share.
   * Deleting the parent deletes this share too.
   */
  parentId: uuid({ ...served, nullable: true, printed: false }),
  /** The owner of the resource if another user shared it, else null; maintained by triggers (migration 0204). */
  resourceOwnerId: uuid({ ...served, nullable: true, printed: false }),
})

const receiverChoice = {
  userId: optional(says('ID of a user, not the caller.', uuidShape)),
  username: optional(says('Exact user name of a user, not the caller.', knownUsername)),
  groupId: optional(says('ID of a group.', uuidShape)),
}
/** The receiver of a share in inputs of GraphQL. */
export const shareReceiver = {
  input: says(
    'With whom to share it.',
    oneOf('ShareReceiverInput', 'Whom a resource is shared with: a user or a group.', Type.Object(receiverChoice)),
  ),
  of: { userId: 'sharedWithUserId', username: 'username', groupId: 'sharedWithGroupId' },
}

export const shareSchema = Type.Object({
  resourceType: says('Kind of the resource to share.', resourceType),
  resourceId: says('ID of the resource to share.', uuidShape),
  sharedWithUserId: optional(
    says(
      'ID of the user to share with, not the caller. Exactly one of this, `username` and `sharedWithGroupId` is ' +
        'required.',
      uuidShape,
    ),
  ),
  username: optional(says('Exact user name of the user to share with, in place of `sharedWithUserId`.', knownUsername)),
  sharedWithGroupId: optional(
    says('ID of the group to share with. Exactly one of this and `sharedWithUserId` is required.', uuidShape),
  ),
  permissionLevel: Type.Optional(says('What the recipient may do; READ_ONLY when absent.', permissionLevel)),
  expiresAt: optional(
    says(
      'When the share ends, a time in the future; never when absent. A share passed on by a recipient ends with the ' +
        "recipient's own share at the latest.",
      Type.String({ format: 'date-time' }),
    ),
  ),
})

/** The target of a fork's copy (SH-13, SH-14). */
export const forkSchema = Type.Object({
  personaName: optional(
    says(
      'For a persona, and for a summary whose persona is copied too: name of the copied persona; that of the source ' +
        'when absent.',
      nameText,
    ),
  ),
  personaId: optional(
    says(
      "For a summary: ID of the persona of the copy; when absent, the summary's persona is copied too. For a claim: " +
        'ID of the persona under which a summary of the same video is found or created; ignored with `summaryId`.',
      uuidShape,
    ),
  ),
  summaryId: optional(
    says(
      "For a claim: ID of a summary of the caller that receives the copy. When absent, the claim's own summary is " +
        "used if it is the caller's and no `personaId` is given; otherwise one of the same video is found or created.",
      uuidShape,
    ),
  ),
})
