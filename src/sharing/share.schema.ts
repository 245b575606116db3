import { Type } from '@sinclair/typebox'
import { choice, optional, uuid } from '../lib/schema.js'

export const shareSchema = Type.Object({
  resourceType: choice(['annotation', 'summary', 'claim', 'persona', 'world_state']),
  resourceId: uuid,
  sharedWithUserId: optional(uuid),
  sharedWithGroupId: optional(uuid),
  permissionLevel: Type.Optional(choice(['read_only', 'forkable'])),
  expiresAt: optional(Type.String({ format: 'date-time' })),
})

/**
 * SH-13: for a summary one of the caller's personas; SH-14: for a claim a summary of the caller's, or a persona for
 * one.
 */
export const forkSchema = Type.Object({ personaId: optional(uuid), summaryId: optional(uuid) })

export const shareParams = Type.Object({ shareId: uuid })
