import { Type, type Static } from '@sinclair/typebox'
import { optional, uuid } from '../lib/schema.js'

const videoId = Type.String({ minLength: 1, maxLength: 255 })

export const projectVideoParams = Type.Object({ projectId: uuid, videoId: Type.String() })

export const assignVideoSchema = Type.Object({ videoId, assignedUserId: optional(uuid) })
export const assignVideosSchema = Type.Object({
  videoIds: Type.Array(videoId, { minItems: 1 }),
  projectId: uuid,
  assignedUserId: optional(uuid),
})
export type AssignVideosInput = Static<typeof assignVideosSchema>
