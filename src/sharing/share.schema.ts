import { Type } from '@sinclair/typebox'
import { knownUsername } from '../accounts/account.schema.js'
import { choice, optional, uuid } from '../lib/schema.js'

export const shareSchema = Type.Object({
  resourceType: choice(['annotation', 'summary', 'claim', 'persona', 'world_state']),
  resourceId: uuid,
  sharedWithUserId: optional(uuid),
  /** The exact name of the user, in place of sharedWithUserId. */
  username: optional(knownUsername),
  sharedWithGroupId: optional(uuid),
  permissionLevel: Type.Optional(choice(['read_only', 'forkable'])),
  expiresAt: optional(Type.String({ format: 'date-time' })),
})

/**
 * Where a fork goes. SH-13: to fork a summary, `personaId` may name one of the caller's personas. SH-14: to fork a
 * claim, `summaryId` may name one of the caller's summaries, or `personaId` the persona of the summary to find or make.
 */
export const forkSchema = Type.Object({ personaId: optional(uuid), summaryId: optional(uuid) })

export const shareParams = Type.Object({ shareId: uuid })
